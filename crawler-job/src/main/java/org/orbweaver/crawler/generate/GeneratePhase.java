package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.crawldb.CrawlDbParts;

/** The generate phase: a new segment with the fetch list of the URLs that are due. */
public final class GeneratePhase {
  private static final int NO_PARTS_GIVEN = 0;

  /**
   * What to generate.
   *
   * @param topN length of the list, 0 for what {@code generate.topN} says
   * @param parts fetch tasks, 0 for what the configuration says
   */
  public record Options(long topN, int parts) {
    /** As configured. */
    public static final Options DEFAULT = new Options(0, NO_PARTS_GIVEN);
  }

  /**
   * The list.
   *
   * @param segment name of the new segment
   * @param urls in the list
   * @param due URLs of the crawldb that were due
   * @param parts of the list
   */
  public record Result(String segment, long urls, long due, int parts) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "segment %s: %,d URLs of %,d due, %d part%s",
          segment,
          urls,
          due,
          parts,
          parts == 1 ? "" : "s");
    }
  }

  /**
   * Generates.
   *
   * @throws OrbException (nothing to do) when no URL is due, (failed) when there is no crawldb or
   *     it is corrupt
   */
  public Result run(Session session, Options options) throws IOException {
    Configuration conf = session.conf();
    long topN = options.topN() > 0 ? options.topN() : CrawlerKeys.GENERATE_TOP_N.get(conf);
    int parts = parts(conf, options);
    if (topN <= 0 || parts <= 0) {
      throw OrbException.usage("a fetch list needs a length and parts above zero");
    }
    CrawlDbParts.require(conf, session.dir());
    String name = Timestamps.next(session.dir().fs(), session.dir().segments(), session.clock());
    Step step = session.steps().begin("generate", name);
    Path segment = step.staging("segment");
    Path list = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
    Path candidates = step.staging("candidates");
    Counters counters =
        parts == 1
            ? GenerateJob.selectOne(session, topN, list)
            : GenerateJob.selectCandidates(session, topN, parts, candidates);
    long urls = counters.findCounter(GenerateCounter.TAKEN).getValue();
    if (urls == 0) {
      step.abort();
      throw OrbException.nothingToDo("nothing to fetch: " + whyNone(counters));
    }
    if (parts > 1) {
      urls = Arrays.stream(GenerateJob.cut(session, topN, candidates, list)).sum();
    }
    long due = counters.findCounter(GenerateCounter.DUE).getValue();
    step.publish(segment, new Path(session.dir().segments(), name));
    step.commit(Map.of("segment", name, "urls", Long.toString(urls), "due", Long.toString(due)));
    return new Result(name, urls, due, parts);
  }

  private static int parts(Configuration conf, Options options) {
    if (options.parts() != NO_PARTS_GIVEN) {
      return options.parts();
    }
    int configured = CrawlerKeys.GENERATE_PARTS.get(conf);
    if (configured != NO_PARTS_GIVEN) {
      return configured;
    }
    // Hadoop's own default for mapreduce.job.maps is 2.
    return JobRunner.isLocal(conf)
        ? conf.getInt("mapreduce.local.map.tasks.maximum", 1)
        : conf.getInt("mapreduce.job.maps", 2);
  }

  private static String whyNone(Counters counters) {
    var reasons = new StringBuilder("no URL of the crawldb is due");
    Map<GenerateCounter, String> texts =
        Map.of(
            GenerateCounter.NOT_DUE, " not due yet",
            GenerateCounter.WAITING, " in another fetch list",
            GenerateCounter.LOW_SCORE, " below generate.min.score",
            GenerateCounter.FILTERED, " refused by the URL filters",
            GenerateCounter.OVER_BUDGET, " over generate.max.count");
    String separator = " (";
    for (GenerateCounter counter : GenerateCounter.values()) {
      long count = counters.findCounter(counter).getValue();
      if (count > 0 && texts.containsKey(counter)) {
        reasons.append(separator).append(count).append(texts.get(counter));
        separator = ", ";
      }
    }
    return separator.equals(", ") ? reasons.append(')').toString() : reasons.toString();
  }
}
