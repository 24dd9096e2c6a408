package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.fetch.task.ListFingerprints;
import org.orbweaver.crawler.recrawl.DueRule;

/**
 * The URLs of open fetch lists: lists that this crawl's generate made, that update has not put into
 * the crawldb, and that are younger than Nutch's crawl.gen.delay. They are not listed a second
 * time. Mostly there is no open list; one takes 8 bytes a URL in each task.
 */
final class OpenLists {
  private static final String LISTS = "orbweaver.internal.generate.open.lists";

  private OpenLists() {}

  /** The names of the segments with open lists, oldest first. */
  static List<String> segments(CrawlDir dir, long now) throws IOException {
    List<StepRecord> history = Steps.readHistory(dir);
    Set<String> done = CrawlDb.segments(history);
    Instant since = Instant.ofEpochMilli(now - DueRule.MARK_HOLDS_MILLIS);
    List<String> open = new ArrayList<>();
    for (StepRecord step : history) {
      if (step.name().equals("generate")
          && !done.contains(step.key())
          && step.time().isAfter(since)
          && dir.fs().exists(list(dir, step.key()))) {
        open.add(step.key());
      }
    }
    return open;
  }

  private static Path list(CrawlDir dir, String segment) {
    return new Path(new Path(dir.segments(), segment), CrawlDatum.GENERATE_DIR_NAME);
  }

  /** Puts the open lists into a job's configuration. */
  static void embed(Configuration conf, CrawlDir dir, List<String> segments) {
    conf.setStrings(
        LISTS, segments.stream().map(name -> list(dir, name).toString()).toArray(String[]::new));
  }

  /** Reads the embedded lists in a task; null if no list is open. */
  static ListFingerprints of(Configuration conf) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String list : conf.getTrimmedStrings(LISTS)) {
      Path folder = new Path(list);
      files.addAll(Parts.of(folder.getFileSystem(conf), folder));
    }
    return files.isEmpty() ? null : new ListFingerprints(conf, files);
  }
}
