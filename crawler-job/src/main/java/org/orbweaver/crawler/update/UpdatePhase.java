package org.orbweaver.crawler.update;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.MergeJob;
import org.orbweaver.crawler.dedup.DedupCounter;
import org.orbweaver.crawler.dedup.DuplicateSearch;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.trap.MazeFindings;
import org.orbweaver.crawler.trap.PageFindings;

/**
 * The update phase: merges segments into the crawldb. Its steps record which segments are in it.
 */
public final class UpdatePhase {
  /** The step's name. */
  public static final String STEP = CrawlDb.UPDATE_STEP;

  /**
   * The choice of segments.
   *
   * @param segments names; empty for all that are parsed and not in the crawldb
   * @param dedup whether to mark the pages that become duplicates in the same pass; for one segment
   *     only
   */
  public record UpdateOptions(List<String> segments, boolean dedup) {
    /** All segments that wait, without a search for duplicates. */
    public static final UpdateOptions WAITING = new UpdateOptions(List.of(), false);

    public UpdateOptions {
      if (dedup && segments.size() != 1) {
        throw new IllegalArgumentException("dedup within the update of " + segments);
      }
    }

    /** Options for the end of a round: its segment, and the duplicates. */
    public static UpdateOptions round(String segment) {
      return new UpdateOptions(List.of(segment), true);
    }
  }

  /**
   * The result of update.
   *
   * @param segments merged
   * @param counters {@link CrawlDbCounter}: entries of the crawldb and their changes
   */
  public record UpdateResult(List<String> segments, Counters counters) {
    /** The value of a counter. */
    public long count(CrawlDbCounter counter) {
      return counters.findCounter(counter).getValue();
    }

    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "%s: %s, %,d new, %,d changed, %s, %,d refused by URL filters",
          String.join(", ", segments),
          Count.of(count(CrawlDbCounter.URLS), "URL"),
          count(CrawlDbCounter.ADDED),
          count(CrawlDbCounter.CHANGED),
          Count.of(count(CrawlDbCounter.MARKED_DUPLICATE), "duplicate"),
          count(CrawlDbCounter.REFUSED));
    }
  }

  /**
   * Runs the update.
   *
   * @throws OrbException (nothing to do) if all segments are in the crawldb, (failed) if a named
   *     one is missing or not parsed, or the crawldb is corrupt
   */
  public UpdateResult run(Session session, UpdateOptions options) throws IOException {
    List<String> segments = choose(session, options.segments());
    Step step = session.steps().begin(STEP, segments.get(segments.size() - 1));
    Path output = step.staging("crawldb");
    List<Path> inputs = new ArrayList<>();
    for (String name : segments) {
      Path segment = session.dir().segment(name);
      inputs.add(new Path(segment, CrawlDatum.FETCH_DIR_NAME));
      inputs.add(new Path(segment, CrawlDatum.PARSE_DIR_NAME));
    }
    Counters found = new Counters();
    if (options.dedup()) {
      Path duplicates = step.staging("duplicates");
      found =
          DuplicateSearch.run(
              session, Optional.of(session.dir().segment(segments.get(0))), duplicates);
      inputs.add(duplicates);
    }
    Job job = MergeJob.create(session, STEP, UpdateMerge.class, segments, inputs, output);
    UrlRules.embed(job.getConfiguration());
    job.getConfiguration().setLong(UpdateMerge.NOW, session.clock().millis());
    job.getConfiguration().set(UpdateMerge.HOSTS, session.dir().hosts().toString());
    Path mazes = MazeFindings.judge(session, segments, step);
    job.getConfiguration().set(UpdateMerge.MAZES, mazes.toString());
    Counters counters = JobRunner.run(job, session.console());
    UpdateResult result = new UpdateResult(segments, counters);
    Map<String, String> results = new LinkedHashMap<>();
    results.put(StepRecord.SEGMENTS, String.join(",", segments));
    for (CrawlDbCounter counter : CrawlDbCounter.values()) {
      results.put(counter.name(), Long.toString(result.count(counter)));
    }
    DedupCounter.put(results, found);
    Path learned = new Path(output, UpdateMerge.FOUND);
    mergeHosts(session, segments, learned, step);
    session.dir().fs().delete(learned, true);
    step.replace(output, session.dir().crawlDb());
    step.commit(results);
    return result;
  }

  /** Merges the records of fetch, parse and update about hosts into their store. */
  private static void mergeHosts(Session session, List<String> segments, Path found, Step step)
      throws IOException {
    List<Path> learned = new ArrayList<>(List.of(found));
    for (String name : segments) {
      Path segment = session.dir().segment(name);
      learned.add(new Path(segment, HostRecords.FOLDER));
      learned.add(new Path(segment, PageFindings.FOLDER));
    }
    for (Path folder : List.copyOf(learned)) {
      if (!session.dir().fs().exists(folder)) {
        learned.remove(folder);
      }
    }
    if (!learned.isEmpty()) {
      Path merged = step.staging("hosts");
      int parts = CrawlDb.check(session.conf(), session.dir()).parts().size();
      HostsJob.run(session, learned, Math.max(1, parts), merged);
      step.replace(merged, session.dir().hosts());
    }
  }

  private static List<String> choose(Session session, List<String> named) throws IOException {
    CrawlDir dir = session.dir();
    Set<String> done = CrawlDb.segments(session.steps().history());
    Set<String> chosen = new LinkedHashSet<>();
    if (named.isEmpty()) {
      for (Path segment : dir.segmentList()) {
        if (!done.contains(segment.getName()) && isParsed(dir.fs(), segment)) {
          chosen.add(segment.getName());
        }
      }
      if (chosen.isEmpty()) {
        throw OrbException.nothingToDo(
            "nothing to update: the crawldb of " + dir.root() + " has every parsed segment");
      }
    }
    for (String name : new TreeSet<>(named)) {
      if (!isParsed(dir.fs(), dir.segment(name))) {
        throw OrbException.failed(
            "segment " + name + " is not parsed yet: run 'orb fetch' and 'orb parse' first");
      }
      if (!done.contains(name)) {
        chosen.add(name);
      }
    }
    if (chosen.isEmpty()) {
      throw OrbException.nothingToDo("the crawldb already has these segments");
    }
    return List.copyOf(chosen);
  }

  private static boolean isParsed(FileSystem fs, Path segment) throws IOException {
    return fs.exists(new Path(segment, CrawlDatum.FETCH_DIR_NAME))
        && fs.exists(new Path(segment, CrawlDatum.PARSE_DIR_NAME));
  }
}
