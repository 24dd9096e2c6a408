package org.orbweaver.crawler.page.spam;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;
import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.orbweaver.crawler.url.Hosts;

/**
 * Measures the signals of spam of one HTML page while its elements are visited, in their order.
 *
 * <p>Hidden text is detected by the page's own style: attributes, inline declarations and the
 * simple rules of the sheets in the page ({@link StyleSheets}) before the element. Ways of hiding
 * that only serve to deceive (text in the colour of its background, a font size of 0, an indent out
 * of the box) count by the number of words and their share. Ways that menus, tabs, dialogs and text
 * for screen readers use as well ({@code display:none}, a box out of sight) count only as far as
 * the text is a pile of keywords. Navigation and short labels never count, nor does text that a
 * script or an external style sheet may show.
 *
 * <p>Keywords differ from prose in how often words and pairs of words repeat, and in the ratio of
 * compression (A. Ntoulas, M. Najork, M. Manasse, D. Fetterly, <i>Detecting Spam Web Pages through
 * Content Analysis</i>, 2006). Thresholds are above the values of real pages, among them references
 * of programming languages with their repeated signatures.
 *
 * <p>Linear in the page; memory is fixed except for one frame for each level of nesting.
 */
public final class SpamCollector {
  private static final int MAX_LINKS = 2000;

  /** Shorter texts in one hidden element are labels. */
  private static final int LABEL_WORDS = 8;

  private static final int MAX_BLOCK = 20_000;
  private static final int COMPRESSED_CHARS = 20_000;
  private static final int MAX_SCRIPT = 600;
  private static final int WHITE = 0xffffff;

  private static final Pattern REDIRECT =
      Pattern.compile(
          "location\\s*(?:=|\\.\\s*href\\s*=|\\.\\s*(?:replace|assign)\\s*\\()\\s*"
              + "['\"`](?<url>http[^'\"` \n]*)");

  /** Tags and roles. */
  private static final Set<String> NAVIGATION =
      Set.of(
          "nav menu header footer navigation banner contentinfo menubar noscript".split(" ", -1));

  private static final Set<String> CODE =
      Set.of("pre code tt samp kbd table textarea".split(" ", -1));

  /** Ways of hiding text. */
  private enum Hiding {
    NONE,
    /** Used by ordinary pages as well. */
    ORDINARY,
    /** Used only to deceive. */
    DECEIVING
  }

  /** An open element that differs in style or role from the one around it. */
  private static final class Frame {
    final Node node;
    final Frame outer;

    /** The inherited properties. */
    int color;

    int background = WHITE;
    boolean boxHidden;
    boolean tiny;
    boolean invisible;
    boolean indented;

    /** Whether no unknown style can undo {@link #tiny} or {@link #indented}. */
    boolean sureSize = true;

    /** As {@link #sureSize}, for the colours. */
    boolean sureColors = true;

    boolean navigation;
    boolean link;
    boolean code;
    Hiding hiding = Hiding.NONE;

    Frame(Node node, Frame outer) {
      this.node = node;
      this.outer = outer;
      if (outer != null) {
        color = outer.color;
        background = outer.background;
        boxHidden = outer.boxHidden;
        tiny = outer.tiny;
        invisible = outer.invisible;
        indented = outer.indented;
        sureSize = outer.sureSize;
        sureColors = outer.sureColors;
        navigation = outer.navigation;
        link = outer.link;
        code = outer.code;
      }
    }

    void decide() {
      boolean size = tiny || indented;
      boolean colors = Style.near(color, background);
      if (boxHidden || invisible) {
        hiding = Hiding.ORDINARY;
      } else if ((size && sureSize) || (colors && sureColors)) {
        hiding = Hiding.DECEIVING;
      } else if (size || colors) {
        hiding = Hiding.ORDINARY;
      } else {
        hiding = Hiding.NONE;
      }
    }
  }

  private final String host;
  private final StyleSheets sheets = new StyleSheets();
  private final WordCounts visible = new WordCounts();
  private int linkWords;
  private int codeWords;

  /** Text within the outermost open hidden element. */
  private final StringBuilder block = new StringBuilder();

  private final HiddenPrompts prompts = new HiddenPrompts();
  private int deceivingChars;
  private int hiddenWords;
  private int deceivingWords;
  private double hiddenKeywords;
  private Frame frame = new Frame(null, null);

  private int links;
  private final Map<String, Integer> anchors = new HashMap<>();
  private final Set<String> ordinaryLinks = new HashSet<>();
  private final Set<String> deceivingLinks = new HashSet<>();
  private boolean scriptRedirect;

  /** For a page with this URL. */
  public SpamCollector(String url) {
    this.host = Hosts.host(url);
  }

  /** Enters an element; {@link #close} must follow. */
  public void open(Element element) {
    String tag = element.normalName();
    boolean link = tag.equals("a");
    boolean navigation = NAVIGATION.contains(tag);
    boolean code = CODE.contains(tag);
    boolean attributes = element.attributesSize() > 0;
    if (!link && !navigation && !code && !attributes && sheets.isEmpty()) {
      return;
    }
    Style style = new Style();
    boolean root = tag.equals("html") || tag.equals("body");
    if (!sheets.isEmpty()) {
      sheets.read(element, style);
    }
    boolean unknown = false;
    boolean hiddenAttribute = false;
    if (attributes) {
      color(element, style);
      String inline = attr(element, "style");
      if (!inline.isEmpty()) {
        style.read(inline);
      }
      unknown =
          !sheets.complete() && !root && (hasAttr(element, "class") || hasAttr(element, "id"));
      hiddenAttribute = hasAttr(element, "hidden");
      navigation |= NAVIGATION.contains(attr(element, "role"));
    }
    boolean differs = !style.isEmpty() || hiddenAttribute || (unknown && frame.sureSize);
    if (!link && !navigation && !code && !differs) {
      return;
    }
    Frame inner = new Frame(element, frame);
    inner.navigation |= navigation;
    inner.code |= code;
    inner.sureSize &= !unknown;
    inner.sureColors &= sheets.complete() || (!unknown && frame.node != null);
    if (link) {
      inner.link = true;
      inner.color = Style.UNKNOWN; // The colour of links.
    }
    apply(style, inner, hiddenAttribute, root, sheets.complete());
    frame = inner;
  }

  private static void apply(
      Style style, Frame inner, boolean hiddenAttribute, boolean root, boolean complete) {
    if (style.color != null) {
      inner.color = style.color;
    }
    if (style.background != null) {
      inner.background = style.background;
    }
    if (style.color != null && style.background != null) {
      inner.sureColors = true;
    } else if (style.color != null || style.background != null) {
      inner.sureColors &= complete;
    }
    if (style.flags.containsKey(Style.Flag.TINY)) {
      inner.tiny = style.flags.get(Style.Flag.TINY);
      inner.sureSize = true;
    }
    // Many pages are hidden as a whole until their scripts are loaded.
    if (!root) {
      if (style.flags.containsKey(Style.Flag.INVISIBLE)) {
        inner.invisible = style.flags.get(Style.Flag.INVISIBLE);
      }
      if (style.flags.containsKey(Style.Flag.INDENTED)) {
        inner.indented = style.flags.get(Style.Flag.INDENTED);
        inner.sureSize = true;
      }
      inner.boxHidden |= hiddenAttribute || style.hidesBox();
    }
    inner.decide();
  }

  /** Leaves an element. */
  public void close(Element element) {
    if (element.equals(frame.node)) {
      boolean hidden = frame.hiding != Hiding.NONE;
      frame = frame.outer;
      if (hidden && frame.hiding == Hiding.NONE) {
        prompts.end();
        if (block.length() > 0) {
          endBlock();
        }
      }
    }
  }

  private void endBlock() {
    WordCounts words = new WordCounts();
    words.add(block);
    int total = words.total();
    hiddenWords += total;
    if (deceivingChars * 2 > block.length() && total >= LABEL_WORDS) {
      deceivingWords += total;
    }
    hiddenKeywords = Math.max(hiddenKeywords, ramp(total, 30, 60) * keywords(words));
    block.setLength(0);
    deceivingChars = 0;
  }

  /**
   * Adds text.
   *
   * @param start of it in the text of the page
   * @param end of it there
   */
  public void text(String piece, int start, int end) {
    if (end > start && frame.hiding == Hiding.NONE) {
      prompts.end();
    } else if (end > start) {
      prompts.add(start, end);
    }
    if (frame.hiding == Hiding.NONE) {
      if (frame.link) {
        linkWords += words(piece);
      } else if (frame.code) {
        codeWords += words(piece);
      } else {
        visible.add(piece);
      }
    } else if (!frame.navigation && !frame.link && block.length() < MAX_BLOCK) {
      block.append(piece, 0, Math.min(piece.length(), MAX_BLOCK));
      deceivingChars += frame.hiding == Hiding.DECEIVING ? piece.length() : 0;
    }
  }

  /** Number of words, roughly. */
  private static int words(String text) {
    int words = 0;
    boolean in = false;
    for (int i = 0; i < text.length(); i++) {
      boolean letter = text.charAt(i) > ' ';
      words += letter && !in ? 1 : 0;
      in = letter;
    }
    return words;
  }

  /** Adds a link within the open element, with its reference as written in the page. */
  public void link(String reference, String anchor) {
    if (++links > MAX_LINKS) {
      return;
    }
    if (frame.hiding == Hiding.NONE) {
      phrase(anchor);
      return;
    }
    String target = elsewhere(reference);
    if (target != null && !frame.navigation && !anchor.isEmpty()) {
      (frame.hiding == Hiding.DECEIVING ? deceivingLinks : ordinaryLinks).add(target);
    }
  }

  /** Counts the pairs of words with which anchors begin or end. */
  private void phrase(String anchor) {
    if (anchor.length() > 100 || frame.code) {
      return;
    }
    String[] words = anchor.split(" ", 12);
    if (words.length < 3) {
      return;
    }
    anchors.merge(words[0] + ' ' + words[1], 1, Integer::sum);
    if (words.length > 3) {
      anchors.merge(
          "\0" + words[words.length - 2] + ' ' + words[words.length - 1], 1, Integer::sum);
    }
  }

  /** Host of an absolute reference to another site, or null. */
  private String elsewhere(String reference) {
    int slashes = reference.indexOf("//");
    if (slashes < 0 || slashes > 6) {
      return null;
    }
    String target = Hosts.host(slashes == 0 ? "http:" + reference : reference);
    return target.isEmpty() || Hosts.domain(target).equals(Hosts.domain(host)) ? null : target;
  }

  /** Adds the contents of a style element. */
  public void style(Element element) {
    String media = attr(element, "media");
    Element parent = element.parent();
    if (parent != null && parent.normalName().equals("noscript")) {
      return;
    }
    if (media.isEmpty() || media.equals("all") || media.equals("screen")) {
      sheets.add(element.data());
    } else {
      sheets.incomplete();
    }
  }

  /** Adds a link element, which may name a style sheet. */
  public void linked(String rel) {
    if (rel.toLowerCase(Locale.ROOT).contains("stylesheet")) {
      sheets.incomplete();
    }
  }

  /** Adds a script, which may only redirect to another site. */
  public void script(Element element) {
    String script = element.data();
    if (script.length() > MAX_SCRIPT || script.contains("function") || script.contains("if")) {
      return;
    }
    Matcher redirect = REDIRECT.matcher(script);
    scriptRedirect |= redirect.find() && elsewhere(redirect.group("url")) != null;
  }

  /**
   * The hidden texts that address language models, as ranges of the text.
   *
   * @param body the text of the page
   */
  public List<HiddenPrompts.HiddenText> prompts(String body) {
    return prompts.in(body);
  }

  /**
   * The signals; called once, after all else.
   *
   * @param body the text of the page
   * @param keywords contents of the meta element of that name; may be null
   * @param refreshUrl another page that replaces this one; null for none
   * @param refreshSeconds the delay before it does
   * @param prompted whether there are {@link #prompts}
   */
  public SpamSignals signals(
      String body, String keywords, String refreshUrl, int refreshSeconds, boolean prompted) {
    boolean redirects =
        scriptRedirect
            || (refreshUrl != null && refreshSeconds <= 5 && elsewhere(refreshUrl) != null);
    return new SpamSignals(
        hiddenText(),
        stuffing(body, keywords),
        hiddenLinks(),
        doorway(redirects),
        prompted ? 1 : 0);
  }

  private double hiddenText() {
    if (block.length() > 0) {
      endBlock(); // The page ended within the hidden element.
    }
    double share = (double) deceivingWords / Math.max(1, words() + hiddenWords);
    return Math.max(hiddenKeywords, ramp(deceivingWords, 10, 40) * ramp(share, .01, .1));
  }

  /** Words that readers see. */
  private int words() {
    return visible.total() + linkWords + codeWords;
  }

  /** The likelihood, from 0 to 1, that a hidden text is a pile of keywords. */
  private static double keywords(WordCounts text) {
    double repeated =
        Math.max(ramp(text.topWordShare(), .07, .16), ramp(text.topPairShare(), .04, .1));
    double list =
        ramp(-text.functionWordShare(), -.15, -.05) * ramp(-text.sentenceEndShare(), -.03, -.01);
    // A list alone may be one of countries, and repetition alone a form or a table.
    double most = Math.max(repeated * Math.max(list, .4), list * Math.max(repeated, .3));
    return most * ramp(-text.noiseShare(), -.15, -.05);
  }

  private double stuffing(String body, String keywords) {
    // In a page of links or signatures the few words between them also repeat.
    double prose = words() == 0 ? 0 : (double) visible.total() / words();
    double repeated =
        ramp(visible.total(), 60, 150)
            * Math.max(
                ramp(prose * visible.topWordShare(), .09, .18),
                ramp(prose * visible.topPairShare(), .05, .12));
    double stuffed = repeated;
    if (repeated > 0 && repeated < 1 && visible.total() >= 300) {
      stuffed = Math.max(stuffed, Math.sqrt(repeated * ramp(compression(body), 4, 6)));
    }
    double meta = 0;
    if (keywords != null) {
      WordCounts named = new WordCounts();
      named.add(keywords);
      meta = .4 * ramp(named.total(), 30, 80) * ramp(named.topWordShare(), .1, .25);
    }
    return 1 - (1 - stuffed) * (1 - meta);
  }

  /** The size of a text divided by its compressed size. */
  private static double compression(String body) {
    byte[] bytes =
        body.substring(0, Math.min(body.length(), COMPRESSED_CHARS))
            .getBytes(StandardCharsets.UTF_8);
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      byte[] compressed = new byte[bytes.length + 64];
      return (double) bytes.length / Math.max(1, deflater.deflate(compressed));
    } finally {
      deflater.end();
    }
  }

  private double hiddenLinks() {
    // A row of buttons to share a page has up to ten, with an icon in place of the words.
    return Math.max(ramp(deceivingLinks.size(), 8, 20), ramp(ordinaryLinks.size(), 15, 40));
  }

  private double doorway(boolean redirects) {
    int prose = visible.total() + codeWords;
    int most = anchors.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    double alike = links == 0 ? 0 : (double) most / links;
    double farm = ramp(most, 15, 40) * ramp(alike, .5, .8) * ramp(-prose, -150, -60);
    // Text that no reader sees; a page that has moved says so in a few words.
    double bait = redirects ? .8 * ramp(words(), 40, 90) : 0;
    return Math.max(farm, bait);
  }

  /** 0 up to {@code none}, 1 from {@code full} on, linear between. */
  private static double ramp(double value, double none, double full) {
    return Math.max(0, Math.min(1, (value - none) / (full - none)));
  }

  /** Colour attributes from the time before style sheets. */
  private static void color(Element element, Style style) {
    String background = attr(element, "bgcolor");
    if (!background.isEmpty()) {
      style.background = Style.color(background);
    }
    if (hasAttr(element, "background")) {
      style.background = Style.UNKNOWN;
    }
    String tag = element.normalName();
    String color = attr(element, tag.equals("body") ? "text" : tag.equals("font") ? "color" : "");
    if (!color.isEmpty()) {
      style.color = Style.color(color);
    }
  }
}
