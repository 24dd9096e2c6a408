package org.orbweaver.index.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.util.Version;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.common.text.Count;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.plan.FieldPlugins;
import org.orbweaver.index.plan.IndexCounter;
import org.orbweaver.index.plan.PlanJob;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.PageFields;
import org.orbweaver.index.shards.IndexJob;
import org.orbweaver.index.shards.IndexJob.WriterKind;
import org.orbweaver.index.store.Deletions;
import org.orbweaver.index.store.IndexMeta;
import org.orbweaver.index.store.StoreDirectory;
import org.orbweaver.index.store.TopicPageRank;

/** The phase {@code index}: runs the job in staging and publishes the build. */
public final class IndexPhase {
  /** The step's name. */
  public static final String STEP = "index";

  /**
   * The options of a build.
   *
   * @param shards how many, or 0 for the configured number
   * @param full true to rebuild documents that an earlier index has
   * @param writer the way to write the shards; one index may have shards of both
   */
  public record BuildOptions(int shards, boolean full, WriterKind writer) {
    public static final BuildOptions DEFAULT = new BuildOptions(0, false);

    /** With the default writer. */
    public BuildOptions(int shards, boolean full) {
      this(shards, full, WriterKind.CODEC);
    }
  }

  /** A finished build. */
  public record BuiltIndex(IndexMeta meta) {
    /** A one-line summary for the user. */
    public String summary() {
      long withLogin = count(IndexCounter.WITH_LOGIN);
      long leftOut = count(IndexCounter.LEFT_OUT);
      long failures = count(IndexCounter.PLUGIN_FAILURES);
      return String.format(
          Locale.ROOT,
          "index %s: %s in %s (%d new or changed), %d with anchors, PageRank %s; left out: %d"
              + " duplicates, %d canonical copies, %d noindex, %d empty, %d not parsed%s%s%s",
          meta.build(),
          Count.of(meta.docs(), "document"),
          Count.of(meta.shards().size(), "shard"),
          meta.docs() + leftOut - count(IndexCounter.UNCHANGED),
          count(IndexCounter.ANCHORED),
          meta.pagerank().orElse("none"),
          count(IndexCounter.DUPLICATES),
          count(IndexCounter.CANONICAL),
          count(IndexCounter.NOINDEX),
          count(IndexCounter.EMPTY),
          count(IndexCounter.NOT_PARSED),
          withLogin == 0 ? "" : ", " + withLogin + " with a login",
          leftOut == 0 ? "" : ", " + leftOut + " by plugins",
          failures == 0 ? "" : "; plugins failed " + Count.of(failures, "time") + ", see the log");
    }

    /** The value of a counter of the job. */
    public long count(IndexCounter counter) {
      return IndexPhase.count(meta, counter);
    }
  }

  /**
   * Builds an index of the whole crawl, upon the newest one if that has the same settings.
   *
   * @throws OrbException (nothing to do) if there is neither a page to index nor an earlier index;
   *     (failed) if an input is damaged; earlier builds stay unchanged
   */
  public BuiltIndex run(Session session, BuildOptions options) throws IOException {
    Configuration conf = session.conf();
    int shards = options.shards() > 0 ? options.shards() : IndexKeys.SHARDS.get(conf);
    CrawlDir dir = session.dir();
    List<String> segments = parsedSegments(dir);
    Optional<Path> pageRank = RankingRuns.newestPlain(dir, dir.pageRanks());
    Optional<TopicPageRank> topics = TopicPageRank.newest(session);
    String build = Timestamps.next(dir.fs(), dir.indexes(), session.clock());
    String settings = settings(conf, shards);
    Optional<IndexMeta> upon = options.full() ? Optional.empty() : upon(session, settings);
    Step step = session.steps().begin(STEP, build);
    try {
      Path joined = step.staging("joined");
      Path plan = step.staging("plan");
      Path staged = step.staging("build");
      PlanJob.Inputs inputs = new PlanJob.Inputs(segments, pageRank, topics, upon);
      Counters counters = PlanJob.run(session, inputs, build, joined, plan);
      if (upon.isPresent() && isWorn(conf, upon.get(), counters)) {
        upon = Optional.empty();
        Files.delete(dir.fs(), joined);
        Files.delete(dir.fs(), plan);
        inputs = new PlanJob.Inputs(segments, pageRank, topics, upon);
        counters = PlanJob.run(session, inputs, build, joined, plan);
      }
      long docs = count(counters, IndexCounter.INDEXED) + count(counters, IndexCounter.UNFETCHED);
      // If an index exists, one without pages replaces it: deleted pages are no longer found.
      if (docs == 0 && dir.latest(dir.indexes()).isEmpty()) {
        throw OrbException.nothingToDo("no page of " + dir + " can be indexed: none was fetched");
      }
      Map<String, Long> all = new LinkedHashMap<>();
      Map<String, Long> deleted = Map.of();
      Set<String> fields = new TreeSet<>(IndexField.names());
      Counter leftOut = counters.findCounter(IndexCounter.LEFT_OUT);
      if (upon.isPresent()) {
        IndexMeta older = upon.get();
        fields.addAll(older.fields());
        leftOut.increment(count(older, IndexCounter.LEFT_OUT));
        older.shards().forEach((name, n) -> all.put(IndexMeta.pathOf(older.build(), name), n));
        try (Deletions deletions = Deletions.upon(conf, dir.indexes(), older)) {
          PlanJob.forEachDeleted(
              conf,
              plan,
              (in, url) -> {
                if (!deletions.delete(in, url)) {
                  leftOut.increment(-1);
                }
              });
          deleted = deletions.write(conf, staged);
        }
      }
      if (upon.isEmpty() || count(counters, IndexCounter.UNCHANGED) < docs) {
        Path written = step.staging("shards");
        IndexJob.Written job =
            IndexJob.run(session, plan, written, staged, shards, options.writer());
        all.putAll(job.shards());
        counters.incrAllCounters(job.counters());
        if (count(job.counters(), IndexCounter.WITH_FIELDS) > 0) {
          fields.addAll(fields(conf, staged, job.shards().keySet()));
        }
      }
      int part = 0;
      for (Path pages : PlanJob.pages(dir.fs(), plan)) {
        Files.rename(conf, pages, new Path(new Path(staged, PlanJob.PAGES), Parts.name(part++)));
      }
      IndexMeta meta =
          new IndexMeta(
              IndexMeta.FORMAT,
              build,
              session.clock().instant().toString(),
              Version.LATEST.toString(),
              sum(all) - sum(deleted),
              all,
              deleted,
              settings,
              segments,
              pageRank.map(Path::getName),
              topics.map(run -> run.run().getName()),
              List.copyOf(fields),
              counts(counters));
      if (leftOut.getValue() < 0 || meta.docs() + leftOut.getValue() != docs) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "index %s has %d documents, but %d pages, of which plugins left out %d",
                build,
                meta.docs(),
                docs,
                leftOut.getValue()));
      }
      if (topics.isPresent()) {
        topics.get().copyModel(conf, staged);
      }
      Files.writeNew(conf, new Path(staged, IndexMeta.FILE), meta.toJson());
      step.publish(staged, new Path(dir.indexes(), build));
      obsolete(session, meta).forEach(step::remove);
      step.commit(Map.of("docs", Long.toString(meta.docs())));
      return new BuiltIndex(meta);
    } catch (IOException | RuntimeException e) {
      abort(step, e);
      throw e;
    }
  }

  private static Set<String> fields(Configuration conf, Path build, Set<String> shards)
      throws IOException {
    Set<String> names = new TreeSet<>();
    for (String shard : shards) {
      try (IndexReader reader =
          DirectoryReader.open(new StoreDirectory(conf, new Path(build, shard)))) {
        names.addAll(PageFields.names(reader));
      }
    }
    return names;
  }

  /** The segments to read, oldest first. */
  private static List<String> parsedSegments(CrawlDir dir) throws IOException {
    FileSystem fs = dir.fs();
    if (Parts.of(fs, dir.crawlDb()).isEmpty()) {
      throw OrbException.failed("no crawldb in " + dir + " ('orb inject SEEDS DIR' creates one)");
    }
    List<String> segments = new ArrayList<>();
    for (Path segment : dir.segmentList()) {
      if (fs.exists(new Path(segment, ParseData.DIR_NAME))
          && fs.exists(new Path(segment, ParseText.DIR_NAME))) {
        segments.add(segment.getName());
      }
    }
    if (segments.isEmpty()) {
      throw OrbException.nothingToDo(
          "no parsed segments in " + dir + " (run 'orb fetch' and 'orb parse' first)");
    }
    return segments;
  }

  /**
   * The settings that all documents of an index share; a build with other settings is not built
   * upon.
   */
  private static String settings(Configuration conf, int shards) throws IOException {
    String plugins = FieldPlugins.summary(conf);
    return String.format(
        Locale.ROOT,
        "schema=%d shards=%d body=%d stored=%d%s",
        IndexField.VERSION,
        shards,
        IndexKeys.BODY_MAX_CHARS.get(conf),
        IndexKeys.STORED_MAX_CHARS.get(conf),
        plugins.isEmpty() ? "" : " plugins=" + plugins);
  }

  /** The newest index, if it may be built upon once more. */
  private static Optional<IndexMeta> upon(Session session, String settings) throws IOException {
    CrawlDir dir = session.dir();
    Optional<Path> newest = dir.latest(dir.indexes());
    if (newest.isEmpty()) {
      return Optional.empty();
    }
    try {
      IndexMeta meta = IndexMeta.read(dir.fs(), newest.get());
      boolean alike = meta.settings().equals(settings);
      boolean few = meta.builds().size() < IndexKeys.GENERATIONS.get(session.conf());
      return alike && few && meta.docs() > 0 ? Optional.of(meta) : Optional.empty();
    } catch (OrbException e) {
      session.console().info("note: " + e.getMessage() + "; building a whole index");
      return Optional.empty();
    }
  }

  /** True if too many documents would be deleted. */
  private static boolean isWorn(Configuration conf, IndexMeta upon, Counters counters) {
    long deleted = sum(upon.deleted()) + count(counters, IndexCounter.DELETED);
    return deleted * 100 > sum(upon.shards()) * IndexKeys.DELETED_PERCENT.get(conf);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static long count(IndexMeta meta, IndexCounter counter) {
    return meta.counters().getOrDefault(name(counter), 0L);
  }

  private static long count(Counters counters, IndexCounter counter) {
    return counters.findCounter(counter).getValue();
  }

  private static Map<String, Long> counts(Counters counters) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (IndexCounter counter : IndexCounter.values()) {
      counts.put(name(counter), count(counters, counter));
    }
    return counts;
  }

  static void abort(Step step, Exception because) {
    try {
      step.abort();
    } catch (IOException e) {
      because.addSuppressed(e); // the next step clears the staging
    }
  }

  /**
   * Builds that are not kept beside the newest, and whose shards no kept build uses. If a kept
   * build cannot be read, it may use any shard, so there are none.
   */
  private static List<Path> obsolete(Session session, IndexMeta newest) throws IOException {
    int kept = IndexKeys.BUILDS_KEPT.get(session.conf());
    CrawlDir dir = session.dir();
    List<Path> builds =
        Files.list(dir.fs(), dir.indexes()).stream()
            .map(FileStatus::getPath)
            .filter(path -> path.getName().matches("\\d{14}"))
            .sorted()
            .toList();
    int first = kept > 0 ? Math.max(0, builds.size() + 1 - kept) : 0;
    Set<String> needed = new HashSet<>(newest.builds());
    for (Path build : builds.subList(first, builds.size())) {
      try {
        needed.addAll(IndexMeta.read(dir.fs(), build).builds());
      } catch (OrbException e) {
        session.console().info("note: no older build is removed: " + e.getMessage());
        return List.of();
      }
    }
    return builds.subList(0, first).stream()
        .filter(build -> !needed.contains(build.getName()))
        .toList();
  }

  private static String name(IndexCounter counter) {
    return counter.name().toLowerCase(Locale.ROOT);
  }
}
