package org.orbweaver.index.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.lucene.util.Version;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.common.text.Count;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.schema.IndexField;

/** The phase {@code index}: runs the job in staging and publishes the build. */
public final class IndexPhase {

  /**
   * What may be asked for.
   *
   * @param shards how many, or 0 for the configured number
   */
  public record Options(int shards) {
    public static final Options DEFAULT = new Options(0);
  }

  /** What was built. */
  public record Result(IndexMeta meta) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "index %s: %s in %s, %d with anchors, PageRank %s; left out: %d duplicates, %d canonical"
              + " copies, %d noindex, %d empty, %d not parsed",
          meta.build(),
          Count.of(meta.docs(), "document"),
          Count.of(meta.shards().size(), "shard"),
          count(IndexCounter.ANCHORED),
          meta.pagerank().orElse("none"),
          count(IndexCounter.DUPLICATES),
          count(IndexCounter.CANONICAL),
          count(IndexCounter.NOINDEX),
          count(IndexCounter.EMPTY),
          count(IndexCounter.NOT_PARSED));
    }

    /** A count of the job. */
    public long count(IndexCounter counter) {
      return meta.counters().getOrDefault(name(counter), 0L);
    }
  }

  /**
   * Builds an index of all that the crawl holds.
   *
   * @throws OrbException (nothing to do) where there is neither a page to index nor an earlier
   *     index; (failed) where an input is damaged; earlier builds stay as they were
   */
  public Result run(Session session, Options options) throws IOException {
    int shards = options.shards() > 0 ? options.shards() : IndexKeys.SHARDS.get(session.conf());
    CrawlDir dir = session.dir();
    IndexJob job = IndexJob.over(dir);
    String build = Timestamps.next(dir.fs(), dir.indexes(), session.clock());
    Step step = session.steps().begin("index", build);
    try {
      Path staged = step.staging("build");
      Counters counters = job.run(session, step.staging("canonicals"), staged, shards);
      IndexMeta meta = describe(session, job, build, staged, counters);
      // Where there is an index, one without pages replaces it: what is gone is not found any more.
      if (meta.docs() == 0 && dir.latest(dir.indexes()).isEmpty()) {
        throw OrbException.nothingToDo("no page of " + dir + " can be indexed: none was fetched");
      }
      Files.writeNew(session.conf(), new Path(staged, IndexMeta.FILE), meta.toJson());
      step.publish(staged, new Path(dir.indexes(), build));
      step.commit(Map.of("docs", Long.toString(meta.docs())));
      removeOldBuilds(session);
      return new Result(meta);
    } catch (IOException | RuntimeException e) {
      abort(step, e);
      throw e;
    }
  }

  static void abort(Step step, Exception because) {
    try {
      step.abort();
    } catch (IOException e) {
      because.addSuppressed(e); // the next step clears the staging
    }
  }

  private static IndexMeta describe(
      Session session, IndexJob job, String build, Path staged, Counters counters)
      throws IOException {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (IndexCounter counter : IndexCounter.values()) {
      counts.put(name(counter), counters.findCounter(counter).getValue());
    }
    Map<String, Long> shards = takeShardCounts(session.dir().fs(), staged);
    return new IndexMeta(
        IndexMeta.FORMAT,
        build,
        session.clock().instant().toString(),
        Version.LATEST.toString(),
        shards.values().stream().mapToLong(Long::longValue).sum(),
        shards,
        job.segments(),
        job.pageRankRun(),
        Arrays.stream(IndexField.values()).map(IndexField::fieldName).toList(),
        counts);
  }

  private static Map<String, Long> takeShardCounts(FileSystem fs, Path staged) throws IOException {
    Map<String, Long> shards = new LinkedHashMap<>();
    FileStatus[] files = fs.listStatus(staged);
    Arrays.sort(files);
    for (FileStatus file : files) {
      if (file.getPath().getName().endsWith(ShardOutputFormat.DOCS_SUFFIX)) {
        String count = new String(Files.read(fs, file.getPath()), StandardCharsets.US_ASCII);
        String shard = file.getPath().getName().replace(ShardOutputFormat.DOCS_SUFFIX, "");
        shards.put(shard, Long.parseLong(count));
        Files.delete(fs, file.getPath());
      }
    }
    return shards;
  }

  private static void removeOldBuilds(Session session) throws IOException {
    int kept = IndexKeys.BUILDS_KEPT.get(session.conf());
    CrawlDir dir = session.dir();
    List<Path> builds =
        Arrays.stream(dir.fs().listStatus(dir.indexes()))
            .map(FileStatus::getPath)
            .filter(path -> path.getName().matches("\\d{14}"))
            .sorted()
            .toList();
    for (int i = 0; kept > 0 && i < builds.size() - kept; i++) {
      Files.delete(dir.fs(), builds.get(i));
    }
  }

  private static String name(IndexCounter counter) {
    return counter.name().toLowerCase(Locale.ROOT);
  }
}
