package org.orbweaver.crawler.dedup;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.crawler.crawldb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.MergeJob;

/**
 * The dedup phase on its own: marks pages in the crawldb whose content another page has. In a round
 * update does that in its own pass.
 */
public final class DedupPhase {
  /**
   * What came of it.
   *
   * @param marked entries marked as duplicates now
   */
  public record Result(long marked) {}

  /**
   * Finds and marks duplicates in the crawldb. Without any it is left untouched.
   *
   * @throws OrbException (failed) when there is no crawldb or it is corrupt
   */
  public Result run(Session session) throws IOException {
    Step step = session.steps().begin("dedup", "");
    Path duplicates = step.staging("duplicates");
    Counters found = FindJob.run(session, Optional.empty(), duplicates);
    if (of(found, DedupCounter.DUPLICATES) + of(found, DedupCounter.RESTORED) == 0) {
      step.abort();
      return new Result(0);
    }
    Path output = step.staging("crawldb");
    Job job =
        MergeJob.create(
            session, "dedup (mark)", DuplicatesMerge.class, List.of(), List.of(duplicates), output);
    Counters counters = JobRunner.run(job, session.console());
    long marked = counters.findCounter(CrawlDbCounter.MARKED_DUPLICATE).getValue();
    step.replace(output, session.dir().crawlDb());
    step.commit(Map.of("marked", Long.toString(marked)));
    return new Result(marked);
  }

  private static long of(Counters counters, DedupCounter counter) {
    return counters.findCounter(counter).getValue();
  }

  /** What the search for duplicates counts. */
  public enum DedupCounter {
    /** Pages that have the content of a better one, and are not marked yet. */
    DUPLICATES,
    /** Pages marked before that have no page of the same content beside them any more. */
    RESTORED
  }
}
