package org.orbweaver.index.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.query.Feedback;
import org.orbweaver.index.query.Feedback.Candidate;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.Texts;

/**
 * Estimates which words a relevant page uses, from the best pages for a query: P(w|R) ∝ Σ P(w|D) ·
 * score(D), with P(w|D) = tf/|D| (Lavrenko and Croft, Relevance-Based Language Models, 2001, their
 * first method, with the score for the likelihood of the query). {@link Feedback} mixes them with
 * the query, which is known as RM3 (Abdul-Jaleel et al., UMass at TREC 2004).
 *
 * <p>As there are no term vectors, the stored text of the pages is analysed; forms of a word count
 * as one by their English stems. Words have 2 to 20 letters and digits and begin with a letter.
 *
 * @param pages how many of the best pages to take
 * @param words how many words to add, at most
 * @param queryWeight the query's share of the score, above 0 and at most 1
 */
public record RelevanceModel(int pages, int words, double queryWeight) {
  private static final Pattern WORD = Pattern.compile("\\p{L}[\\p{L}\\p{M}\\p{N}]{1,19}");

  /** Per word to add, as the most frequent words of a text are in too many pages. */
  private static final int CANDIDATES = 10;

  /** A page's other words are too seldom in it to be among the likeliest. */
  private static final int MAX_WORDS = 300;

  private static final int MAX_TEXT_CHARS = 20_000;

  private static final Comparator<Candidate> LIKELIEST_FIRST =
      Comparator.comparing(Candidate::likelihood).reversed().thenComparing(Candidate::word);

  /**
   * The words of a page, likeliest first.
   *
   * @param score of the page
   */
  public record PageWords(float score, List<Candidate> words) {}

  /** The settings of feedback. */
  public static RelevanceModel of(Configuration conf) {
    return new RelevanceModel(
        IndexKeys.FEEDBACK_PAGES.get(conf),
        IndexKeys.FEEDBACK_WORDS.get(conf),
        IndexKeys.FEEDBACK_QUERY_WEIGHT.get(conf));
  }

  /** The words of a text with their share of it, likeliest first. */
  static List<Candidate> words(String text) {
    Map<String, Map<String, Integer>> forms = new HashMap<>();
    int length = 0;
    for (Word word : Analysis.words(Texts.cut(text, MAX_TEXT_CHARS))) {
      if (WORD.matcher(word.exact()).matches()) {
        length++;
        forms
            .computeIfAbsent(word.stemmed(), stem -> new HashMap<>())
            .merge(word.exact(), 1, Integer::sum);
      }
    }
    List<Candidate> words = new ArrayList<>();
    for (Map<String, Integer> counts : forms.values()) {
      String form = "";
      int occurrences = 0;
      for (Map.Entry<String, Integer> one : counts.entrySet()) {
        occurrences += one.getValue();
        int more = one.getValue() - counts.getOrDefault(form, 0);
        if (more > 0 || (more == 0 && one.getKey().compareTo(form) < 0)) {
          form = one.getKey();
        }
      }
      words.add(new Candidate(form, (double) occurrences / length));
    }
    words.sort(LIKELIEST_FIRST);
    return List.copyOf(words.subList(0, Math.min(MAX_WORDS, words.size())));
  }

  /**
   * The words to add to a query.
   *
   * @param best its best pages, in their order
   */
  public Feedback feedback(List<PageWords> best) {
    Map<String, Candidate> likely = new LinkedHashMap<>();
    for (PageWords page : best) {
      for (Candidate word : page.words()) {
        double likelihood = word.likelihood() * Math.max(0, page.score());
        likely.merge(
            word.analysed().stemmed(),
            new Candidate(word.word(), likelihood),
            (sum, more) -> new Candidate(sum.word(), sum.likelihood() + more.likelihood()));
      }
    }
    return new Feedback(
        likely.values().stream()
            .sorted(LIKELIEST_FIRST)
            .limit(Math.min(Feedback.MAX_CANDIDATES, CANDIDATES * words))
            .toList(),
        words,
        1 - queryWeight,
        best.size());
  }
}
