package org.orbweaver.crawler.page.content;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Element;
import org.orbweaver.crawler.page.content.MainContent.Range;
import org.orbweaver.crawler.page.content.NameWords.ElementRole;
import org.orbweaver.crawler.page.content.PageBlocks.Mark;
import org.orbweaver.crawler.page.content.PageBlocks.Tag;

/**
 * Finds the main content of an HTML page in the pass that collects its text: it receives each
 * element and each piece of text, and decides at the end. Time and memory are linear in elements
 * and text. An instance is for one page.
 *
 * <p>{@link ContentMethod#BLOCKS} first determines the {@link PageKind kind} of page. Then a {@link
 * TreeModel} gives each block (a line, a cell) the odds that it is main content, from its own text,
 * the names and link density of the elements around it, its neighbours, and the element chosen by
 * readability's points; the kind sets the threshold for the odds.
 */
public final class ContentFinder {

  /** Methods of finding main content. */
  public enum ContentMethod {
    /** All of the text. */
    NONE,
    /** The lectures' optimum cut: {@link OptimumCut}. */
    CUT,
    /** Each block by itself, with a threshold by kind of page. */
    BLOCKS;

    /** The name in settings: lower case. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int MAX_RANGES = 1000;

  /** A table with fewer or longer cells may be the layout of the page. */
  private static final int MIN_CELLS = 6;

  private static final int MAX_CELL_CHARS = 80;

  /** More links between content are navigation. */
  private static final int MAX_LINK_CHARS = 1000;

  /** Shorter main content is doubtful. */
  private static final int FEW_CHARS = 140;

  /** Parts that are never content, unless there is nothing else. */
  private static final int SURROUNDINGS =
      ElementRole.NAVIGATION.bit()
          | ElementRole.FOOTER.bit()
          | ElementRole.DIALOG.bit()
          | ElementRole.HIDDEN.bit();

  private static final class Model {
    static final TreeModel BLOCKS = TreeModel.load("main-content.model");
  }

  private final ContentMethod method;
  private final SiteSelectors.Choice choice;
  final PageBlocks blocks = new PageBlocks();
  private final Prominence prominence = new Prominence();
  private final OptimumCut cut = new OptimumCut();
  private final PageKind.Evidence evidence;
  private PageKind kind;
  private int kept;
  private int dropped;

  ContentFinder(ContentMethod method, SiteSelectors.Choice choice, String url) {
    this.method = method;
    this.choice = choice;
    evidence = new PageKind.Evidence(url);
  }

  /** Enters an element whose text counts. */
  public void open(Element element) {
    evidence.see(element, element.normalName());
    blocks.open(element);
    prominence.open(element);
    cut.tag();
    choose(element, 1);
  }

  /** Leaves an element. */
  public void close(Element element) {
    blocks.close(element);
    prominence.close(element);
    cut.tag();
    choose(element, -1);
  }

  /** Enters or leaves an element selected by a user. */
  private void choose(Element element, int step) {
    boolean keep = choice.keep().contains(element);
    boolean drop = choice.drop().contains(element);
    if (keep || drop) {
      kept += keep ? step : 0;
      dropped += drop ? step : 0;
      blocks.mark(dropped > 0 ? Mark.DROP : kept > 0 ? Mark.KEEP : Mark.NONE);
    }
  }

  /**
   * Text was appended to the page's.
   *
   * @param text the page's text so far
   * @param start where the piece begins, possibly with white space
   * @param end its end, excluded
   */
  public void text(CharSequence text, int start, int end) {
    int first = start;
    while (first < end && text.charAt(first) <= ' ') {
      first++;
    }
    prominence.text(start, first, end);
    int words = blocks.text(text, start, end);
    if (words > 0) {
      cut.words(words, start, end);
    }
  }

  /** The prominent parts of the text; known when all of it was read. */
  public Prominence prominence() {
    return prominence;
  }

  /** The kind of page; known when all of it was read. */
  public PageKind kind() {
    if (kind == null) {
      blocks.finish(method == ContentMethod.BLOCKS);
      kind = evidence.kind(blocks);
    }
    return kind;
  }

  /** The main content; null if it is all of the text. */
  public MainContent main() {
    kind(); // Finishes the blocks.
    int size = blocks.blocks();
    float[] scores = new float[size];
    boolean chosen = blocks.any(Mark.KEEP);
    if (size == 0 || (method == ContentMethod.NONE && choice.isEmpty())) {
      return null;
    } else if (chosen || method == ContentMethod.NONE) {
      for (int b = 0; b < size; b++) {
        scores[b] = blocks.block(b).mark == (chosen ? Mark.KEEP : Mark.NONE) ? 1 : -1;
      }
      return new MainContent(bounded(ranges(scores, 0)));
    } else if (method == ContentMethod.CUT && choice.isEmpty()) {
      return new MainContent(List.of(new Range(cut.start(), cut.end())));
    } else if (method == ContentMethod.CUT) {
      for (int b = 0; b < size; b++) {
        scores[b] =
            blocks.block(b).start >= cut.start() && blocks.block(b).end <= cut.end() ? 9 : -9;
      }
    } else {
      BlockFeatures features = features();
      boolean documentation = kind() == PageKind.DOCUMENTATION;
      for (int b = 0; b < size; b++) {
        // Blocks that are always kept need no odds.
        boolean kept = documentation && isReference(b);
        scores[b] = kept ? Float.MAX_VALUE : Model.BLOCKS.score(features.of(b));
      }
    }
    return select(scores);
  }

  /** The input of the model. */
  BlockFeatures features() {
    return new BlockFeatures(blocks, kind());
  }

  /**
   * The blocks with a sufficient score; if there are hardly any, also less likely ones outside the
   * surroundings.
   */
  MainContent select(float[] scores) {
    float threshold = kind().threshold;
    if (kind() == PageKind.DOCUMENTATION) {
      documentation(scores, threshold);
    }
    wholeTables(scores, threshold);
    if (kind() == PageKind.ARTICLE) {
      withoutComments(scores, threshold);
    } else if (kind() == PageKind.DOCUMENTATION) {
      linksBetween(scores, threshold);
    }
    int total = 0;
    int chosen = 0;
    float best = Float.NEGATIVE_INFINITY;
    for (int b = 0; b < scores.length; b++) {
      int length = blocks.block(b).end - blocks.block(b).start;
      total += length;
      chosen += scores[b] > threshold ? length : 0;
      best = length >= FEW_CHARS / 2 ? Math.max(best, scores[b]) : best;
    }
    boolean few = chosen < Math.min(FEW_CHARS, total) || chosen < kind().few * total;
    if (few) {
      threshold = kind().linksCount ? Float.NEGATIVE_INFINITY : Math.min(threshold, best - 1);
    }
    for (int b = 0; b < scores.length; b++) {
      if ((few && surrounds(blocks.block(b).element)) || blocks.block(b).mark == Mark.DROP) {
        scores[b] = Float.NEGATIVE_INFINITY;
      }
    }
    List<Range> ranges = ranges(scores, threshold);
    return ranges.isEmpty() && choice.isEmpty() ? null : new MainContent(bounded(ranges));
  }

  /**
   * The model scores cell by cell; a table of short cells, or a definition list of short lines, is
   * content if most of its text is, or not at all.
   */
  private void wholeTables(float[] scores, float threshold) {
    int[] table = new int[scores.length];
    int[] cells = new int[blocks.elements()];
    int[] longest = new int[blocks.elements()];
    int[] more = new int[blocks.elements()]; // Characters of chosen cells minus the others.
    for (int b = 0; b < scores.length; b++) {
      int t = table(blocks.block(b).element);
      table[b] = t;
      if (t >= 0) {
        int length = blocks.block(b).in[PageBlocks.LENGTH];
        cells[t]++;
        longest[t] = Math.max(longest[t], length);
        more[t] += scores[b] > threshold ? length : -length;
      }
    }
    for (int b = 0; b < scores.length; b++) {
      int t = table[b];
      if (t >= 0 && cells[t] >= MIN_CELLS && longest[t] <= MAX_CELL_CHARS) {
        scores[b] =
            more[t] > 0 ? Math.max(scores[b], threshold + 1) : Math.min(scores[b], threshold - 1);
      }
    }
  }

  /** The innermost table or definition list around an element; −1 for none. */
  private int table(int element) {
    int at = element;
    while (at >= 0 && blocks.tag[at] != Tag.TABLE) {
      boolean term = blocks.tag[at] == Tag.TERM;
      at = blocks.parent[at];
      if (term) {
        return at;
      }
    }
    return at;
  }

  /**
   * Comments look like the paragraphs of an article; if there is other content, they do not count.
   */
  private void withoutComments(float[] scores, float threshold) {
    int others = 0;
    boolean[] comment = new boolean[scores.length];
    for (int b = 0; b < scores.length; b++) {
      comment[b] =
          (blocks.block(b).inline & ElementRole.COMMENT.bit()) != 0
              || within(blocks.block(b).element, ElementRole.COMMENT.bit());
      others += !comment[b] && scores[b] > threshold ? blocks.block(b).in[PageBlocks.LENGTH] : 0;
    }
    for (int b = 0; b < scores.length && others >= FEW_CHARS; b++) {
      scores[b] = comment[b] ? Float.NEGATIVE_INFINITY : scores[b];
    }
  }

  /**
   * In documentation code, tables and terse lists are content like prose: all blocks that are
   * neither mostly links (but for headings) nor in the surroundings, up to the copyright notice at
   * its end.
   */
  private void documentation(float[] scores, float threshold) {
    for (int b = 0; b < scores.length; b++) {
      if (blocks.block(b).rights
          && b > scores.length * 3 / 4
          && !surrounds(blocks.block(b).element)) {
        Arrays.fill(scores, b, scores.length, Float.NEGATIVE_INFINITY);
        return;
      } else if (isReference(b)) {
        scores[b] = Math.max(scores[b], threshold + 1);
      }
    }
  }

  private boolean isHeading(int b) {
    return blocks.tag[blocks.block(b).element] == Tag.HEADING;
  }

  private boolean isLinks(int b) {
    int[] in = blocks.block(b).in;
    return 2 * in[PageBlocks.ADDRESS] >= Math.max(1, in[PageBlocks.LENGTH]);
  }

  /**
   * In documentation, paragraphs, lists and tables of links between other content are part of it,
   * and those right below a heading ("see also").
   */
  private void linksBetween(float[] scores, float threshold) {
    int last = -1;
    int chars = 0;
    boolean below = false;
    for (int b = 0; b < scores.length; b++) {
      int e = blocks.block(b).element;
      if (scores[b] > threshold) {
        for (int i = last + 1; last >= 0 && chars < MAX_LINK_CHARS && i < b; i++) {
          scores[i] = mayBeReferences(i) ? threshold + 1 : scores[i];
        }
        last = b;
        chars = 0;
        below = isHeading(b);
      } else {
        below &=
            mayBeReferences(b)
                && (b == last + 1
                    || blocks.parent[e] == blocks.parent[blocks.block(b - 1).element]);
        scores[b] = below ? threshold + 1 : scores[b];
        chars += blocks.block(b).in[PageBlocks.LENGTH];
      }
    }
  }

  private boolean mayBeReferences(int b) {
    Tag tag = blocks.tag[blocks.block(b).element];
    return tag != Tag.DIV && tag != Tag.OTHER && !surrounds(blocks.block(b).element);
  }

  private boolean isReference(int b) {
    return (!isLinks(b) || isHeading(b)) && !surrounds(blocks.block(b).element);
  }

  private List<Range> ranges(float[] scores, float threshold) {
    List<Range> ranges = new ArrayList<>();
    int from = -1;
    for (int b = 0; b < scores.length; b++) {
      if (scores[b] <= threshold) {
        from = -1;
      } else if (from < 0 || blocks.block(b).hidden) {
        from = blocks.block(b).start;
        ranges.add(new Range(from, blocks.block(b).end));
      } else {
        ranges.set(ranges.size() - 1, new Range(from, blocks.block(b).end));
      }
    }
    return ranges;
  }

  /** Whether an element is in a part around the content. That with most of the text is none. */
  private boolean surrounds(int element) {
    int at = element;
    while (at >= 0
        && ((blocks.parts[at] & SURROUNDINGS) == 0
            || blocks.tag[at] == Tag.CELL
            || 2 * blocks.of[at][PageBlocks.LENGTH] > blocks.of[0][PageBlocks.LENGTH])) {
      at = blocks.parent[at];
    }
    return at >= 0;
  }

  /** Whether an element or one around it has one of these parts. */
  private boolean within(int element, int parts) {
    int at = element;
    while (at >= 0 && (blocks.parts[at] & parts) == 0) {
      at = blocks.parent[at];
    }
    return at >= 0;
  }

  /** Reduces ranges to {@link #MAX_RANGES} by filling the narrowest gaps between them. */
  private static List<Range> bounded(List<Range> ranges) {
    List<Range> kept = ranges;
    for (int gap = 16; kept.size() > MAX_RANGES; gap *= 2) {
      List<Range> joined = new ArrayList<>();
      for (Range range : kept) {
        int last = joined.size() - 1;
        if (last >= 0 && range.start() - joined.get(last).end() < gap) {
          joined.set(last, new Range(joined.get(last).start(), range.end()));
        } else {
          joined.add(range);
        }
      }
      kept = joined;
    }
    return kept;
  }
}
