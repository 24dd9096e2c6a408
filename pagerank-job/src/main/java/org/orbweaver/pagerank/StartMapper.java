package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.SliceWriter;

/** Some rows of the vectors that a run starts with. */
final class StartMapper extends Mapper<IntWritable, IntWritable, NullWritable, NullWritable> {

  private static final int BEAT_ROWS = 1 << 16;

  @Override
  protected void map(IntWritable from, IntWritable to, Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    int first = from.get();
    int end = to.get();
    GraphDir graph = KernelJob.graph(conf);
    List<PageRank> topics = PageRankSettings.topics(conf, graph.nodes());
    int width = topics.size();
    // The last one for an extrapolation, which needs the ranks of some iterations ago.
    List<String> vectors = PageRankSettings.vectors(conf);
    List<SliceWriter> writers = new ArrayList<>();
    Sweep[] sweeps = new Sweep[width];
    for (int k = 0; k < width; k++) {
      sweeps[k] = new Sweep();
    }
    try (StartRanks start = StartRanks.open(conf, graph, topics, first)) {
      for (String vector : vectors) {
        writers.add(KernelJob.slice(context, vector, first, width));
      }
      Divisors by = null;
      double[] row = new double[width];
      for (int v = first; v < end; v++) {
        start.next(row);
        if ((v - first) % Divisors.PIECE == 0) {
          int pieceEnd = (int) Math.min(end, (long) v + Divisors.PIECE);
          by = PageRankSettings.divisors(conf, graph, v, pieceEnd);
        }
        double divisor = by.at(v);
        for (int k = 0; k < width; k++) {
          sweeps[k].count(row[k], divisor);
          double share = PageRank.share(row[k], divisor);
          for (int j = 0; j < writers.size(); j++) {
            writers.get(j).write(vectors.get(j).equals(PageRankEngine.SHARE) ? share : row[k]);
          }
        }
        if (v % BEAT_ROWS == 0) {
          context.progress();
        }
      }
      List<Slice> slices = new ArrayList<>();
      for (SliceWriter writer : writers) {
        slices.add(writer.finish());
      }
      List<ExactSum> sums = new ArrayList<>();
      for (Sweep sweep : sweeps) {
        sums.addAll(sweep.sums());
      }
      KernelJob.report(context, first, new Checkpoint(slices, List.of(new Iteration(0, 0, sums))));
    } finally {
      for (SliceWriter writer : writers) {
        writer.close();
      }
    }
  }
}
