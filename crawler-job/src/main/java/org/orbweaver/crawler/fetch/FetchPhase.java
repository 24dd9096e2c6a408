package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.ClusterProbe;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.fetch.spill.Spills;
import org.orbweaver.crawler.fetch.spill.Table;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.hosts.ListHosts;
import org.orbweaver.crawler.hosts.RecentHosts;
import org.orbweaver.crawler.update.UpdatePhase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetch as a step of a crawl: runs the job and publishes its output in the segment. */
public final class FetchPhase {
  /** The step's name. */
  public static final String STEP = "fetch";

  private static final Logger LOG = LoggerFactory.getLogger(FetchPhase.class);

  /** How long a fetch waits for HDFS to accept data again. */
  private static final int OUTAGE_SECONDS = 120;

  /** The folder in its staging folder that has a folder for each task. */
  private static final String PARTS = "parts";

  /**
   * The result of a fetch.
   *
   * @param segment name of the segment
   * @param counters all of {@link FetchCounter}
   * @param earlier of these, those of earlier runs that were interrupted
   * @param seconds the job's time
   */
  public record FetchResult(
      String segment,
      Map<FetchCounter, Long> counters,
      Map<FetchCounter, Long> earlier,
      double seconds) {
    /** The value of one counter. */
    public long get(FetchCounter counter) {
      return counters.get(counter);
    }

    /** One line for people. */
    public String summary() {
      List<String> parts = new ArrayList<>();
      for (FetchCounter counter :
          List.of(
              FetchCounter.OK,
              FetchCounter.REDIRECTED,
              FetchCounter.NOT_MODIFIED,
              FetchCounter.GONE,
              FetchCounter.FAILED,
              FetchCounter.SKIPPED)) {
        long value = get(counter);
        if (value > 0 || counter == FetchCounter.OK) {
          parts.add(value + " " + counter.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
      }
      long before = earlier.get(FetchCounter.FETCHED);
      return String.format(
          Locale.ROOT,
          "segment %s: %s from %s%s in %.1f s (%.1f/s): %s; %.1f MB",
          segment,
          Count.of(get(FetchCounter.FETCHED), "URL"),
          Count.of(get(FetchCounter.HOSTS), "host"),
          before == 0 ? "" : ", " + before + " before the interruption, the others",
          seconds,
          (get(FetchCounter.FETCHED) - before) / Math.max(0.001, seconds),
          String.join(", ", parts),
          get(FetchCounter.BYTES) / 1e6);
    }
  }

  /**
   * Fetches a segment.
   *
   * @param name of the segment; null: the oldest that has a fetch list and was not fetched
   * @throws OrbException (nothing to do) if no segment waits to be fetched, (failed) if the named
   *     segment does not exist, has no list, or was fetched before
   */
  public FetchResult run(Session session, String name) throws IOException {
    Path segment = segment(session.dir(), name);
    boolean interrupted = session.steps().isInterrupted(STEP);
    Map<FetchCounter, Long> earlier = earlier(session, segment.getName());
    // Resuming keeps the pages that killed attempts fetched.
    Step step = session.steps().resume(STEP, segment.getName());
    Path kept = step.staging(PARTS);
    long start = System.nanoTime();
    Counters counters = fetch(session, segment, kept, interrupted);
    double seconds = (System.nanoTime() - start) / 1e9;
    Map<FetchCounter, Long> values = new EnumMap<>(FetchCounter.class);
    Map<String, String> facts = new LinkedHashMap<>();
    for (FetchCounter counter : FetchCounter.values()) {
      long value = counters.findCounter(counter).getValue();
      values.put(counter, value);
      facts.put(FetchTotals.name(counter), Long.toString(value));
    }
    earlier.forEach(
        (counter, value) -> {
          if (value > 0) {
            facts.put(FetchTotals.EARLIER + FetchTotals.name(counter), Long.toString(value));
          }
        });
    publish(session.conf(), session.dir(), segment, kept, step);
    step.remove(new Path(segment, ListHosts.FOLDER));
    step.commit(facts);
    return new FetchResult(segment.getName(), values, earlier, seconds);
  }

  /**
   * Runs the job. On a cluster it runs it again, in a task, if the job's application master fetched
   * and failed, or if HDFS was away: both die with the only DataNode.
   */
  private static Counters fetch(Session session, Path segment, Path kept, boolean interrupted)
      throws IOException {
    Job job = job(session, segment, kept, interrupted);
    boolean inMaster =
        JobRunner.inMasterIfSmall(job, new Path(segment, CrawlDatum.GENERATE_DIR_NAME));
    try {
      return JobRunner.run(job, session.console());
    } catch (OrbException e) {
      Configuration conf = session.conf();
      if (JobRunner.isLocal(conf)) {
        throw e;
      }
      boolean stores = ClusterProbe.canStore(conf, kept, 1);
      if (stores && !inMaster) {
        throw e;
      }
      LOG.warn("{} has failed once", job.getJobName(), e);
      session
          .console()
          .info(
              job.getJobName()
                  + " was interrupted; it goes on"
                  + (stores ? "" : " once HDFS takes data"));
      if (!stores && !ClusterProbe.canStore(conf, kept, OUTAGE_SECONDS)) {
        throw e;
      }
      return JobRunner.run(job(session, segment, kept, true), session.console());
    }
  }

  /**
   * Makes the job.
   *
   * @param interrupted whether attempts of earlier jobs may have contacted hosts until now
   */
  private static Job job(Session session, Path segment, Path kept, boolean interrupted)
      throws IOException {
    Job job = FetchJob.of(session.conf(), session.dir(), segment, kept);
    Configuration conf = job.getConfiguration();
    long now = session.clock().millis();
    conf.setLong(FetchJob.CONTACTED_UNTIL, interrupted ? now : 0);
    RecentHosts.embed(conf, session.dir(), session.steps().history(), now, STEP);
    Path listHosts = new Path(segment, ListHosts.FOLDER);
    if (isUpToDate(session.steps().history(), segment) && session.dir().fs().exists(listHosts)) {
      conf.set(FetchJob.LIST_HOSTS, listHosts.toString());
    }
    return job;
  }

  /** Whether the store of hosts is unchanged since generate made the segment. */
  private static boolean isUpToDate(List<StepRecord> history, Path segment) {
    boolean upToDate = false;
    for (StepRecord step : history) {
      boolean made = step.name().equals("generate") && step.key().equals(segment.getName());
      upToDate = (upToDate || made) && !step.name().equals(UpdatePhase.STEP);
    }
    return upToDate;
  }

  /**
   * The number of URLs of a segment's list that an interrupted fetch has dealt with; they are not
   * fetched again.
   */
  public static long kept(Session session, String segment) throws IOException {
    Map<FetchCounter, Long> earlier = earlier(session, segment);
    return earlier.get(FetchCounter.FETCHED) - earlier.get(FetchCounter.REDIRECTS_FOLLOWED);
  }

  /** The counters of interrupted fetches of a segment. */
  private static Map<FetchCounter, Long> earlier(Session session, String segment)
      throws IOException {
    FetchOutput.FetchStats kept = new FetchOutput.FetchStats();
    Optional<Path> left = session.steps().left(STEP, segment);
    if (left.isPresent()) {
      for (Path part : Parts.of(session.dir().fs(), new Path(left.get(), PARTS))) {
        FetchOutput.addKept(session.conf(), part, kept);
      }
    }
    Map<FetchCounter, Long> counts = new EnumMap<>(FetchCounter.class);
    for (FetchCounter counter : FetchCounter.values()) {
      counts.put(counter, kept.get(counter));
    }
    return counts;
  }

  /**
   * Moves the files of a list to parts of its number. If a list has several files, the others get
   * numbers after those of all lists.
   */
  private static void publish(Configuration conf, CrawlDir dir, Path segment, Path kept, Step step)
      throws IOException {
    List<Path> lists = Parts.of(dir.fs(), new Path(segment, CrawlDatum.GENERATE_DIR_NAME));
    for (int i = 0; i < lists.size(); i++) {
      Path part = new Path(kept, lists.get(i).getName());
      for (Map.Entry<Table, List<Path>> files : new Spills(conf, part).results().entrySet()) {
        int number = i;
        for (Path file : files.getValue()) {
          Path folder = new Path(segment, files.getKey().folder());
          step.publish(file, new Path(folder, Parts.name(number)));
          number += lists.size();
        }
      }
    }
  }

  private static Path segment(CrawlDir dir, String name) throws IOException {
    if (name != null) {
      Path segment = dir.segment(name);
      if (isFetched(dir, segment)) {
        throw OrbException.failed("segment " + name + " is already fetched");
      }
      if (!hasList(dir, segment)) {
        throw OrbException.failed(
            "segment " + name + " has no fetch list: run 'orb generate' first");
      }
      return segment;
    }
    for (Path segment : dir.segmentList()) {
      if (hasList(dir, segment) && !isFetched(dir, segment)) {
        return segment;
      }
    }
    throw OrbException.nothingToDo(
        "nothing to fetch: no new fetch list in " + dir + "; run 'orb generate' first");
  }

  private static boolean isFetched(CrawlDir dir, Path segment) throws IOException {
    return dir.fs().exists(new Path(segment, CrawlDatum.FETCH_DIR_NAME));
  }

  private static boolean hasList(CrawlDir dir, Path segment) throws IOException {
    Path lists = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
    return dir.fs().exists(lists) && !Parts.of(dir.fs(), lists).isEmpty();
  }
}
