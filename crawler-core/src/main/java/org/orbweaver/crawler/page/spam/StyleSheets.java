package org.orbweaver.crawler.page.spam;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/**
 * The rules of a page's own style sheets whose selector is one tag, class, id, or a tag with a
 * class or id ({@code p.x}). Rules with other selectors, and those of a medium, are skipped;
 * because of them {@link #complete} may be false. External style sheets are not read.
 *
 * <p>Linear in the length of the sheets; only their first {@value #MAX_CHARS} characters and
 * {@value #MAX_RULES} rules are read.
 */
final class StyleSheets {
  private static final int MAX_CHARS = 200_000;
  private static final int MAX_RULES = 1000;
  private static final int MAX_SELECTOR = 80;
  private static final int MAX_CLASSES = 16;

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?(?:\\*/|\\z)", Pattern.DOTALL);

  /** For any tag. */
  private static final String ANY = "";

  // By tag, and by class or id and then tag: without a string to be made for each lookup, since
  // every element of the page has some.
  private final Map<String, Style> ofTags = new HashMap<>();
  private final Map<String, Map<String, Style>> ofClasses = new HashMap<>();
  private final Map<String, Map<String, Style>> ofIds = new HashMap<>();
  private int chars;
  private int size;
  private boolean complete = true;

  /** Whether all rules that could change a colour or size are known. */
  boolean complete() {
    return complete;
  }

  /** Notes that a style sheet cannot be read here. */
  void incomplete() {
    complete = false;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Adds a sheet. */
  void add(String sheet) {
    chars += sheet.length();
    if (chars > MAX_CHARS) {
      complete = false;
      return;
    }
    String css = sheet.contains("/*") ? COMMENT.matcher(sheet).replaceAll("") : sheet;
    int at = 0;
    int open = -1;
    int semicolon = -1;
    while (at < css.length()) {
      open = open < at ? next(css, '{', at) : open;
      if (open == css.length()) {
        return;
      }
      while (css.charAt(at) <= ' ') {
        at++;
      }
      if (css.charAt(at) == '@') {
        complete = false;
        // A statement as @import "x"; or a block with statements in it.
        semicolon = semicolon < at ? next(css, ';', at) : semicolon;
        at = semicolon < open ? semicolon + 1 : blockEnd(css, open);
        continue;
      }
      String prelude = css.substring(at, open).strip();
      int close = css.indexOf('}', open);
      close = close < 0 ? css.length() : close;
      rule(prelude, css.substring(open + 1, close));
      at = close + 1;
    }
  }

  /** The position of the next such character; the end if there is none. */
  private static int next(String css, char c, int from) {
    int found = css.indexOf(c, from);
    return found < 0 ? css.length() : found;
  }

  private void rule(String selectors, String css) {
    Style style = new Style();
    style.read(css);
    if (style.isEmpty()) {
      return;
    }
    for (String part : selectors.split(",", MAX_CLASSES)) {
      String selector = part.strip();
      if (size >= MAX_RULES || !isSimple(selector)) {
        complete = false;
        continue;
      }
      of(selector).add(style);
      size++;
    }
  }

  /** The style of the elements that match a selector. */
  private Style of(String selector) {
    int sign = 0;
    while (sign < selector.length()
        && selector.charAt(sign) != '.'
        && selector.charAt(sign) != '#') {
      sign++;
    }
    String tag = selector.substring(0, sign);
    if (sign == selector.length()) {
      return ofTags.computeIfAbsent(tag, key -> new Style());
    }
    return (selector.charAt(sign) == '.' ? ofClasses : ofIds)
        .computeIfAbsent(selector.substring(sign + 1), key -> new HashMap<>())
        .computeIfAbsent(tag, key -> new Style());
  }

  /** Whether it is a tag, a class, an id, or a tag with a class or id. */
  private static boolean isSimple(String selector) {
    int end = selector.length() - 1;
    int signs = 0;
    for (int i = 0; i <= end; i++) {
      char c = selector.charAt(i);
      if ((c == '.' || c == '#') && i < end) {
        signs++;
      } else if (c != '-' && c != '_' && !Character.isLetterOrDigit(c)) {
        return false;
      }
    }
    return end >= 0 && end < MAX_SELECTOR && signs <= 1;
  }

  /** Adds the properties that the sheets give an element, the more specific selectors last. */
  void read(Element element, Style style) {
    String tag = element.normalName();
    apply(ofTags.get(tag), style);
    if (element.attributesSize() == 0) {
      return;
    }
    String names = ofClasses.isEmpty() ? "" : attr(element, "class");
    if (!names.isEmpty()) {
      for (String name : names.split(" ", MAX_CLASSES)) {
        apply(ofClasses.get(name), tag, style);
      }
    }
    if (!ofIds.isEmpty()) {
      apply(ofIds.get(attr(element, "id")), tag, style);
    }
  }

  private static void apply(Map<String, Style> found, String tag, Style style) {
    if (found != null) {
      apply(found.get(ANY), style);
      apply(found.get(tag), style);
    }
  }

  private static void apply(Style found, Style style) {
    if (found != null) {
      style.add(found);
    }
  }

  private static int blockEnd(String css, int open) {
    int depth = 0;
    for (int i = open; i < css.length(); i++) {
      if (css.charAt(i) == '{') {
        depth++;
      } else if (css.charAt(i) == '}' && --depth == 0) {
        return i + 1;
      }
    }
    return css.length();
  }
}
