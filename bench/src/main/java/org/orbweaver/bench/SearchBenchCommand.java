package org.orbweaver.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Progress;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures searching; called by {@code scripts/bench search}. */
@Command(
    name = "search",
    description = {
      "Compare searches of an index with plain Lucene.",
      "Ask a crawl's newest index queries of its own words: single words, two with AND, two with"
          + " OR, phrases of two to four; and complete beginnings of titles. Ask plain Lucene the"
          + " same: its searcher and highlighter, over the same documents in the order in which"
          + " they were crawled, in a temporary index. Prints CPU milliseconds for the best ten,"
          + " and for the answer with titles and snippets: median, 99th percentile, and the ratio"
          + " of all time. Exits with 1 if a target is missed.",
      "Both run in this process in turn, each query --runs times after as many to warm up. A"
          + " query's time is the median of its runs."
    },
    footer = {"  scripts/bench search crawl", "  scripts/bench search crawl --queries 50 --json"})
public final class SearchBenchCommand extends Bench {
  private static final double MOST_OF_LUCENE = .75;
  private static final double MOST_SUGGESTION_MILLIS = 10;
  private static final int TOP = 10;
  private static final int LONGEST_BEGINNING = 30;
  private static final int PASSAGE_CHARS = 400;
  private static final int SEED = 12;
  private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();

  /** Scores are sums of floats in different orders. */
  private static final double SAME = 1e-4;

  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  private String dir;

  @Option(
      names = "--queries",
      paramLabel = "N",
      defaultValue = "200",
      description = "Queries of each class. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1, to = 100_000)
  private int queries;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often each is measured. Default: ${DEFAULT-VALUE}.")
  @Range(from = 1, to = 1000)
  private int runs;

  private enum Kind {
    WORD,
    AND,
    OR,
    PHRASE;

    int words(Random random) {
      return this == WORD ? 1 : this == PHRASE ? 2 + random.nextInt(3) : 2;
    }

    String query(List<String> words) {
      return this == PHRASE
          ? '"' + String.join(" ", words) + '"'
          : String.join(" " + name() + " ", words);
    }
  }

  /** An action on a query. */
  private interface Work {
    void on(String query) throws IOException;
  }

  private final Figures figures = new Figures();

  @Override
  protected void measure() throws Exception {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    try (SearchIndex index = SearchIndex.openLatest(conf(), crawl)) {
      console().info("writing the same documents in the order in which they were crawled");
      try (PlainLucene plain = new PlainLucene(conf(), crawl, index, folder().resolve("plain"))) {
        Map<Kind, List<String>> asked = queries(index);
        figures
            .add("documents", "documents", "%.0f", index.reader().numDocs())
            .add("differing", "queries with other scores", "%.0f", differing(index, plain, asked))
            .atMost("differing", 0);
        compare("best ten", asked, query -> index.best(query, TOP), plain::best);
        compare(
            "answer", asked, query -> index.search(SearchRequest.of(query, TOP)), plain::answer);
        suggestions(index);
        report(figures);
      }
    }
  }

  /** Times both, class by class. */
  private void compare(String what, Map<Kind, List<String>> asked, Work ours, Work plain)
      throws IOException {
    List<String> all = asked.values().stream().flatMap(List::stream).toList();
    double[][] millis = millis(what, all, List.of(ours, plain));
    int from = 0;
    for (Kind kind : asked.keySet()) {
      String label = what + ", " + kind.name().toLowerCase(Locale.ROOT);
      double[] own = Arrays.copyOfRange(millis[0], from, from + queries);
      double[] other = Arrays.copyOfRange(millis[1], from, from + queries);
      add(label, own);
      add(label + ", plain Lucene", other);
      ratio(label, own, other, 1);
      from += queries;
    }
    ratio(what + ", all", millis[0], millis[1], MOST_OF_LUCENE);
  }

  private static String key(String label) {
    return label.replaceAll("[ ,]+", "-");
  }

  private void add(String label, double[] millis) {
    figures
        .add(key(label), label + ": ms, median", "%.3f", Figures.quantile(millis, .5))
        .add(key(label) + "-99", "  99th percentile", "%.3f", Figures.quantile(millis, .99));
  }

  private void ratio(String label, double[] own, double[] other, double most) {
    double ratio = Arrays.stream(own).sum() / Arrays.stream(other).sum();
    String key = key(label) + "-ratio";
    figures.add(key, label + ", ratio of all time", "%.2f", ratio).atMost(key, most);
  }

  /** The times of each work for each query; they take turns, and alternate in going first. */
  private double[][] millis(String what, List<String> queries, List<Work> works)
      throws IOException {
    double[][][] millis = new double[works.size()][queries.size()][runs];
    try (Progress progress = console().progress(what)) {
      for (int run = 0; run < 2 * runs; run++) {
        for (int i = 0; i < queries.size(); i++) {
          // Neighbours are of different classes, as 7919 is prime.
          int query = (int) ((i * 7919L + run) % queries.size());
          for (int w = 0; w < works.size(); w++) {
            int work = (w + i + run) % works.size();
            long start = THREAD.getCurrentThreadCpuTime();
            works.get(work).on(queries.get(query));
            // The second half overwrites the first, which warms up.
            millis[work][query][run % runs] = (THREAD.getCurrentThreadCpuTime() - start) / 1e6;
          }
        }
        progress.update("run " + (run + 1) + " of " + 2 * runs);
      }
    }
    return Arrays.stream(millis)
        .map(work -> Arrays.stream(work).mapToDouble(runs -> Figures.quantile(runs, .5)).toArray())
        .toArray(double[][]::new);
  }

  private void suggestions(SearchIndex index) throws IOException {
    Random random = new Random(SEED);
    List<String> typed = new ArrayList<>();
    while (typed.size() < queries) {
      String title = text(index, random, IndexField.TITLE);
      if (!title.isBlank()) {
        int most = Math.min(LONGEST_BEGINNING, title.length());
        typed.add(title.substring(0, 1 + random.nextInt(most)));
      }
    }
    add("suggestions", millis("suggestions", typed, List.of(t -> index.suggest(t, TOP)))[0]);
    figures.atMost(key("suggestions") + "-99", MOST_SUGGESTION_MILLIS);
  }

  /** The number of queries whose best scores differ between the two. */
  private static double differing(
      SearchIndex index, PlainLucene plain, Map<Kind, List<String>> asked) throws IOException {
    int differing = 0;
    for (List<String> queries : asked.values()) {
      for (String query : queries) {
        double[] own = scores(index.best(query, TOP).scoreDocs);
        double[] other = scores(plain.best(query).scoreDocs);
        boolean isSame = own.length == other.length;
        for (int i = 0; isSame && i < own.length; i++) {
          isSame = Math.abs(own[i] - other[i]) <= SAME * other[i];
        }
        differing += isSame ? 0 : 1;
      }
    }
    return differing;
  }

  private static double[] scores(ScoreDoc[] hits) {
    return Arrays.stream(hits)
        .mapToDouble(hit -> hit instanceof FieldDoc sorted ? (Float) sorted.fields[0] : hit.score)
        .toArray();
  }

  /** Words as they occur in titles and texts; those of a query are neighbours on one page. */
  private Map<Kind, List<String>> queries(SearchIndex index) throws IOException {
    if (index.reader().numDocs() == 0) {
      throw OrbException.failed("the index of " + dir + " is empty: there is nothing to ask for");
    }
    Random random = new Random(SEED);
    Map<Kind, List<String>> all = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      List<String> some = new ArrayList<>();
      while (some.size() < queries) {
        IndexField field = random.nextBoolean() ? IndexField.TITLE : IndexField.MAIN;
        String text = text(index, random, field);
        int start = field == IndexField.TITLE || text.isEmpty() ? 0 : random.nextInt(text.length());
        int end = Math.min(text.length(), start + PASSAGE_CHARS);
        List<String> words =
            Analysis.words(text.substring(start, end)).stream()
                .map(Analysis.Word::exact)
                .collect(Collectors.toList());
        int wanted = kind.words(random);
        // The first word may be cut.
        if (words.size() > wanted) {
          Collections.rotate(words, -1 - random.nextInt(words.size() - wanted));
          some.add(kind.query(words.subList(0, wanted)));
        }
      }
      all.put(kind, some);
    }
    return all;
  }

  private static String text(SearchIndex index, Random random, IndexField field)
      throws IOException {
    int doc = random.nextInt(index.reader().maxDoc());
    Document page = index.reader().storedFields().document(doc, Set.of(field.fieldName()));
    String text = page.get(field.fieldName());
    return text == null ? "" : text;
  }
}
