package org.orbweaver.index.search;

import java.io.IOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.uhighlight.FieldHighlighter;
import org.apache.lucene.search.uhighlight.FieldOffsetStrategy;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.OffsetsEnum;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.PassageFormatter;
import org.apache.lucene.search.uhighlight.UHComponents;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;
import org.orbweaver.index.schema.Texts;

/** Picks the sentences of a page's stored text that fit the query best. */
final class Snippets extends UnifiedHighlighter {
  private static final String MAIN = IndexField.MAIN.fieldName();
  private static final String BODY = IndexField.BODY.fieldName();
  private static final int PASSAGES = 2;
  private static final int GOAL_CHARS = 120;
  private static final int MAX_PASSAGE_CHARS = 220;

  /** Text before the first match when a passage is too long to be shown whole. */
  private static final int LEAD_CHARS = 60;

  /** A longer line is no heading. */
  private static final int MAX_HEADING_CHARS = 100;

  /** If headings are cut off a passage, at least this much of it remains. */
  private static final int MIN_CHARS = 60;

  private static final String SENTENCE_ENDS = ".!?:;,\u3002\uff01\uff1f";

  private static final int MAX_TEXT_CHARS = 200_000;
  private static final String ELLIPSIS = " \u2026 ";

  /** By the language of the page. */
  private static final Map<String, Snippets> ALL = new ConcurrentHashMap<>();

  private final String language;

  private Snippets(String language) {
    super(settings(Analysis.ofStored(language)));
    this.language = language;
  }

  private static Builder settings(Analyzer analyzer) {
    Set<String> zones =
        IndexField.zones().stream().map(IndexField::fieldName).collect(Collectors.toSet());
    return UnifiedHighlighter.builderWithoutSearcher(analyzer)
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

  /** Makes snippets for a query. */
  interface PageSnippets {
    /** A snippet of a page, of its main content if that has matches; may be empty. */
    Snippet of(Document page) throws IOException;
  }

  /** Returns the maker of snippets for a query; for one thread. */
  static PageSnippets of(Query query) {
    Map<String, PageSnippets> byLanguage = new HashMap<>();
    return page ->
        byLanguage
            .computeIfAbsent(
                Analysis.language(StoredDocuments.text(page, IndexField.LANG)),
                tag -> ALL.computeIfAbsent(tag, Snippets::new).ofLanguage(query))
            .of(page);
  }

  private PageSnippets ofLanguage(Query query) {
    Set<Term> terms = extractTerms(query);
    FieldHighlighter main = getFieldHighlighter(MAIN, query, terms, PASSAGES);
    FieldHighlighter body = getFieldHighlighter(BODY, query, terms, PASSAGES);
    return page -> {
      Snippet ofMain = of(page, MAIN, main);
      if (!ofMain.matches().isEmpty()) {
        return ofMain;
      }
      Snippet ofBody = of(page, BODY, body);
      return !ofBody.matches().isEmpty() || ofMain.text().isEmpty() ? ofBody : ofMain;
    };
  }

  private static Snippet of(Document page, String field, FieldHighlighter highlighter)
      throws IOException {
    String text = page.get(field);
    Object found =
        text == null
            ? null
            : highlighter.highlightFieldForDoc(null, -1, Texts.cut(text, MAX_TEXT_CHARS));
    return found == null ? Snippet.EMPTY : (Snippet) found;
  }

  /**
   * Analysis of the text takes most of a search's time: only words like those of the query are
   * analysed.
   */
  @Override
  protected FieldOffsetStrategy getOffsetStrategy(OffsetSource source, UHComponents components) {
    FieldOffsetStrategy ofAll = super.getOffsetStrategy(source, components);
    Set<String> all =
        Arrays.stream(components.getTerms())
            .map(BytesRef::utf8ToString)
            .collect(Collectors.toSet());
    Optional<List<String>> terms = Analysis.beginnings(all, language);
    return new FieldOffsetStrategy(components) {
      @Override
      public OffsetSource getOffsetSource() {
        return ofAll.getOffsetSource();
      }

      @Override
      public OffsetsEnum getOffsetsEnum(LeafReader leaf, int doc, String text) throws IOException {
        return ofAll.getOffsetsEnum(
            leaf,
            doc,
            terms.isEmpty()
                ? text
                : LikelyWords.only(text, terms.get(), Analysis.hasCompounds(language)));
      }
    };
  }

  private static final class Formatter extends PassageFormatter {
    @Override
    public Object format(Passage[] passages, String content) {
      Snippet.Builder snippet = new Snippet.Builder();
      int last = 0;
      for (Passage passage : passages) {
        List<Snippet.Span> spans = spans(passage);
        int end = Math.min(passage.getEndOffset(), content.length());
        int start = afterHeadings(content, passage.getStartOffset(), end, spans);
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

    /**
     * Where the sentences begin, if they have a match; a heading before them would only repeat it.
     */
    private static int afterHeadings(String content, int start, int end, List<Snippet.Span> spans) {
      int last = spans.isEmpty() ? start : spans.get(spans.size() - 1).start();
      int from = start;
      for (int line = content.indexOf('\n', from);
          line >= 0 && line < Math.min(last, end - MIN_CHARS) && line - from <= MAX_HEADING_CHARS;
          line = content.indexOf('\n', from)) {
        String text = content.substring(from, line).strip();
        if (!text.isEmpty() && SENTENCE_ENDS.indexOf(text.charAt(text.length() - 1)) >= 0) {
          break;
        }
        from = line + 1;
      }
      return from;
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
