package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.MergeJob;

/**
 * The dedup phase on its own: marks pages in the crawldb whose content another page has. In a
 * round, update does this in its own pass.
 */
public final class DedupPhase {
  /**
   * Finds and marks duplicates in the crawldb. If there are none, it is left untouched.
   *
   * @return the entries marked as duplicates now
   * @throws OrbException (failed) if there is no crawldb or it is corrupt
   */
  public long run(Session session) throws IOException {
    Step step = session.steps().begin("dedup", "");
    Path duplicates = step.staging("duplicates");
    Counters found = DuplicateSearch.run(session, Optional.empty(), duplicates);
    if (DedupCounter.DUPLICATES.in(found) + DedupCounter.RESTORED.in(found) == 0) {
      step.abort();
      return 0;
    }
    Path output = step.staging("crawldb");
    Job job =
        MergeJob.create(
            session, "dedup (mark)", DuplicatesMerge.class, List.of(), List.of(duplicates), output);
    Counters counters = JobRunner.run(job, session.console());
    long marked = counters.findCounter(CrawlDbCounter.MARKED_DUPLICATE).getValue();
    step.replace(output, session.dir().crawlDb());
    Map<String, String> results = new TreeMap<>(Map.of("marked", Long.toString(marked)));
    DedupCounter.put(results, found);
    step.commit(results);
    return marked;
  }
}
