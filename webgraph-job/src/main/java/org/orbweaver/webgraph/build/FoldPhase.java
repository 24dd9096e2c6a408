package org.orbweaver.webgraph.build;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.WebGraphKeys;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphLevel;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.MeasuredOutputStream;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.NodeNames;
import org.orbweaver.webgraph.format.PartitionWriter;
import org.orbweaver.webgraph.format.UrlDictionaryWriter;

/**
 * Folds a graph of pages to one of hosts or registered domains. A link between two of them weighs
 * as much as there are links between their pages.
 *
 * <p>This process reads the dictionary once, writes the new one and a {@link GroupTable}. Then two
 * jobs: the map of the first counts, partition by partition of the pages' successors ({@link
 * FoldMapper}), its shuffle and reduce are {@link MergeJob}'s; the second is {@link WriteJob}. What
 * is shuffled are links between hosts, once a host and partition. Memory of a task: 8 bytes a host.
 */
public final class FoldPhase {
  static final String TABLE = "orbweaver.internal.graph.fold.table";
  static final String PAGES = "orbweaver.internal.graph.fold.pages";
  static final String KEEP_WITHIN = "orbweaver.internal.graph.fold.within";

  /** In a folded graph's source: the build that it was made of. */
  private static final String BUILD = "build";

  private static final long ARCS_PER_REDUCER = 50_000_000;
  private static final int MAX_REDUCERS = 999;

  private final Session session;
  private final GraphPhase.Options options;

  /**
   * @param options partitions, and whether to fold again what is there already
   */
  public FoldPhase(Session session, GraphPhase.Options options) {
    this.session = session;
    this.options = options;
  }

  /**
   * Folds a build of pages and publishes the result beside it.
   *
   * @param build its name; the newest if empty
   * @param level HOST or DOMAIN
   * @throws OrbException (failed) where there is no build, or its nodes have no URLs
   */
  public GraphPhase.Result run(Optional<String> build, GraphLevel level) throws IOException {
    boolean within = keepsWithin(session.conf());
    GraphDir pages = GraphDir.open(session.conf(), pages(build));
    if (pages.meta().names() != NameKind.URLS) {
      throw OrbException.failed(pages.folder() + ": cannot be folded: its nodes have no URLs");
    }
    Path target = GraphDir.folder(pages.folder(), level);
    Map<String, String> policy = new TreeMap<>(pages.meta().policy());
    policy.put("level", level.toString());
    policy.put("within", within ? "keep" : "drop");
    policy.put("weight", "links");
    if (!options.force() && session.dir().fs().exists(target)) {
      GraphMeta there = GraphDir.open(session.conf(), target).meta();
      if (!there.policy().equals(policy)) {
        throw OrbException.failed(target + " was folded with another policy; --force replaces it");
      }
      return new GraphPhase.Result(target.getName(), target, there, false);
    }
    GraphPublisher publisher = GraphPublisher.fold(session, target.getName());
    GraphMeta meta;
    try {
      meta = fold(pages, level, within, policy, publisher);
    } catch (IOException | RuntimeException e) {
      publisher.abort();
      throw e;
    }
    return publisher.publish(meta);
  }

  private static boolean keepsWithin(Configuration conf) {
    return WebGraphKeys.FOLD_WITHIN.get(conf).equals("keep");
  }

  private Path pages(Optional<String> build) throws IOException {
    Path graphs = session.dir().graphs();
    if (build.isPresent()) {
      return new Path(graphs, build.get());
    }
    return session
        .dir()
        .latest(graphs)
        .orElseThrow(
            () -> OrbException.failed("no graph in " + graphs + " ('orb graph DIR' creates one)"));
  }

  private GraphMeta fold(
      GraphDir pages,
      GraphLevel level,
      boolean within,
      Map<String, String> policy,
      GraphPublisher publisher)
      throws IOException {
    GroupTable.Builder groups = groups(pages, level);
    int nodes = groups.count();
    Path table = publisher.work("table");
    try (DataOutputStream out = create(table)) {
      groups.table().write(out);
    }
    GraphMeta.Part ids = writeNames(groups, publisher.staged());

    Job job = JobRunner.newJob(session, "graph: " + level.nodes(), FoldPhase.class);
    Configuration conf = job.getConfiguration();
    conf.set(TABLE, table.toString());
    conf.set(PAGES, pages.folder().toString());
    conf.setBoolean(KEEP_WITHIN, within);
    job.setInputFormatClass(NLineInputFormat.class);
    FileInputFormat.setInputPaths(job, writePartitions(pages, publisher.work("partitions")));
    job.setMapperClass(FoldMapper.class);
    Path arcs = publisher.work("folded");
    JoinJob.Degrees degrees = MergeJob.run(session, job, nodes, true, reducers(pages), arcs);

    int ranges =
        options.parts() > 0
            ? options.parts()
            : GraphBuilder.defaultParts(nodes, degrees.out().arcs());
    Path written = publisher.work("written");
    WriteJob.Written lists =
        WriteJob.run(
            session, arcs, degrees.out().cut(ranges), degrees.in().cut(ranges), 1, written);
    Files.delete(session.dir().fs(), arcs);
    WriteJob.take(session, written, publisher.staged());
    Map<String, String> source =
        Map.of(
            BUILD,
            pages.folder().getName(),
            "pages",
            Integer.toString(pages.nodes()),
            "links",
            Long.toString(pages.arcs()),
            "withoutHost",
            Integer.toString(groups.without()));
    return lists.meta(nodes, level.names(), List.of(ids), policy, source);
  }

  private int reducers(GraphDir pages) {
    return options.parts() > 0
        ? options.parts()
        : (int) Math.min(MAX_REDUCERS, 1 + pages.arcs() / ARCS_PER_REDUCER);
  }

  private static GroupTable.Builder groups(GraphDir pages, GraphLevel level) throws IOException {
    GroupTable.Builder groups = new GroupTable.Builder(level);
    try (NodeNames names = pages.names()) {
      NodeNames.Cursor cursor = names.cursor(0);
      while (cursor.next()) {
        groups.add(cursor.key());
      }
    }
    return groups;
  }

  private GraphMeta.Part writeNames(GroupTable.Builder groups, Path staged) throws IOException {
    String file = PartitionWriter.file("ids", 0);
    MeasuredOutputStream bytes =
        new MeasuredOutputStream(GraphDir.sink(session.dir().fs(), staged).create(file));
    try (UrlDictionaryWriter dictionary = new UrlDictionaryWriter(bytes)) {
      for (byte[] key : groups.keys()) {
        dictionary.add(key);
      }
    }
    return new GraphMeta.Part(file, 0, groups.count(), bytes.length(), bytes.crc32c());
  }

  /** A line, and so a map task, for each partition of the pages. */
  private Path writePartitions(GraphDir pages, Path file) throws IOException {
    try (OutputStream out = create(file)) {
      for (int p = 0; p < pages.meta().out().size(); p++) {
        out.write((p + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    }
    return file;
  }

  private DataOutputStream create(Path file) throws IOException {
    FileSystem fs = session.dir().fs();
    return new DataOutputStream(new BufferedOutputStream(fs.create(file, false), 1 << 16));
  }
}
