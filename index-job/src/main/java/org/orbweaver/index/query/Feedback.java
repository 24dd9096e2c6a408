package org.orbweaver.index.query;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.orbweaver.common.text.Count;
import org.orbweaver.index.query.QueryNode.All;
import org.orbweaver.index.query.QueryNode.Clause;
import org.orbweaver.index.query.QueryNode.Occur;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;

/**
 * Words to add to a query, taken from its best pages (pseudo-relevance feedback).
 *
 * <p>Which of them are rare enough is only decided when the query is compiled: it depends on the
 * whole index, and a shard learns the counts of the others then.
 *
 * @param candidates likeliest first
 * @param kept the number of them that are added, at most
 * @param share their share of the score, from 0 to below 1; the rest is the query's
 * @param pages the number of pages that they come from
 */
public record Feedback(List<Candidate> candidates, int kept, double share, int pages) {
  /** A search without feedback. */
  public static final Feedback NONE = new Feedback(List.of(), 0, 0, 0);

  /** The maximum number of candidates. */
  public static final int MAX_CANDIDATES = 500;

  /** A word on a larger share of the pages says nothing of what is meant. */
  private static final double MAX_SHARE = .1;

  /**
   * A word that may be added.
   *
   * @param word in one of its forms
   * @param likelihood how likely the best pages use it, at least 0
   */
  public record Candidate(String word, double likelihood) {
    /** Refuses what no page has. */
    public Candidate {
      if (!(likelihood >= 0 && likelihood < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "likelihood of '" + word + "': expected a number of at least 0, got " + likelihood);
      }
    }

    /** The word as the index has it. */
    public Word analysed() {
      List<Word> words = Analysis.words(word);
      return words.size() == 1 ? words.get(0) : Word.of(word);
    }
  }

  /** Refuses what no search makes. */
  public Feedback {
    if (candidates.size() > MAX_CANDIDATES || !(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "feedback: expected at most "
              + MAX_CANDIDATES
              + " words and a share from 0 to below 1, got "
              + candidates.size()
              + " and "
              + share);
    }
  }

  /**
   * An expanded query.
   *
   * @param text for the text's share of the score
   * @param note one sentence on what was added; empty if nothing was
   */
  public record Expanded(RankedQuery text, List<String> note) {}

  /**
   * Adds the words to a query. Pages with any of them match as well, if they pass the query's
   * filters, exclusions and required words.
   */
  public Expanded expand(All query, QueryCompiler compiler) throws IOException {
    RankedQuery text = compiler.text(query);
    if (candidates.isEmpty() || share == 0) {
      return new Expanded(text, List.of());
    }
    // All counts are read in any case: a shard must report them, whatever its own are.
    Map<Word, Candidate> words = rare(compiler);
    int typed = typed(query, compiler);
    double sum = words.values().stream().mapToDouble(Candidate::likelihood).sum();
    if (sum == 0) {
      return new Expanded(text, List.of());
    }
    double each = typed * share / (1 - share) / sum;
    BooleanQuery.Builder either = new BooleanQuery.Builder();
    either.add(text.words(), BooleanClause.Occur.SHOULD);
    for (Map.Entry<Word, Candidate> word : words.entrySet()) {
      float weight = (float) (each * word.getValue().likelihood());
      either.add(
          new BoostQuery(compiler.textWord(word.getKey()), weight), BooleanClause.Occur.SHOULD);
    }
    List<Clause> restricting =
        query.parts().stream()
            .filter(part -> part.occur() != Occur.PLAIN || part.node().isFilter())
            .toList();
    BooleanQuery.Builder expanded = new BooleanQuery.Builder();
    expanded.add(either.build(), BooleanClause.Occur.MUST);
    if (!restricting.isEmpty()) {
      expanded.add(compiler.text(new All(restricting)), BooleanClause.Occur.FILTER);
    }
    return new Expanded(text.withWords(expanded.build()), List.of(note(words.values(), sum)));
  }

  /** The candidates that are rare enough, the likeliest; each is looked up in any case. */
  private Map<Word, Candidate> rare(QueryCompiler compiler) throws IOException {
    Map<Word, Candidate> rare = new LinkedHashMap<>();
    for (Candidate candidate : candidates) {
      Word word = candidate.analysed();
      if (isRare(word, compiler) && rare.size() < kept) {
        rare.put(word, candidate);
      }
    }
    return rare;
  }

  private boolean isRare(Word word, QueryCompiler compiler) throws IOException {
    // In a small index, all that the best pages have in common would be frequent.
    return compiler.pages(word) <= Math.max(pages, compiler.pages() * MAX_SHARE);
  }

  /** The number of words of a query that say what is meant; at least 1. */
  private int typed(All query, QueryCompiler compiler) throws IOException {
    int typed = 0;
    for (String text : QueryWords.texts(query).toList()) {
      for (Word word : Analysis.words(text)) {
        typed += isRare(word, compiler) ? 1 : 0;
      }
    }
    return Math.max(1, typed);
  }

  private String note(Collection<Candidate> words, double sum) {
    return words.stream()
        .map(word -> String.format(Locale.ROOT, "%s (%.2f)", word.word(), word.likelihood() / sum))
        .collect(
            Collectors.joining(
                ", ",
                "added words of the " + Count.of(pages, "best page") + ", with their shares: ",
                ""));
  }
}
