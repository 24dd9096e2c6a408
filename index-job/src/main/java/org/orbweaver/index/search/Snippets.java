package org.orbweaver.index.search;

import java.io.IOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.PassageFormatter;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;

/** Takes the sentences of a page that say most about the query from its stored text. */
final class Snippets extends UnifiedHighlighter {
  private static final int PASSAGES = 2;
  private static final int GOAL_CHARS = 120;
  private static final int MAX_PASSAGE_CHARS = 220;

  /** Text before the first match when a passage is too long to be shown whole. */
  private static final int LEAD_CHARS = 60;

  private static final int MAX_TEXT_CHARS = 200_000;
  private static final String ELLIPSIS = " \u2026 ";

  Snippets(IndexSearcher searcher) {
    super(settings(searcher));
  }

  private static Builder settings(IndexSearcher searcher) {
    Set<String> zones =
        IndexField.zones().stream().map(IndexField::fieldName).collect(Collectors.toSet());
    return UnifiedHighlighter.builder(searcher, Analysis.forHighlighting())
        .withMaxLength(MAX_TEXT_CHARS)
        // A word found in the title only is shown in the text as well.
        .withFieldMatcher(zones::contains)
        .withHandleMultiTermQuery(false)
        .withHighlightPhrasesStrictly(false)
        .withBreakIterator(
            () ->
                LengthGoalBreakIterator.createMinLength(
                    BreakIterator.getSentenceInstance(Locale.ROOT), GOAL_CHARS, 0f))
        .withFormatter(new Formatter());
  }

  /** A snippet of each document, of its main content if that has matches; may be empty. */
  List<Snippet> of(Query query, int[] docs) throws IOException {
    Snippet[] snippets = of(query, docs, IndexField.MAIN);
    // Analysis of the text is most of a search's time: the rest is looked at only where it is used.
    int[] without =
        IntStream.range(0, docs.length).filter(i -> snippets[i].matches().isEmpty()).toArray();
    int[] rest = IntStream.of(without).map(i -> docs[i]).toArray();
    Snippet[] others = of(query, rest, IndexField.BODY);
    for (int i = 0; i < rest.length; i++) {
      if (!others[i].matches().isEmpty() || snippets[without[i]].text().isEmpty()) {
        snippets[without[i]] = others[i];
      }
    }
    return List.of(snippets);
  }

  private Snippet[] of(Query query, int[] docs, IndexField field) throws IOException {
    if (docs.length == 0) {
      return new Snippet[0];
    }
    String name = field.fieldName();
    Object[] found =
        highlightFieldsAsObjects(new String[] {name}, query, docs, new int[] {PASSAGES}).get(name);
    return Arrays.stream(found)
        .map(snippet -> snippet == null ? Snippet.EMPTY : (Snippet) snippet)
        .toArray(Snippet[]::new);
  }

  private static final class Formatter extends PassageFormatter {
    @Override
    public Object format(Passage[] passages, String content) {
      Snippet.Builder snippet = new Snippet.Builder();
      int last = 0;
      for (Passage passage : passages) {
        List<Snippet.Span> spans = spans(passage);
        int start = passage.getStartOffset();
        int end = Math.min(passage.getEndOffset(), content.length());
        if (end - start > MAX_PASSAGE_CHARS) {
          int first = spans.isEmpty() ? start : spans.get(0).start();
          if (first - start > LEAD_CHARS) {
            start = wordStart(content, first - LEAD_CHARS, first);
          }
          end = wordEnd(content, Math.min(end, start + MAX_PASSAGE_CHARS), start);
        }
        if (start > last) {
          snippet.separator(snippet.isEmpty() ? ELLIPSIS.stripLeading() : ELLIPSIS);
        }
        snippet.append(content, start, end, spans);
        last = passage.getEndOffset();
        if (end < last) {
          last = end;
        }
      }
      if (last < content.stripTrailing().length()) {
        snippet.separator(ELLIPSIS.stripTrailing());
      }
      return snippet.build();
    }

    /** Matches ascending and without overlap; a word and its stem match at the same place. */
    private static List<Snippet.Span> spans(Passage passage) {
      List<Snippet.Span> all = new ArrayList<>();
      for (int i = 0; i < passage.getNumMatches(); i++) {
        all.add(new Snippet.Span(passage.getMatchStarts()[i], passage.getMatchEnds()[i]));
      }
      all.sort(Comparator.comparingInt(Snippet.Span::start));
      List<Snippet.Span> merged = new ArrayList<>();
      for (Snippet.Span span : all) {
        int top = merged.size() - 1;
        if (top >= 0 && span.start() < merged.get(top).end()) {
          Snippet.Span before = merged.get(top);
          merged.set(top, new Snippet.Span(before.start(), Math.max(before.end(), span.end())));
        } else {
          merged.add(span);
        }
      }
      return merged;
    }

    private static int wordStart(String content, int from, int limit) {
      for (int i = from; i < limit; i++) {
        if (Character.isWhitespace(content.charAt(i))) {
          return i + 1;
        }
      }
      return cleanCut(content, from);
    }

    private static int wordEnd(String content, int end, int limit) {
      if (end == content.length()) {
        return end;
      }
      for (int i = end; i > Math.max(limit, end - 30); i--) {
        if (Character.isWhitespace(content.charAt(i))) {
          return i;
        }
      }
      return cleanCut(content, end);
    }

    private static int cleanCut(String content, int at) {
      return at > 0 && Character.isLowSurrogate(content.charAt(at)) ? at - 1 : at;
    }
  }
}
