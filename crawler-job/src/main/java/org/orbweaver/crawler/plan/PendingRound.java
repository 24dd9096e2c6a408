package org.orbweaver.crawler.plan;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.crawler.crawldb.CrawlDb;

/**
 * A round that has started and not ended; its results will change the next one.
 *
 * @param segment its name
 * @param fetched whether it has been fetched; if so, it is not in the crawldb yet
 */
record PendingRound(String segment, boolean fetched) {
  /** The newest such round, if there is any. */
  static Optional<PendingRound> of(CrawlDir dir) throws IOException {
    List<StepRecord> history = Steps.readHistory(dir);
    Set<String> inCrawlDb = CrawlDb.segments(history);
    Set<String> fetchedHere = new HashSet<>();
    for (StepRecord step : history) {
      if (step.name().equals("fetch")) {
        fetchedHere.add(step.key());
      }
    }
    PendingRound pending = null;
    for (Path segment : dir.segmentList()) {
      String name = segment.getName();
      boolean fetched = dir.fs().exists(new Path(segment, CrawlDatum.FETCH_DIR_NAME));
      boolean listed =
          !Parts.of(dir.fs(), new Path(segment, CrawlDatum.GENERATE_DIR_NAME)).isEmpty();
      // Nutch keeps no record of the segments it has put into the crawldb.
      if ((listed && !fetched) || (fetchedHere.contains(name) && !inCrawlDb.contains(name))) {
        pending = new PendingRound(name, fetched);
      }
    }
    return Optional.ofNullable(pending);
  }
}
