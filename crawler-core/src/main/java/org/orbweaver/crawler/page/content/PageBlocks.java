package org.orbweaver.crawler.page.content;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;
import static org.orbweaver.crawler.page.document.HtmlAttributes.hasAttr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.page.content.NameWords.ElementRole;
import org.orbweaver.crawler.page.spam.Style;

/**
 * The blocks of a page (lines of its text, cells of its tables) and the elements around them, with
 * counts for each, collected in the pass that collects the text. Elements and blocks are numbered
 * in the order of the page, so an element's parent has a lower number than it.
 */
final class PageBlocks {

  // Indexes into an array of counts for the text of a block or of an element.
  /** Characters without white space; an ideograph counts as three. */
  static final int LENGTH = 0;

  /** As {@link #LENGTH}, in links. */
  static final int LINK = 1;

  /** As {@link #LENGTH}, in bold or italics. */
  static final int EMPHASIS = 2;

  /** Words; an ideograph is one. */
  static final int WORDS = 3;

  static final int COMMAS = 4;

  /** Marks that end a sentence. */
  static final int STOPS = 5;

  static final int DIGITS = 6;
  static final int UPPER = 7;

  /** Words that begin with a capital letter. */
  static final int CAPS = 8;

  /** Marks between the pieces of a list on one line. */
  static final int SEPARATORS = 9;

  /** Marks of names, rights and tags. */
  static final int SIGNS = 10;

  /** Links that begin in the text, empty ones included. */
  static final int LINKS = 11;

  /** As {@link #LENGTH}, in links with an address; others name a place. */
  static final int ADDRESS = 12;

  static final int COUNTS = 13;

  /** A user's choice about a block. */
  enum Mark {
    NONE,
    KEEP,
    DROP
  }

  /** Kinds of elements that are handled differently. */
  enum Tag {
    OTHER,
    BODY,
    DIV,
    SECTION,
    P,
    HEADING,
    LIST,
    ITEM,
    TABLE,
    ROW,
    CELL,
    PRE,
    QUOTE,
    TERM,
    FORM,
    FIGURE
  }

  /** A block. */
  static final class Block {
    /** The number of the element around it. */
    final int element;

    /** Counts of its text. */
    final int[] in = new int[COUNTS];

    final Mark mark;

    /** Pictures and players between the previous block and this one. */
    final int media;

    int start;
    int end;

    /** Its last visible character. */
    char lastChar;

    /** Whether it has a copyright sign. */
    boolean rights;

    /**
     * Whether an attribute of an element around it hides it; after {@link #finish}, whether such a
     * block was dropped before this one.
     */
    boolean hidden;

    /** The parts of inline elements around all of its text. */
    int inline = -1;

    /** Hash of its text, without white space. */
    int hash;

    private Block(int element, Mark mark, int media) {
      this.element = element;
      this.mark = mark;
      this.media = media;
    }
  }

  /** Shorter blocks are not prose. */
  private static final int PROSE_CHARS = 80;

  private final List<Block> blocks = new ArrayList<>();
  private int elements;
  private int current = -1;
  private int links;
  private int addresses;
  private int emphasis;
  private boolean begins = true;

  int[] parent = new int[256];
  Tag[] tag = new Tag[256];
  int[] level = new int[256];
  int[] parts = new int[256];
  int[] path = new int[256];
  int[][] of = new int[256][];

  /** The block to which the next piece of text belongs, unless another begins. */
  private Block open;

  /** Counts of the current piece of text. */
  private final int[] counts = new int[COUNTS];

  private char last;

  /** The outermost hidden element, while inside it. */
  private Element hiding;

  /** The parts of the open inline elements, and of those around them. */
  private final int[] inlineParts = new int[64];

  private int inlineDepth;
  private int pictures;
  private int newLinks;

  private Mark marked = Mark.NONE;

  /** Marks the following text. */
  void mark(Mark next) {
    marked = next;
    begins = true;
  }

  int elements() {
    return elements;
  }

  int blocks() {
    return blocks.size();
  }

  Block block(int b) {
    return blocks.get(b);
  }

  /** Whether a block has this mark. */
  boolean any(Mark wanted) {
    return blocks.stream().anyMatch(block -> block.mark == wanted);
  }

  /** Enters an element. */
  void open(Element one) {
    String name = one.normalName();
    if (hiding == null && hides(one)) {
      hiding = one;
      begins = true;
    }
    if (!one.isBlock()) {
      switch (name) {
        case "a" -> {
          links++;
          addresses += hasAttr(one, "href") ? 1 : 0;
          newLinks++;
        }
        case "b", "strong", "em", "i" -> emphasis++;
        case "br" -> begins = true;
        case "img", "picture", "video", "iframe", "svg", "audio", "amp-img" -> pictures++;
        default -> {}
      }
      if (++inlineDepth < inlineParts.length) {
        inlineParts[inlineDepth] = inlineParts[inlineDepth - 1] | named(one, name);
      }
      return;
    }
    begins = true;
    if (elements == parent.length) {
      int size = elements * 2;
      parent = Arrays.copyOf(parent, size);
      tag = Arrays.copyOf(tag, size);
      level = Arrays.copyOf(level, size);
      parts = Arrays.copyOf(parts, size);
      path = Arrays.copyOf(path, size);
      of = Arrays.copyOf(of, size);
    }
    int id = elements++;
    parent[id] = current;
    level[id] = current < 0 ? 0 : level[current] + 1;
    of[id] = new int[COUNTS];
    Tag kind = tag(name);
    tag[id] = kind;
    int named = kind == Tag.BODY ? 0 : named(one, name);
    parts[id] = named;
    path[id] = name.hashCode() * 31 + attr(one, "class").hashCode();
    current = id;
  }

  private static int named(Element one, String name) {
    int parts =
        switch (name) {
          case "nav", "menu" -> ElementRole.NAVIGATION.bit();
          case "header" -> ElementRole.HEADER.bit();
          case "footer" -> ElementRole.FOOTER.bit();
          case "aside" -> ElementRole.SIDE.bit();
          case "form", "fieldset" -> ElementRole.DIALOG.bit();
          case "figure", "figcaption" -> ElementRole.CAPTION.bit();
          case "article", "main" -> ElementRole.MAIN.bit();
          case "address", "time" -> ElementRole.ABOUT.bit();
          case "button", "label" -> ElementRole.DIALOG.bit();
          default -> 0;
        };
    if (one.attributesSize() > 0) {
      parts |= NameWords.parts(attr(one, "class"));
      parts |= NameWords.parts(attr(one, "id"));
      parts |= NameWords.parts(attr(one, "role"));
      parts |= NameWords.parts(attr(one, "itemprop"));
      if (attr(one, "aria-hidden").equals("true") || hides(one)) {
        parts |= ElementRole.HIDDEN.bit();
      }
    }
    return parts;
  }

  private static boolean hides(Element one) {
    return one.attributesSize() > 0 && (hasAttr(one, "hidden") || Style.hides(attr(one, "style")));
  }

  private static Tag tag(String name) {
    return switch (name) {
      case "html", "body" -> Tag.BODY;
      case "div" -> Tag.DIV;
      case "section", "article", "main" -> Tag.SECTION;
      case "p" -> Tag.P;
      case "h1", "h2", "h3", "h4", "h5", "h6" -> Tag.HEADING;
      case "ul", "ol", "dl" -> Tag.LIST;
      case "li" -> Tag.ITEM;
      case "table" -> Tag.TABLE;
      case "tr" -> Tag.ROW;
      case "td", "th" -> Tag.CELL;
      case "pre" -> Tag.PRE;
      case "blockquote" -> Tag.QUOTE;
      case "dt", "dd" -> Tag.TERM;
      case "form", "fieldset" -> Tag.FORM;
      case "figure", "figcaption" -> Tag.FIGURE;
      default -> Tag.OTHER;
    };
  }

  /** Leaves an element. */
  void close(Element one) {
    if (one.equals(hiding)) {
      hiding = null;
      begins = true;
    }
    if (!one.isBlock()) {
      switch (one.normalName()) {
        case "a" -> {
          links--;
          addresses -= hasAttr(one, "href") ? 1 : 0;
        }
        case "b", "strong", "em", "i" -> emphasis--;
        default -> {}
      }
      inlineDepth--;
      return;
    }
    begins = true;
    current = parent[current];
  }

  /** The share of links in the counted text. */
  static float linkDensity(int[] counts) {
    int length = counts[LENGTH];
    return length == 0 ? 0 : (float) counts[LINK] / length;
  }

  static void add(int[] sum, int[] more) {
    for (int i = 0; i < COUNTS; i++) {
      sum[i] += more[i];
    }
  }

  /** Adds text appended to the page's text, between two offsets; returns its number of words. */
  int text(CharSequence text, int from, int to) {
    if (current < 0 || to <= from) {
      return 0;
    }
    if (begins) {
      begins = false;
      open = new Block(current, marked, pictures);
      open.start = from;
      while (open.start < to && text.charAt(open.start) <= ' ') {
        open.start++;
      }
      open.hidden = hiding != null && marked != Mark.KEEP;
      blocks.add(open);
      pictures = 0;
      last = ' ';
    }
    open.end = to;
    Arrays.fill(counts, 0);
    boolean sign = false;
    int hashed = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c > ' ') {
        count(c);
        hashed = hashed * 31 + c;
        sign |= c == '\u00a9';
        last = c;
      } else {
        last = ' ';
      }
    }
    open.lastChar = last;
    if (counts[LENGTH] > 0) {
      open.inline &= inlineParts[Math.min(inlineDepth, inlineParts.length - 1)];
    }
    open.hash = open.hash * 31 + hashed;
    counts[LINKS] = newLinks;
    newLinks = 0;
    open.rights |= sign;
    counts[LINK] = links > 0 ? counts[LENGTH] : 0;
    counts[ADDRESS] = addresses > 0 ? counts[LENGTH] : 0;
    counts[EMPHASIS] = emphasis > 0 ? counts[LENGTH] : 0;
    add(open.in, counts);
    return counts[WORDS];
  }

  /**
   * Sums up the counts of the elements at the end.
   *
   * @param drops whether hidden blocks are dropped, unless most of the page's prose is hidden: then
   *     a script shows it
   */
  void finish(boolean drops) {
    if (drops && !isProseHidden()) {
      dropHidden();
    } else {
      blocks.forEach(block -> block.hidden = false);
    }
    for (Block block : blocks) {
      add(of[block.element], block.in);
    }
    for (int e = elements - 1; e > 0; e--) {
      if (parent[e] >= 0) {
        add(of[parent[e]], of[e]);
      }
    }
  }

  private boolean isProseHidden() {
    int more = 0;
    for (Block block : blocks) {
      more += block.hidden ? prose(block) : -prose(block);
    }
    return more > 0;
  }

  /** Characters of a block in sentences outside of links; 0 if it is not prose. */
  static int prose(Block block) {
    int[] counts = block.in;
    boolean isProse =
        counts[LENGTH] >= PROSE_CHARS && counts[STOPS] > 0 && linkDensity(counts) < .5f;
    return isProse ? counts[LENGTH] - counts[LINK] : 0;
  }

  private void dropHidden() {
    List<Block> all = List.copyOf(blocks);
    blocks.clear();
    boolean before = false;
    for (Block block : all) {
      boolean dropped = block.hidden;
      if (!dropped) {
        block.hidden = before;
        blocks.add(block);
      }
      before = dropped;
    }
  }

  private void count(char c) {
    if (c >= '\u2e80' && c < '\uff00') {
      if (c >= '\u3001' && c <= '\u3002') {
        counts[c == '\u3002' ? STOPS : COMMAS]++;
      }
      counts[LENGTH] += 3;
      counts[WORDS]++;
      return;
    }
    counts[LENGTH]++;
    if (last <= ' ') {
      counts[WORDS]++;
      counts[CAPS] += Character.isUpperCase(c) ? 1 : 0;
    }
    switch (c) {
      case '|', '\u00b7', '\u2022', '/', '>', '\u203a', '\u00bb' -> counts[SEPARATORS]++;
      case '@', '#', '\u00a9', '&', '+' -> counts[SIGNS]++;
      case ',', ';', '\u060c', '\uff0c' -> counts[COMMAS]++;
      case '.', '!', '?', '\u2026', '\u0964', '\u06d4', '\uff01', '\uff1f' -> counts[STOPS]++;
      default -> {
        if (c >= '0' && c <= '9') {
          counts[DIGITS]++;
        } else if (c >= 'A' && c <= 'Z') {
          counts[UPPER]++;
        }
      }
    }
  }
}
