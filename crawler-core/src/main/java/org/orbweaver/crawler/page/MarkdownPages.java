package org.orbweaver.crawler.page;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.io.IOUtils;
import org.commonmark.Extension;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.parser.beta.LinkResult;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.page.document.Deadline;

/**
 * Converts Markdown to an HTML page with the same content, so that the reader of HTML reads it:
 * CommonMark with tables and bare URLs as links. All of it is main content. The title is that of a
 * front matter (lines of names and values at the beginning, between two of three dashes), else the
 * first heading.
 *
 * <p>The nesting is bounded, which bounds the stack, and so is the HTML, since a reference to a
 * long URL repeats it. Most hostile texts take time in proportion to their length; the worst,
 * brackets after brackets, meet the deadline at each.
 */
final class MarkdownPages {
  private static final int MAX_NESTING = 100;

  /** Longest HTML, in characters for each of the text; a table has five for each. */
  private static final int MAX_GROWTH = 16;

  private static final int MIN_HTML = 100_000;

  private static final int MAX_FRONT_LINES = 500;

  private static final Pattern NAMED = Pattern.compile("[\\w-]+[ \\t]*:.*");

  private static final List<Extension> EXTENSIONS =
      List.of(AutolinkExtension.create(), TablesExtension.create());

  private static final HtmlRenderer HTML = HtmlRenderer.builder().extensions(EXTENSIONS).build();

  private MarkdownPages() {}

  /**
   * The page of a text.
   *
   * @param name its title if it has none
   * @throws Deadline.Passed if it takes too long
   * @throws IllegalArgumentException if its HTML is too long
   */
  static Document read(Reader markdown, String url, String name, Deadline deadline) {
    try {
      String text = IOUtils.toString(markdown);
      FrontMatter front = FrontMatter.of(text);
      Parser parser =
          Parser.builder()
              .extensions(EXTENSIONS)
              .maxOpenBlockParsers(MAX_NESTING)
              .maxInlineNesting(MAX_NESTING)
              .linkProcessor(
                  (link, scanner, context) -> {
                    deadline.check();
                    return LinkResult.none();
                  })
              .build();
      String body = text.substring(front.end);
      Node read = parser.parseReader(new HtmlPageParser.TimedReader(body, deadline));
      BoundedWriter html =
          new BoundedWriter(MIN_HTML + (long) MAX_GROWTH * body.length(), deadline);
      html.write("<main>");
      HTML.render(read, html);
      Document page =
          org.jsoup.parser.Parser.htmlParser()
              .parseInput(new HtmlPageParser.TimedReader(html.toString(), deadline), url);
      Element heading = page.selectFirst("h1, h2, h3, h4, h5, h6");
      page.title(!front.title.isEmpty() ? front.title : heading != null ? heading.text() : name);
      return page;
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory", e);
    }
  }

  /**
   * The front matter of a text.
   *
   * @param end where the rest begins; 0 without one
   * @param title empty if it has none
   */
  private record FrontMatter(int end, String title) {
    static final FrontMatter NONE = new FrontMatter(0, "");

    static FrontMatter of(String text) {
      int at = end(text, 0);
      if (!isDashes(text.substring(0, at))) {
        return NONE;
      }
      String title = "";
      for (int line = 0; line <= MAX_FRONT_LINES && at < text.length(); line++) {
        int end = end(text, at);
        String content = text.substring(at, end).strip();
        at = end;
        if (line == 0 && !NAMED.matcher(content).matches()) {
          return NONE;
        } else if (isDashes(content)) {
          return new FrontMatter(at, title);
        } else if (title.isEmpty() && content.startsWith("title:")) {
          title = unquoted(content.substring("title:".length()).strip());
        }
      }
      return NONE;
    }

    /** The end of a line, its break included. */
    private static int end(String text, int from) {
      int at = from;
      while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
        at++;
      }
      at = Math.min(text.length(), at + 1);
      boolean isPair = at < text.length() && text.charAt(at) == '\n' && text.charAt(at - 1) == '\r';
      return isPair ? at + 1 : at;
    }

    private static boolean isDashes(String line) {
      return line.startsWith("---") && line.strip().equals("---");
    }

    private static String unquoted(String value) {
      char quote = value.isEmpty() ? 0 : value.charAt(0);
      boolean isQuoted =
          value.length() > 1 && (quote == '"' || quote == '\'') && value.endsWith("" + quote);
      return isQuoted ? value.substring(1, value.length() - 1) : value;
    }
  }

  private static final class BoundedWriter extends StringWriter {
    private final long max;
    private final Deadline deadline;

    BoundedWriter(long max, Deadline deadline) {
      this.max = max;
      this.deadline = deadline;
    }

    @Override
    public StringWriter append(CharSequence text) {
      deadline.check();
      if (getBuffer().length() + (long) text.length() > max) {
        throw new IllegalArgumentException(
            "its HTML is more than " + MAX_GROWTH + " times as long as its Markdown");
      }
      return super.append(text);
    }
  }
}
