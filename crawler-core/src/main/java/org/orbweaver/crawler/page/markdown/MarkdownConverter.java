package org.orbweaver.crawler.page.markdown;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;
import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.page.document.TextCollector;
import org.orbweaver.crawler.page.markdown.InlineText.Form;

/**
 * Converts the main content of an HTML page to Markdown: headings, lists, tables of data, code,
 * links, images with a text, quotes, emphasis, line breaks and lines. A term of a definition list
 * becomes an item in bold, and its definitions the paragraphs of the item. Hidden elements (but for
 * those that have half of the main content, which a script shows) and those that the owner excludes
 * from snippets ({@code data-nosnippet}) are left out.
 *
 * <p>While the page's text is collected, {@link #see} learns where each piece of it ends; then
 * {@link #convert} walks the elements again. It is a loop, so nesting cannot overflow the stack;
 * time is linear in elements and text, and the output has at most the given number of characters.
 * An instance is for one page.
 */
public final class MarkdownConverter implements NodeVisitor {
  private static final Pattern HIDDEN =
      Pattern.compile("(?i)(?:^|;)\\s*(?:display\\s*:\\s*none|visibility\\s*:\\s*hidden)\\b");
  private static final Pattern LANGUAGE =
      Pattern.compile(
          "(?:^|\\s)(?:language-|lang-|highlight-source-|highlight-|brush:\\s*|sourceCode\\s+|src-)"
              + "([A-Za-z][\\w+#.-]*)");
  private static final Pattern NO_LANGUAGE =
      Pattern.compile("(?i)text|plain|plaintext|none|default|notranslate|wrapper|block");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern NOT_IN_URL = Pattern.compile("[\\s<>`|\\\\()\\p{Cntrl}]");
  private static final String[] IMAGE_SOURCES = {
    "data-src", "data-original", "data-lazy-src", "src"
  };

  /** Smaller images count visits or draw lines. */
  private static final Pattern TINY = Pattern.compile("[012](?:px)?");

  private final IdentityHashMap<Node, Integer> ends = new IdentityHashMap<>();
  private final UnaryOperator<String> resolver;
  private final Runnable check;
  private final int maxChars;
  private final InlineText inline = new InlineText();
  private final BlockWriter blocks;
  private MainContent main;
  private long mainChars;
  private long urlChars;
  private Node skipped;
  private int heading;
  private Element openPre;
  private StringBuilder pre;
  private Element openTable;
  private DataTable table;
  private String lastImage = "";

  /**
   * @param resolver makes a reference absolute; it gives null for what is no link
   * @param maxChars of the result
   * @param check called at each node; what it throws ends the conversion
   */
  public MarkdownConverter(UnaryOperator<String> resolver, int maxChars, Runnable check) {
    this.resolver = resolver;
    this.maxChars = maxChars;
    this.check = check;
    blocks = new BlockWriter(maxChars);
  }

  /**
   * Notes a text, image or line that is part of the page.
   *
   * @param end the number of characters of the page's text up to its end
   */
  public void see(Node node, int end) {
    ends.put(node, end);
  }

  /**
   * The Markdown of the page.
   *
   * @param content the main content; null if it is all of the text
   * @param chars the characters of the main content
   */
  public String convert(Document document, MainContent content, long chars) {
    main = content;
    mainChars = chars;
    document.traverse(this);
    flush();
    return blocks.toString();
  }

  /** Whether {@link #convert} left something out because the result is full. */
  public boolean isCut() {
    return blocks.full() || urlChars > maxChars;
  }

  @Override
  public void head(Node node, int depth) {
    check.run();
    if (skipped != null) {
      return;
    } else if (node instanceof TextNode text) {
      text(text);
    } else if (node instanceof Element element) {
      if (isLeftOut(element)) {
        skipped = element;
        if (pre == null && isBlock(element)) {
          flush();
        }
      } else if (pre != null) {
        if (element.normalName().equals("br") || element.isBlock()) {
          preLine(element.normalName().equals("br"));
        }
      } else {
        open(element);
      }
    }
  }

  private void text(TextNode node) {
    if (!ends.containsKey(node)) {
      return; // The reading of a word, in ruby: the page's text lacks it, too.
    } else if (!isMain(node)) {
      inline.space();
    } else if (pre != null) {
      pre.append(TextCollector.withoutInvisible(node.getWholeText()));
    } else {
      inline.text(node.getWholeText());
    }
  }

  private boolean isMain(Node node) {
    Integer end = ends.get(node);
    return end != null && (main == null || main.has(end));
  }

  /** Whether the text before and after it is main content. */
  private boolean isWithinMain(Node node) {
    Integer end = ends.get(node);
    return end != null && (main == null || (main.has(end) && main.has(end + 1)));
  }

  private boolean isLeftOut(Element element) {
    return element.attributesSize() > 0
        && (hasAttr(element, "data-nosnippet")
            || attr(element, "class").contains("editsection") // A wiki's link to change it.
            || (isHidden(element) && !isShownByScript(element)));
  }

  private static boolean isHidden(Element element) {
    return (hasAttr(element, "hidden") && !attr(element, "hidden").equals("until-found"))
        || HIDDEN.matcher(attr(element, "style")).find();
  }

  /** Half of the main content is not hidden from readers: a script shows it when it has loaded. */
  private boolean isShownByScript(Element element) {
    return element.text().length() * 2L >= mainChars;
  }

  /** Begins a line of code, unless one begins already. */
  private void preLine(boolean always) {
    if (always || (!pre.isEmpty() && pre.charAt(pre.length() - 1) != '\n')) {
      pre.append('\n');
    }
  }

  private void open(Element element) {
    String name = element.normalName();
    boolean inTable = table != null;
    if (isBlock(element)) {
      flush();
    }
    switch (name) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> heading = name.charAt(1) - '0';
      case "blockquote" -> {
        if (!inTable) {
          blocks.openQuote(element);
        }
      }
      case "ul", "ol", "menu", "dir", "dl" -> {
        if (!inTable) {
          blocks.openList(element, name.equals("ol") ? number(element, "start", 1) : -1);
        }
      }
      case "li" -> {
        if (!inTable) {
          blocks.openItem(element, number(element, "value", -1));
        }
      }
      case "dt" -> {
        Element list = inTable ? null : element.closest("dl");
        if (list != null) {
          blocks.openItem(list, -1);
        }
        inline.openEmphasis(element, "**");
      }
      case "pre" -> {
        openPre = element;
        pre = new StringBuilder();
      }
      case "table" -> {
        if (!inTable && DataTable.is(element)) {
          openTable = element;
          table = new DataTable();
        }
      }
      case "tr" -> {
        if (inTable) {
          table.openRow();
        }
      }
      case "td", "th" -> inline.space();
      case "code", "kbd", "samp", "tt" -> inline.openCode();
      case "em", "i", "cite", "dfn", "var" -> inline.openEmphasis(element, "*");
      case "strong", "b" -> {
        if (heading == 0) {
          inline.openEmphasis(element, "**");
        }
      }
      case "a" -> link(element);
      case "img" -> image(element);
      case "br" -> {
        if (inline.lineBreak() && table == null && heading == 0) {
          flush();
        }
      }
      case "hr" -> {
        if (isWithinMain(element) && !inTable) {
          blocks.rule();
        }
      }
      default -> {}
    }
  }

  private static boolean isBlock(Element element) {
    String name = element.normalName();
    return element.isBlock() && !name.equals("td") && !name.equals("th");
  }

  private static long number(Element element, String name, int otherwise) {
    String value = attr(element, name).strip();
    return NUMBER.matcher(value).matches() ? Integer.parseInt(value) : otherwise;
  }

  private void link(Element element) {
    String reference = attr(element, "href").strip();
    if (heading > 0 && reference.startsWith("#")) {
      String words = element.wholeText();
      if (words.codePoints().noneMatch(Character::isLetterOrDigit)) {
        skipped = element; // The sign of a heading's own address.
        return;
      }
    }
    String url = reference.isEmpty() ? null : url(reference);
    if (url != null) {
      inline.openLink(element, url);
    }
  }

  /** An absolute URL, escaped; null if it is none. */
  private String url(String reference) {
    int hash = reference.indexOf('#');
    String url = resolver.apply(reference);
    if (url == null) {
      return null;
    }
    String whole =
        hash < 0 || hash + 1 == reference.length() ? url : url + reference.substring(hash);
    urlChars += whole.length();
    // Semicolons end entities.
    return urlChars > maxChars
        ? null
        : NOT_IN_URL
            .matcher(whole)
            .replaceAll(found -> percent(found.group().charAt(0)))
            .replaceAll("&(?=#?\\w+;)", "\\\\&");
  }

  private static String percent(char c) {
    return switch (c) {
      case '(', ')' -> "\\\\" + c;
      default -> String.format(Locale.ROOT, "%%%02X", (int) c);
    };
  }

  private void image(Element element) {
    String alternative = attr(element, "alt").strip();
    if (alternative.isEmpty()
        || !(isWithinMain(element) || (ends.containsKey(element) && !inline.isEmpty()))
        || TINY.matcher(attr(element, "width")).matches()
        || TINY.matcher(attr(element, "height")).matches()) {
      return;
    }
    String source =
        Arrays.stream(IMAGE_SOURCES)
            .map(name -> attr(element, name).strip())
            .filter(value -> !value.isEmpty() && !value.regionMatches(true, 0, "data:", 0, 5))
            .findFirst()
            .orElse("");
    String url = source.isEmpty() ? null : url(source);
    if (url != null && !url.equals(lastImage)) { // Again within noscript, as a rule.
      lastImage = url;
      InlineText words = new InlineText();
      words.text(alternative);
      inline.image(words.take(table == null ? Form.HEADING : Form.CELL), url);
    }
  }

  @Override
  public void tail(Node node, int depth) {
    if (skipped != null) {
      skipped = node.equals(skipped) ? null : skipped;
      return;
    }
    if (node instanceof Element element) {
      if (pre != null) {
        if (element.equals(openPre)) {
          code();
        } else if (element.isBlock()) {
          preLine(false);
        }
        if (pre != null) {
          return;
        }
      }
      close(element);
    }
  }

  private void close(Element element) {
    String name = element.normalName();
    if (table != null && (name.equals("td") || name.equals("th"))) {
      table.cell(element, inline.take(Form.CELL));
    } else if (element.equals(openTable)) {
      blocks.block(table.toString());
      table = null;
      openTable = null;
      flush();
    } else if (table != null && name.equals("caption")) {
      blocks.paragraph(inline.take(Form.PARAGRAPH));
    } else if (isBlock(element)) {
      flush();
    }
    switch (name) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> heading = 0;
      case "td", "th" -> inline.space();
      case "code", "kbd", "samp", "tt" -> inline.closeCode();
      case "ul", "ol", "menu", "dir", "dl", "li", "blockquote" -> blocks.close(element);
      default -> inline.close(element);
    }
  }

  /** Ends the paragraph or heading; within a cell it ends the line. */
  private void flush() {
    if (table != null) {
      inline.lineBreak();
    } else if (heading > 0 && !inline.isEmpty()) {
      blocks.block("#".repeat(heading) + ' ' + inline.take(Form.HEADING));
    } else {
      blocks.paragraph(inline.take(Form.PARAGRAPH));
    }
  }

  /** Ends a block of code. */
  private void code() {
    String text = pre.toString().replace("\r\n", "\n").replace('\r', '\n').replace('\u00a0', ' ');
    String code = text.stripTrailing().replaceFirst("^(?:[ \\t]*\\n)+", "");
    if (!code.isBlank()) {
      String fence = "`".repeat(Math.max(3, InlineText.longestRun(code) + 1));
      blocks.block(fence + language() + '\n' + code + '\n' + fence);
    }
    pre = null;
    openPre = null;
  }

  /** The programming language that the classes of the code, or of what is around it, name. */
  private String language() {
    Element inner = openPre.selectFirst("code");
    Element outer = openPre.parent();
    Element outermost = outer == null ? null : outer.parent();
    for (Element element : Arrays.asList(inner, openPre, outer, outermost)) {
      Matcher named = LANGUAGE.matcher(element == null ? "" : attr(element, "class"));
      if (named.find() && !NO_LANGUAGE.matcher(named.group(1)).matches()) {
        return named.group(1);
      }
    }
    return "";
  }
}
