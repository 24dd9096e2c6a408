package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Files;
import org.orbweaver.pagerank.core.DanglingPolicy;
import org.orbweaver.pagerank.core.Form;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Convergence;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.StopRule;

/**
 * What the tasks of a run need.
 *
 * @param topics file of the teleport vectors: {@link Teleport#write}
 * @param strengths folder of {@link OutStrength}'s sums; empty for the out-degrees
 * @param rows the lists that are the matrix's rows
 * @param weighted whether links count by their weights
 * @param rule when a topic stops
 * @param warm the run whose ranks are the start
 */
record TaskSettings(
    double damping,
    Form form,
    DanglingPolicy dangling,
    String topics,
    Optional<String> strengths,
    Direction rows,
    boolean weighted,
    StopRule rule,
    Optional<WarmStart.Source> warm) {

  /** PageRank of each topic. */
  List<PageRank> topics(Configuration conf, int size) throws IOException {
    Path file = new Path(topics);
    List<PageRank> all = new ArrayList<>();
    byte[] bytes = Files.read(file.getFileSystem(conf), file);
    for (Teleport teleport : Teleport.read(bytes)) {
      all.add(new PageRank(size, damping, form, dangling, teleport, warm.isPresent()));
    }
    return all;
  }

  /** The strengths of the pages {@code [first, end)}. */
  OutStrength strengths(Configuration conf, GraphDir graph, int first, int end) throws IOException {
    Optional<CheckpointFolder> sums =
        strengths.isPresent()
            ? Optional.of(CheckpointFolder.open(conf, new Path(strengths.get())))
            : Optional.empty();
    return OutStrength.of(sums, graph, first, end);
  }

  Convergence convergence(int topics, List<Iteration> history) {
    return new Convergence(rule, topics, PageRank.SUMS, history);
  }
}
