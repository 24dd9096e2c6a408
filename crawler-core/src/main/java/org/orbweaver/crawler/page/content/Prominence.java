package org.orbweaver.crawler.page.content;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;
import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/**
 * The prominent parts of a page's text, for a ranking that weights words by their appearance. The
 * stored form, under {@link org.orbweaver.crawler.page.MetaNames#PROMINENCE}, is a list of {@code
 * CLASS:start-end} separated by spaces, such as {@code 1:0-24 E:310-322}: the class is a {@link
 * Rank}'s sign, the positions are characters (UTF-16 units) of the full text from 0, end excluded,
 * ascending, without overlap. Text in no range is ordinary. A position counts by its place in the
 * text. At most {@value #MAX_RANGES} ranges are kept, the first of the page.
 *
 * <p>Style sheets are not read: only elements, their {@code style} attribute and {@code font size}
 * count.
 */
public final class Prominence {

  /** Appearances of text, the strongest first. */
  private enum Rank {
    H1('1'),
    H2('2'),
    H3('3'),
    H4('4'),
    H5('5'),
    H6('6'),
    /** A font at least a quarter larger than that of the text. */
    LARGE('L'),
    /** A font at least a fifth smaller. */
    SMALL('S'),
    /** Bold, italic, underlined or marked. */
    EMPHASIS('E');

    private final char sign;

    Rank(char sign) {
      this.sign = sign;
    }

    private boolean isHeading() {
      return sign <= '6';
    }
  }

  /** An open element of a rank. */
  private record Ranked(Element element, Rank rank) {}

  /** A prominent piece of text. */
  private record Span(Rank rank, int start, int end) {}

  private static final int MAX_RANGES = 200;

  private static final Pattern BOLD = Pattern.compile("font-weight: *bold");
  private static final Pattern FONT_SIZE =
      Pattern.compile(
          "font-size: *(?:(?<number>\\d++\\.?\\d*+|\\.\\d++)(?<unit>px|pt|%)?"
              + "|x{0,2}-?(?<word>large|small))");

  private final List<Span> spans = new ArrayList<>();
  private final Deque<Ranked> open = new ArrayDeque<>();

  /** The element of the last piece of text. */
  private Ranked last;

  /** Enters an element. */
  void open(Element element) {
    Rank own = rank(element);
    Rank outer = open.isEmpty() ? null : open.peek().rank;
    boolean kept = outer != null && (outer.isHeading() || own == Rank.EMPHASIS);
    if (own != null && !kept) {
      open.push(new Ranked(element, own));
    }
  }

  /** Leaves an element. */
  void close(Element element) {
    if (!open.isEmpty() && element.equals(open.peek().element)) {
      open.pop();
    }
  }

  /** Adds text appended to the page's: white space from {@code gap}, words from {@code start}. */
  void text(int gap, int start, int end) {
    Ranked top = open.peek();
    if (top == null || end <= start) {
      return;
    }
    int count = spans.size();
    Span before = count == 0 ? null : spans.get(count - 1);
    if (before != null && top.equals(last) && before.end == gap) {
      spans.set(count - 1, new Span(top.rank, before.start, end));
    } else if (count < MAX_RANGES) {
      spans.add(new Span(top.rank, start, end));
      last = top;
    }
  }

  private static Rank rank(Element element) {
    String name = element.normalName();
    Rank rank =
        switch (name) {
          case "h1", "h2", "h3", "h4", "h5", "h6" -> Rank.values()[name.charAt(1) - '1'];
          case "big" -> Rank.LARGE;
          case "small", "sub", "sup" -> Rank.SMALL;
          case "font" -> ofFontSize(attr(element, "size").strip());
          case "b", "strong", "em", "i", "u", "mark" -> Rank.EMPHASIS;
          default -> null;
        };
    if ((rank == null || rank == Rank.EMPHASIS) && hasAttr(element, "style")) {
      Rank styled = ofStyle(attr(element, "style"));
      rank = styled == null ? rank : styled;
    }
    return rank;
  }

  /** Reads HTML's sizes 1 to 7, where 3 is ordinary, or steps from it. */
  private static Rank ofFontSize(String size) {
    try {
      boolean step = size.startsWith("+") || size.startsWith("-");
      int value = Integer.parseInt(size) + (step ? 3 : 0);
      return value > 3 ? Rank.LARGE : value < 3 ? Rank.SMALL : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static Rank ofStyle(String style) {
    String lower = style.toLowerCase(Locale.ROOT);
    Rank size = ofSize(lower);
    return size == null && BOLD.matcher(lower).find() ? Rank.EMPHASIS : size;
  }

  private static Rank ofSize(String lower) {
    Matcher size = FONT_SIZE.matcher(lower);
    if (!size.find()) {
      return null;
    }
    if (size.group("word") != null) {
      return size.group("word").equals("large") ? Rank.LARGE : Rank.SMALL;
    }
    // The ordinary size in browsers.
    double ordinary =
        switch (Objects.requireNonNullElse(size.group("unit"), "")) {
          case "px" -> 16;
          case "pt" -> 12;
          case "%" -> 100;
          default -> 1;
        };
    double share = Double.parseDouble(size.group("number")) / ordinary;
    return share >= 1.25 ? Rank.LARGE : share <= .8 ? Rank.SMALL : null;
  }

  /** The stored form; empty if nothing is prominent. */
  @Override
  public String toString() {
    StringBuilder value = new StringBuilder();
    for (Span span : spans) {
      value.append(value.isEmpty() ? "" : " ").append(span.rank.sign).append(':');
      value.append(span.start).append('-').append(span.end);
    }
    return value.toString();
  }
}
