package org.orbweaver.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.index.eval.Evaluation.Ranked;
import org.orbweaver.index.eval.TopicSearch;
import org.orbweaver.index.eval.TrecFiles;
import org.orbweaver.index.query.Cosine;
import org.orbweaver.index.search.SearchIndex;

/**
 * Runs the topics of a test collection and writes the results in TREC's format: {@code topic Q0
 * docno rank score tag}, 1,000 documents a topic. If accumulators are limited, it prints the loss
 * against the exact cosine.
 */
final class TopicRun {
  private static final int DEPTH = 1000;
  private static final int FIRST = 10;

  private final TopicSearch search;
  private final Optional<Cosine.Limit> cosine;
  private final boolean feedback;

  TopicRun(SearchIndex index, Optional<Cosine.Limit> cosine, boolean feedback) throws IOException {
    search = new TopicSearch(index, feedback);
    this.cosine = cosine;
    this.feedback = feedback;
  }

  void write(Path topicFile, Path runFile, boolean overwrite, Console console) throws IOException {
    OutputFile.check(runFile, overwrite);
    Map<String, String> topics = TrecFiles.topics(topicFile);
    String tag =
        cosine.map(limit -> "orb-cosine-" + limit).orElse(feedback ? "orb-bm25-rm3" : "orb-bm25");
    boolean limited = cosine.isPresent() && !cosine.get().equals(Cosine.Limit.EXACT);
    StringBuilder run = new StringBuilder();
    Loss loss = new Loss();
    for (Map.Entry<String, String> topic : topics.entrySet()) {
      TopicSearch.RankedList found = search.rank(topic.getValue(), DEPTH, cosine);
      int rank = 0;
      for (Ranked page : found.pages()) {
        if (page.docno().matches("(?s).*\\s.*")) {
          throw OrbException.failed("'" + page.docno() + "' cannot stand in a run: white space");
        }
        run.append(
            String.format(
                Locale.ROOT,
                "%s Q0 %s %d %.6f %s%n",
                topic.getKey(),
                page.docno(),
                ++rank,
                page.score(),
                tag));
      }
      if (limited) {
        loss.add(found, search.rank(topic.getValue(), DEPTH, Optional.of(Cosine.Limit.EXACT)));
      }
    }
    OutputFile.write(runFile, run.toString(), overwrite);
    console.line("wrote " + Count.of(topics.size(), "topic") + " to " + runFile);
    if (limited) {
      console.line(loss.report(cosine.get().toString()));
    }
  }

  /** The loss due to limited accumulators, over all topics. */
  private static final class Loss {
    private long taken;
    private long exactTaken;
    private long kept;
    private long first;
    private long keptOfAll;
    private long all;

    void add(TopicSearch.RankedList limited, TopicSearch.RankedList exact) {
      taken += limited.accumulators();
      exactTaken += exact.accumulators();
      all += exact.pages().size();
      keptOfAll += common(limited.pages(), exact.pages(), DEPTH);
      first += Math.min(FIRST, exact.pages().size());
      kept += common(limited.pages(), exact.pages(), FIRST);
    }

    private static long common(List<Ranked> some, List<Ranked> others, int depth) {
      Set<String> names = new HashSet<>();
      others.stream().limit(depth).forEach(page -> names.add(page.docno()));
      return some.stream().limit(depth).filter(page -> names.contains(page.docno())).count();
    }

    String report(String limit) {
      return String.format(
          Locale.ROOT,
          "%s: %,d accumulators of %,d (%.1f %%); of the exact first %d it keeps %.1f %%, of the"
              + " first %,d %.1f %%",
          limit,
          taken,
          exactTaken,
          percent(taken, exactTaken),
          FIRST,
          percent(kept, first),
          DEPTH,
          percent(keptOfAll, all));
    }

    private static double percent(long part, long whole) {
      return whole == 0 ? 100 : 100.0 * part / whole;
    }
  }
}
