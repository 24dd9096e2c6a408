package org.orbweaver.crawler.dedup.near;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.MergeJob;

/**
 * Finds the near-duplicates of the pages that are new since its last run, among themselves and
 * among all it has seen, and records their groups in the crawldb.
 */
public final class NearPhase {
  /** The step's name. */
  public static final String STEP = "near";

  private static final String MEMBERS = "members";

  /**
   * The result of a run.
   *
   * @param fresh pages that are new or have another text
   * @param near verified pairs
   * @param grouped pages whose group changed
   * @param members pages in groups
   */
  public record NearResult(long fresh, long near, long grouped, long members) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "%s compared, %s have near-duplicates (%,d new)",
          Count.of(fresh, "page"),
          Count.of(members, "page"),
          grouped);
    }
  }

  /** The counters of its jobs. */
  public enum NearCounter {
    /** Pages with a sketch. */
    PAGES,
    /** Pages that are new or have another text. */
    NEW,
    /** Pages that have another text, or none any more. */
    CHANGED,
    /** Pairs that share a key, once for each key. */
    CANDIDATES,
    /** Distinct pairs that were compared. */
    PAIRS,
    /** Pairs at or above the threshold. */
    NEAR,
    /** Pages whose group changed. */
    GROUPED,
    /** Pages in groups. */
    MEMBERS;

    private long in(Counters counters) {
      return counters.findCounter(this).getValue();
    }
  }

  /** The stores: {@code DIR/duplicates/…}. */
  static Path folder(CrawlDir dir, String name) {
    return new Path(new Path(dir.root(), "duplicates"), name);
  }

  static SortedStore<PageSketch> sketches(Configuration conf, CrawlDir dir) throws IOException {
    return SortedStore.open(conf, folder(dir, "sketches"), PageSketch.class);
  }

  static SortedStore<BandPages> keys(Configuration conf, CrawlDir dir) throws IOException {
    return SortedStore.open(conf, folder(dir, "keys"), BandPages.class);
  }

  static SortedStore<Membership> groups(Configuration conf, CrawlDir dir) throws IOException {
    return SortedStore.open(conf, folder(dir, "groups"), Membership.class);
  }

  /**
   * Compares the pages of the segments parsed since the last run.
   *
   * @throws OrbException (nothing to do) if there are none, (failed) if a store is corrupt
   */
  public NearResult run(Session session) throws IOException {
    CrawlDir dir = session.dir();
    Set<String> seen = session.steps().last(STEP).map(StepRecord::segments).orElse(Set.of());
    List<String> all = new ArrayList<>();
    List<Path> inputs = new ArrayList<>();
    for (Path segment : dir.segmentList()) {
      Path parsed = new Path(segment, ParseData.DIR_NAME);
      if (dir.fs().exists(parsed)) {
        all.add(segment.getName());
        if (!seen.contains(segment.getName())) {
          inputs.add(parsed);
          inputs.add(new Path(segment, CrawlDatum.FETCH_DIR_NAME));
        }
      }
    }
    if (inputs.isEmpty()) {
      throw OrbException.nothingToDo(
          "nothing to compare: no segment parsed since near-duplicates were found last");
    }
    return run(session, inputs, all);
  }

  /**
   * Compares new pages.
   *
   * @param inputs the input of {@link SketchesJob}, or files of (id, {@link PageSketch})
   * @param segments all segments compared so far, including these
   */
  public NearResult run(Session session, List<Path> inputs, List<String> segments)
      throws IOException {
    Step step = session.steps().begin(STEP, segments.isEmpty() ? "" : last(segments));
    // A number that no earlier run had.
    long run = session.steps().last(STEP).map(StepRecord::number).orElse(0L) + 1;
    int parts = Math.max(1, CrawlDb.check(session.conf(), session.dir()).parts().size());
    // The groups are unchanged unless they are rewritten.
    long members = session.steps().last(STEP).map(before -> before.count(MEMBERS)).orElse(0L);
    Counters totals = new Counters();
    SortedStore<PageSketch> old = sketches(session.conf(), session.dir());
    old.check();
    Path sketches = step.staging("sketches");
    totals.incrAllCounters(SketchesJob.run(session, inputs, old, run, parts, sketches));
    Path keys = SideOutput.detach(session, sketches, SketchesJob.KEYS);
    Path left = SideOutput.detach(session, sketches, SketchesJob.LEFT);
    if (NearCounter.NEW.in(totals) + NearCounter.CHANGED.in(totals) > 0) {
      step.replace(sketches, old.folder());
      Path pairs = candidates(session, step, keys, parts, totals);
      List<Path> changes = new ArrayList<>(List.of(left));
      groups(session, step, pairs, sketches, run, parts, changes, totals);
      if (changes.size() > 1 || NearCounter.CHANGED.in(totals) > 0) {
        record(session, step, changes, parts, totals);
        members = NearCounter.MEMBERS.in(totals);
      }
    }
    NearResult result =
        new NearResult(
            NearCounter.NEW.in(totals),
            NearCounter.NEAR.in(totals),
            NearCounter.GROUPED.in(totals),
            members);
    Map<String, String> results = new TreeMap<>();
    results.put(StepRecord.SEGMENTS, String.join(",", segments));
    for (NearCounter counter : NearCounter.values()) {
      results.put(counter.name().toLowerCase(Locale.ROOT), Long.toString(counter.in(totals)));
    }
    results.put(MEMBERS, Long.toString(members));
    step.commit(results);
    return result;
  }

  private static String last(List<String> segments) {
    return segments.get(segments.size() - 1);
  }

  /** Merges new keys into their store; returns the pairs that share one. */
  private static Path candidates(
      Session session, Step step, Path changes, int parts, Counters totals) throws IOException {
    SortedStore<BandPages> old = keys(session.conf(), session.dir());
    old.check();
    Path output = step.staging("keys");
    totals.incrAllCounters(CandidatesJob.run(session, changes, old, parts, output));
    Path pairs = SideOutput.detach(session, output, CandidatesJob.PAIRS);
    step.replace(output, old.folder());
    return pairs;
  }

  /** Verifies pairs and connects near-duplicates; adds the changes of groups. */
  private static void groups(
      Session session,
      Step step,
      Path pairs,
      Path sketches,
      long run,
      int parts,
      List<Path> changes,
      Counters totals)
      throws IOException {
    if (NearCounter.CANDIDATES.in(totals) == 0) {
      return;
    }
    Path attached = step.staging("attached");
    totals.incrAllCounters(VerifyJobs.attach(session, pairs, sketches, attached));
    Path edges = step.staging("edges");
    Path known = folder(session.dir(), "groups");
    totals.incrAllCounters(VerifyJobs.verify(session, attached, sketches, known, run, edges));
    Path members = SideOutput.detach(session, edges, VerifyJobs.MEMBERS);
    if (NearCounter.NEAR.in(totals) == 0) {
      return;
    }
    Components.Stars stars = Components.run(session, edges, step.staging("stars"), parts);
    List<Path> inputs = new ArrayList<>(List.of(stars.stars(), members));
    if (stars.groupsMoved()) {
      inputs.add(known);
    }
    Path named = step.staging("named");
    GroupsJobs.name(session, inputs, run, parts, named);
    changes.add(named);
  }

  /** Merges changes into the store of groups and into the crawldb. */
  private static void record(
      Session session, Step step, List<Path> changes, int parts, Counters totals)
      throws IOException {
    SortedStore<Membership> old = groups(session.conf(), session.dir());
    old.check();
    Path output = step.staging("groups");
    totals.incrAllCounters(GroupsJobs.merge(session, changes, old, parts, output));
    Path crawlDb = SideOutput.detach(session, output, GroupsJobs.CRAWLDB);
    step.replace(output, old.folder());
    SortedStore<CrawlDatum> pages = CrawlDb.check(session.conf(), session.dir());
    if (NearCounter.GROUPED.in(totals) > 0 && !pages.isEmpty()) {
      Path chosen = step.staging("representatives");
      RepresentativesJobs.run(session, crawlDb, pages, step.staging("grouped"), chosen);
      Path merged = step.staging("crawldb");
      List<Path> inputs = List.of(crawlDb, chosen);
      Job job =
          MergeJob.create(session, "near (crawldb)", GroupMerge.class, List.of(), inputs, merged);
      JobRunner.run(job, session.console());
      step.replace(merged, session.dir().crawlDb());
    }
  }

  /**
   * Sets or removes, in the metadata of a page in the crawldb, its group and the mark that it
   * represents the group.
   */
  public static final class GroupMerge implements MergeJob.Merge {
    @Override
    public void setup(Configuration conf, Consumer<CrawlDbCounter> tally) {
      // It has no counters and no settings.
    }

    @Override
    public CrawlDatum merge(String url, CrawlDatum old, Iterable<Change> changes) {
      for (Change change : changes) {
        apply(old, change.datum());
      }
      return old;
    }

    static void apply(CrawlDatum old, CrawlDatum change) {
      Writable group = change.getMetaData().get(RepresentativesJobs.GROUP);
      if (old == null) {
        return;
      }
      if (group == null) {
        Writable mark = change.getMetaData().get(RepresentativesJobs.REPRESENTATIVE);
        if (mark instanceof BooleanWritable representative && representative.get()) {
          old.getMetaData().put(RepresentativesJobs.REPRESENTATIVE, mark);
        } else {
          old.getMetaData().remove(RepresentativesJobs.REPRESENTATIVE);
        }
      } else if (group.toString().isEmpty()) {
        old.getMetaData().remove(RepresentativesJobs.GROUP);
        old.getMetaData().remove(RepresentativesJobs.REPRESENTATIVE);
      } else {
        old.getMetaData().put(RepresentativesJobs.GROUP, group);
      }
    }
  }
}
