package org.orbweaver.pagerank;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.FusedLoop;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.kernel.VectorReader;

/** From the configuration to {@link PageRank}; the same in the client and in the tasks. */
final class PageRankSettings {

  private static final String TOPICS = "orbweaver.internal.pagerank.topics";
  private static final String DIVISORS = "orbweaver.internal.pagerank.divisors";
  private static final String ROWS = "orbweaver.internal.pagerank.rows";
  private static final String WARM = "orbweaver.internal.pagerank.warm";
  private static final String WEIGHTS = "orbweaver.internal.pagerank.weights";

  private PageRankSettings() {}

  /**
   * Tells tasks where their input is.
   *
   * @param topics a file of {@link #topicsToBytes}
   * @param divisors a checkpoint with the vector {@value DivisorMapper#DIVISOR}; the graph's
   *     out-degrees serve if empty
   * @param plan says which lists are the rows, and whether their weights count
   */
  static void set(Configuration conf, Path topics, Optional<Path> divisors, PageRankPlan plan) {
    conf.set(TOPICS, topics.toString());
    divisors.ifPresent(folder -> conf.set(DIVISORS, folder.toString()));
    conf.set(ROWS, plan.rows().name());
    conf.setBoolean(WEIGHTS, plan.weighted());
    conf.setBoolean(WARM, plan.options().warm().isPresent());
  }

  /** In a task: PageRank of each topic. */
  static List<PageRank> topics(Configuration conf, int size) throws IOException {
    Path file = new Path(conf.get(TOPICS));
    List<PageRank> topics = new ArrayList<>();
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Files.read(file.getFileSystem(conf), file)))) {
      for (int left = in.readInt(); left > 0; left--) {
        topics.add(of(conf, size, Teleport.read(in)));
      }
    }
    return topics;
  }

  /** What {@link #topics} reads. */
  static byte[] topicsToBytes(List<PageRank> topics) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(topics.size());
      for (PageRank topic : topics) {
        topic.teleport().write(out);
      }
    }
    return bytes.toByteArray();
  }

  /** In a task: which lists are the rows. */
  static Direction rows(Configuration conf) {
    return Direction.valueOf(conf.get(ROWS));
  }

  /** In a task: whether links count by their weights. */
  static boolean weighted(Configuration conf) {
    return conf.getBoolean(WEIGHTS, false);
  }

  /** In a task: the divisors of the pages {@code [first, end)}. */
  static Divisors divisors(Configuration conf, GraphDir graph, int first, int end)
      throws IOException {
    return divisors(
        conf, graph, Optional.ofNullable(conf.get(DIVISORS)).map(Path::new), first, end);
  }

  /** The divisors of the pages {@code [first, end)}: see {@link #set}. */
  static Divisors divisors(
      Configuration conf, GraphDir graph, Optional<Path> folder, int first, int end)
      throws IOException {
    if (folder.isEmpty()) {
      return Divisors.ofOutDegrees(graph, first, end);
    }
    CheckpointFolder sums = CheckpointFolder.open(conf, folder.get());
    try (VectorReader reader = sums.reader(DivisorMapper.DIVISOR, first)) {
      return Divisors.of(reader.next(end - first), first);
    }
  }

  /**
   * PageRank with a given teleport vector.
   *
   * @throws OrbException (usage) when a setting is out of range
   */
  static PageRank of(Configuration conf, int size, Teleport teleport) {
    double damping = PageRankKeys.DAMPING.get(conf);
    return new PageRank(size, damping, form(conf), dangling(conf), teleport);
  }

  /** In the client and in a task: whether a run with {@code rule} extrapolates. */
  static Extrapolation extrapolation(Configuration conf, StopRule rule) {
    Extrapolation extrapolation =
        PageRankKeys.EXTRAPOLATE.get(conf)
            ? Extrapolation.of(PageRankKeys.DAMPING.get(conf), rule)
            : Extrapolation.none();
    return extrapolation.from(conf.getBoolean(WARM, false));
  }

  /** In the client and in a task: the vectors that each iteration of a run has. */
  static List<String> vectors(Configuration conf) {
    return extrapolation(conf, FusedLoop.rule(conf)).isOn()
        ? List.of(PageRankEngine.RANK, PageRankEngine.SHARE, PageRankEngine.KEPT)
        : List.of(PageRankEngine.RANK, PageRankEngine.SHARE);
  }

  /** The form that is set. */
  static Form form(Configuration conf) {
    return PageRankKeys.FORM.get(conf);
  }

  /** The dangling policy that is set. */
  static DanglingPolicy dangling(Configuration conf) {
    return PageRankKeys.DANGLING.get(conf);
  }
}
