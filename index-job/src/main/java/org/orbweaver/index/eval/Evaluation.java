package org.orbweaver.index.eval;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.common.error.OrbException;

/**
 * Evaluates a run like {@code trec_eval}: documents by descending score, equal scores by descending
 * name, ignoring the ranks in the run; a document is relevant from a judgement of 1 on; gains of
 * nDCG are the judgements themselves, discounted by log2(rank + 1).
 *
 * @param topics number of topics averaged
 * @param map mean of average precision
 * @param p10 mean precision of the first ten
 * @param ndcg10 mean nDCG of the first ten
 * @param mrr mean of 1/rank of the first relevant document
 * @param recall1000 mean share of the relevant documents among the first thousand
 */
public record Evaluation(
    int topics, double map, double p10, double ndcg10, double mrr, double recall1000) {

  /** A document of a run. */
  public record Ranked(String docno, double score) {}

  /** Judgements: topic, document, grade. */
  public static Map<String, Map<String, Integer>> qrels(Path file) throws IOException {
    Map<String, Map<String, Integer>> qrels = new LinkedHashMap<>();
    TrecFiles.rows(
        file,
        "topic 0 docno grade",
        (line, row) ->
            qrels
                .computeIfAbsent(row[0], topic -> new HashMap<>())
                .put(row[row.length - 2], (int) number(file, line, row[row.length - 1])),
        3,
        4);
    return qrels;
  }

  /**
   * A run: topic, its documents.
   *
   * @throws OrbException (failed) if a topic lists a document twice, which would count twice
   */
  public static Map<String, List<Ranked>> run(Path file) throws IOException {
    Map<String, List<Ranked>> run = new LinkedHashMap<>();
    Map<String, Set<String>> seen = new HashMap<>();
    TrecFiles.rows(
        file,
        "topic Q0 docno rank score tag",
        (line, row) -> {
          if (!seen.computeIfAbsent(row[0], topic -> new HashSet<>()).add(row[2])) {
            throw TrecFiles.damaged(
                file, line, "topic " + row[0] + " has document " + row[2] + " before; remove one");
          }
          run.computeIfAbsent(row[0], topic -> new ArrayList<>())
              .add(new Ranked(row[2], number(file, line, row[4])));
        },
        6);
    return run;
  }

  private static double number(Path file, int line, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw TrecFiles.damaged(file, line, "expected a number, got '" + text + "'");
    }
  }

  /**
   * Evaluates a run.
   *
   * @param complete whether topics missing from the run count as failures; else only topics in both
   *     count. A topic without a relevant document never counts.
   * @throws OrbException (failed) if no topic counts
   */
  public static Evaluation of(
      Map<String, Map<String, Integer>> qrels, Map<String, List<Ranked>> run, boolean complete) {
    double[] sums = new double[5];
    int topics = 0;
    for (Map.Entry<String, Map<String, Integer>> judged : qrels.entrySet()) {
      List<Ranked> ranked = run.get(judged.getKey());
      boolean answerable = judged.getValue().values().stream().anyMatch(grade -> grade > 0);
      if (answerable && (ranked != null || complete)) {
        topics++;
        double[] values = topic(judged.getValue(), ranked == null ? List.of() : ranked);
        for (int i = 0; i < sums.length; i++) {
          sums[i] += values[i];
        }
      }
    }
    if (topics == 0) {
      throw OrbException.failed(
          "the judgements and the run have no topic in common: "
              + sample(qrels.keySet())
              + " against "
              + sample(run.keySet()));
    }
    return new Evaluation(
        topics,
        sums[0] / topics,
        sums[1] / topics,
        sums[2] / topics,
        sums[3] / topics,
        sums[4] / topics);
  }

  private static String sample(Collection<String> ids) {
    return ids.stream().limit(3).toList() + (ids.size() > 3 ? " …" : "");
  }

  private static double[] topic(Map<String, Integer> grades, List<Ranked> run) {
    List<Ranked> ranked = new ArrayList<>(run);
    ranked.sort(Comparator.comparingDouble(Ranked::score).thenComparing(Ranked::docno).reversed());
    List<Integer> best =
        grades.values().stream().filter(g -> g > 0).sorted(Comparator.reverseOrder()).toList();
    int found = 0;
    int found10 = 0;
    int found1000 = 0;
    double precisions = 0;
    double gain = 0;
    double first = 0;
    for (int i = 0; i < ranked.size(); i++) {
      int grade = grades.getOrDefault(ranked.get(i).docno(), 0);
      if (grade > 0) {
        found++;
        precisions += (double) found / (i + 1);
        first = found == 1 ? 1.0 / (i + 1) : first;
        found10 += i < 10 ? 1 : 0;
        found1000 += i < 1000 ? 1 : 0;
        gain += i < 10 ? grade / log2(i + 2) : 0;
      }
    }
    double ideal = 0;
    for (int i = 0; i < Math.min(10, best.size()); i++) {
      ideal += best.get(i) / log2(i + 2);
    }
    return new double[] {
      precisions / best.size(),
      found10 / 10.0,
      gain / ideal,
      first,
      (double) found1000 / best.size()
    };
  }

  private static double log2(double x) {
    return Math.log(x) / Math.log(2);
  }
}
