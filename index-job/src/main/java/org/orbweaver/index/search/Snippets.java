package org.orbweaver.index.search;

import java.io.IOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.uhighlight.PassageScorer;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;
import org.orbweaver.index.schema.TextOffsets;

/**
 * Picks the sentences of a page's stored text that fit a query best. Positions in the index say
 * where its words are; only the sentences that are shown are looked for and analysed. For one
 * thread.
 */
final class Snippets {
  private static final int PASSAGES = 2;

  /** Words that count as together, in positions. */
  private static final int WINDOW = 24;

  /** Windows that are tried: a text in which words are hidden may have none to show in many. */
  private static final int MAX_TRIED = 20;

  /** A word that an earlier passage has counts less in the next. */
  private static final float SHOWN = .5f;

  private static final int GOAL_CHARS = 120;
  private static final int MAX_PASSAGE_CHARS = 220;

  /** Text before the first match when a passage is too long to be shown whole. */
  private static final int LEAD_CHARS = 60;

  /** A longer line is no heading. */
  private static final int MAX_HEADING_CHARS = 100;

  /** If headings are cut off a passage, at least this much of it remains. */
  private static final int MIN_CHARS = 60;

  private static final String SENTENCE_ENDS = ".!?:;,\u3002\uff01\uff1f";
  private static final String ELLIPSIS = " \u2026 ";
  private static final PassageScorer SCORER = new PassageScorer();

  private final QueryPositions positions;
  private final BreakIterator breaks = BreakIterator.getSentenceInstance(Locale.ROOT);

  /** By language. */
  private final Map<String, CharArraySet> terms = new HashMap<>();

  Snippets(IndexReader reader, Query query) {
    positions = new QueryPositions(reader, query);
  }

  /** A snippet of a page, of its main content if that has matches; may be empty. */
  Snippet of(int doc, Document page) throws IOException {
    String language = Analysis.language(StoredDocuments.text(page, IndexField.LANG));
    for (IndexField zone : List.of(IndexField.MAIN, IndexField.BODY)) {
      String text = StoredDocuments.text(page, zone);
      if (!text.isEmpty()) {
        QueryPositions.Occurrences found = positions.of(doc, language, zone);
        List<Passage> passages =
            found.size() == 0
                ? List.of()
                : new Zone(text, language, TextOffsets.of(page, zone), found).best();
        if (!passages.isEmpty()) {
          return snippet(text, passages);
        }
      }
    }
    String main = StoredDocuments.text(page, IndexField.MAIN);
    String text = main.isBlank() ? StoredDocuments.text(page, IndexField.BODY) : main;
    return text.isBlank() ? Snippet.EMPTY : snippet(text, List.of(beginning(text)));
  }

  /** Where the words of the query are in a short text of a page, such as its title. */
  List<Snippet.Span> matches(String text, Document page) throws IOException {
    String language = Analysis.language(StoredDocuments.text(page, IndexField.LANG));
    CharArraySet sought = sought(language);
    List<Snippet.Span> matches = new ArrayList<>();
    try (TokenStream words = Analysis.ofStored(language).tokenStream("", text)) {
      CharTermAttribute term = words.getAttribute(CharTermAttribute.class);
      OffsetAttribute offset = words.getAttribute(OffsetAttribute.class);
      words.reset();
      int last = 0;
      while (words.incrementToken()) {
        // A word may be followed by its stem, at the same place.
        if (offset.startOffset() >= last && sought.contains(term.buffer(), 0, term.length())) {
          last = offset.endOffset();
          matches.add(new Snippet.Span(offset.startOffset(), last));
        }
      }
      words.end();
    }
    return matches;
  }

  private CharArraySet sought(String language) {
    return terms.computeIfAbsent(
        language, of -> new CharArraySet(positions.terms(of), /* ignoreCase= */ false));
  }

  /** A piece of a text, and where the words of the query are in it, ascending. */
  private record Passage(int start, int end, List<Snippet.Span> matches) {}

  /** The sentences around the match to show. */
  private record Sentences(int match, int start, int end) {}

  private Passage beginning(String text) {
    String area = text.substring(0, Math.min(text.length(), 2 * MAX_PASSAGE_CHARS));
    breaks.setText(area);
    int end = sentenceEnd(area, 0, 2);
    return new Passage(0, wordEnd(text, end, 0), List.of());
  }

  /** The end of the sentence with which a passage has that many times the goal. */
  private int sentenceEnd(String area, int start, int goals) {
    int goal = start + goals * GOAL_CHARS;
    return goal >= area.length() ? area.length() : breaks.following(goal - 1);
  }

  /** A zone of a page with words of the query. */
  private final class Zone {
    private final String text;
    private final String language;
    private final TextOffsets offsets;
    private final QueryPositions.Occurrences found;
    private final boolean[] isUsed;
    private final float[] weights;

    Zone(String text, String language, TextOffsets offsets, QueryPositions.Occurrences occurrences)
        throws IOException {
      this.text = text;
      this.language = language;
      this.offsets = offsets;
      found = occurrences;
      isUsed = new boolean[occurrences.size()];
      List<String> sought = positions.terms(language);
      weights = new float[sought.size()];
      for (int t = 0; t < weights.length; t++) {
        weights[t] = positions.weight(sought.get(t));
      }
      for (int i = 0; i < isUsed.length; i++) {
        // Words beyond the stored text, and hidden ones, which are blanked.
        isUsed[i] = !hasText(text, before(i), after(i));
      }
    }

    /** The best passages, in the order of the text; none if the shown text has no match. */
    List<Passage> best() throws IOException {
      List<Passage> best = new ArrayList<>();
      for (int i = 0; i < MAX_TRIED && best.size() < PASSAGES; i++) {
        int window = bestWindow();
        if (window < 0) {
          break;
        }
        Passage passage = passage(found.position(window), best);
        if (passage == null) {
          use(before(window), after(window));
        } else {
          best.add(passage);
          lower(window);
          use(passage.start, passage.end);
        }
      }
      best.sort(Comparator.comparingInt(Passage::start));
      return best;
    }

    /** Lowers the weights of the words in a window. */
    private void lower(int window) {
      float[] all = weights.clone();
      for (int w = window; w < found.size() && isIn(w, window); w++) {
        weights[found.term(w)] = SHOWN * all[found.term(w)];
      }
    }

    private boolean isIn(int occurrence, int window) {
      return found.position(occurrence) < found.position(window) + WINDOW;
    }

    /** The occurrence with which the best window begins; -1 if none is left. */
    private int bestWindow() {
      int best = -1;
      float bestScore = 0;
      for (int i = 0; i < found.size(); i++) {
        float score = 0;
        long seen = 0;
        for (int w = i; w < found.size() && isIn(w, i) && !isUsed[w]; w++) {
          // Of more than 64 terms, some share a bit and count as one.
          long bit = 1L << found.term(w);
          score += (seen & bit) == 0 ? weights[found.term(w)] : 0;
          seen |= bit;
        }
        score *= SCORER.norm(before(i));
        if (score > bestScore) {
          bestScore = score;
          best = i;
        }
      }
      return best;
    }

    private int before(int occurrence) {
      return offsets.before(found.position(occurrence));
    }

    private int after(int occurrence) {
      return offsets.after(found.position(occurrence));
    }

    /** Passes over all words that may be in a part of the text. */
    private void use(int start, int end) {
      for (int i = 0; i < isUsed.length; i++) {
        isUsed[i] |= before(i) < end && after(i) > start;
      }
    }

    /** The passage around the words at a position, apart from others; null if none is shown. */
    private Passage passage(int position, List<Passage> others) throws IOException {
      int at = offsets.after(position);
      int from = others.stream().mapToInt(Passage::end).filter(end -> end <= at).max().orElse(0);
      int to =
          others.stream()
              .filter(other -> other.end > at)
              .mapToInt(Passage::start)
              .min()
              .orElse(text.length());
      int near = Math.max(from, offsets.before(position));
      int until = Math.min(to, at + MAX_PASSAGE_CHARS);
      List<Snippet.Span> matches = new ArrayList<>();
      Sentences found =
          near >= until
              ? null
              : matches(
                  near,
                  until,
                  position - offsets.positionBefore(position),
                  matches,
                  first -> sentences(first, from, to));
      if (found == null) {
        return null;
      }
      int start = found.start;
      int end = found.end;
      if (start < near) {
        List<Snippet.Span> earlier = new ArrayList<>();
        matches(start, near, Integer.MAX_VALUE, earlier, first -> null);
        matches.addAll(0, earlier);
      }
      start = afterHeadings(start, end, within(matches, start, end));
      if (end - start > MAX_PASSAGE_CHARS) {
        if (found.match - start > LEAD_CHARS) {
          start = wordStart(text, found.match - LEAD_CHARS, found.match);
        }
        end = wordEnd(text, Math.min(end, start + MAX_PASSAGE_CHARS), start);
      }
      return new Passage(start, end, within(matches, start, end));
    }

    /**
     * The sentences around a match, within a part of the text. What is farther away than {@value
     * #MAX_PASSAGE_CHARS} characters does not matter.
     */
    private Sentences sentences(int match, int from, int to) {
      int areaStart = Math.max(from, match - MAX_PASSAGE_CHARS);
      String area = text.substring(areaStart, Math.min(to, match + MAX_PASSAGE_CHARS + 1));
      breaks.setText(area);
      int start = breaks.preceding(match - areaStart + 1);
      return new Sentences(match, areaStart + start, areaStart + sentenceEnd(area, start, 1));
    }

    private List<Snippet.Span> within(List<Snippet.Span> matches, int start, int end) {
      return matches.stream()
          .filter(match -> match.start() >= start && match.end() <= end)
          .toList();
    }

    /**
     * Analyses a piece of the text, to the end of the sentences to show.
     *
     * @param matches gets the words of the query in it, ascending and without overlap
     * @param around gives the sentences of the match to show: the first at or after the position
     *     that is {@code skipped} after the first of the piece; the last of all if there is none
     *     (blanked words have no positions here)
     * @return these sentences; null without a match
     */
    private Sentences matches(
        int from, int until, int skipped, List<Snippet.Span> matches, IntFunction<Sentences> around)
        throws IOException {
      CharArraySet sought = sought(language);
      Sentences found = null;
      int lastStart = -1;
      int lastEnd = from;
      try (TokenStream words =
          Analysis.ofStored(language).tokenStream("", text.substring(from, until))) {
        CharTermAttribute term = words.getAttribute(CharTermAttribute.class);
        OffsetAttribute offset = words.getAttribute(OffsetAttribute.class);
        PositionIncrementAttribute increment = words.getAttribute(PositionIncrementAttribute.class);
        words.reset();
        int position = -1;
        // The last word may be followed by its stem, at the same place.
        while ((found == null || from + offset.startOffset() < found.end)
            && words.incrementToken()) {
          position += increment.getPositionIncrement();
          if (sought.contains(term.buffer(), 0, term.length())) {
            lastStart = from + offset.startOffset();
            if (found == null && position >= skipped) {
              found = around.apply(lastStart);
            }
            // A word and its stem match at the same place.
            boolean isAgain = lastStart < lastEnd && !matches.isEmpty();
            int start = isAgain ? matches.remove(matches.size() - 1).start() : lastStart;
            lastEnd = Math.max(lastEnd, from + offset.endOffset());
            matches.add(new Snippet.Span(start, lastEnd));
          }
        }
        words.end();
      }
      return found == null && lastStart >= 0 ? around.apply(lastStart) : found;
    }

    /**
     * Where the sentences begin, if they have a match; a heading before them would only repeat it.
     */
    private int afterHeadings(int start, int end, List<Snippet.Span> matches) {
      int last = matches.isEmpty() ? start : matches.get(matches.size() - 1).start();
      int from = start;
      for (int line = text.indexOf('\n', from);
          line >= 0 && line < Math.min(last, end - MIN_CHARS) && line - from <= MAX_HEADING_CHARS;
          line = text.indexOf('\n', from)) {
        String heading = text.substring(from, line).strip();
        if (!heading.isEmpty()
            && SENTENCE_ENDS.indexOf(heading.charAt(heading.length() - 1)) >= 0) {
          break;
        }
        from = line + 1;
      }
      return from;
    }
  }

  private static Snippet snippet(String text, List<Passage> passages) {
    Snippet.Builder snippet = new Snippet.Builder();
    int last = 0;
    for (Passage passage : passages) {
      int from = last;
      if (hasText(text, last, passage.start)) {
        snippet.separator(snippet.isEmpty() ? ELLIPSIS.stripLeading() : ELLIPSIS);
        from = passage.start;
      }
      snippet.append(text, from, passage.end, passage.matches);
      last = passage.end;
    }
    if (hasText(text, last, text.length())) {
      snippet.separator(ELLIPSIS.stripTrailing());
    }
    return snippet.build();
  }

  private static boolean hasText(String text, int from, int to) {
    int at = from;
    while (at < to && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < to;
  }

  private static int wordStart(String text, int from, int limit) {
    for (int i = from; i < limit; i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i + 1;
      }
    }
    return cleanCut(text, from);
  }

  private static int wordEnd(String text, int end, int limit) {
    if (end == text.length()) {
      return end;
    }
    for (int i = end; i > Math.max(limit, end - 30); i--) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    return cleanCut(text, end);
  }

  private static int cleanCut(String text, int at) {
    return at > 0 && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
  }
}
