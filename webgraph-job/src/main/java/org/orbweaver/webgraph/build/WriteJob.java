package org.orbweaver.webgraph.build;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.links.GraphJob;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.lists.Cuts;
import org.orbweaver.webgraph.format.lists.PartitionWriter;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.format.meta.NameKind;

/**
 * Writes the lists of both directions: the graph and, in the same shuffle, its transpose.
 *
 * <p>Input: {@link JoinJob}'s or {@link MergeJob}'s output. Map: each {@link Arc} and its reverse.
 * Shuffle: by direction and range of ids, sorted by node and neighbour. Reduce: one task a
 * partition, {@code out} first, then {@code in}; a {@link PartitionWriter} receives node after
 * node. Output: {@code out/part-NNNNN} with {@code outdeg/part-NNNNN}, {@code in/part-NNNNN};
 * {@code _lists} files that describe them. Cost: 18 bytes and more a link are shuffled.
 */
final class WriteJob {
  static final String LISTS = "lists";

  private WriteJob() {}

  /**
   * Settings of the tasks.
   *
   * @param outCuts cuts of the successors
   * @param inCuts cuts of the predecessors
   * @param unit divisor of the weights; 0: a graph without weights
   */
  record ListSettings(List<Integer> outCuts, List<Integer> inCuts, int unit) {
    /** The cuts of one direction. */
    int[] cuts(boolean out) {
      return (out ? outCuts : inCuts).stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /**
   * Runs the job, and moves its output to the staged graph.
   *
   * @param degrees of the input's arcs
   * @param parts of each direction; 0: by size
   * @param unit divisor of the input's weights; 0: a graph without weights
   * @param output folder of the job
   * @return the graph's description, without policy and source
   */
  static GraphMeta run(
      Session session,
      Path input,
      JoinJob.ArcCounts degrees,
      int parts,
      int unit,
      Path output,
      Path staged,
      NameKind names,
      List<GraphMeta.Part> ids)
      throws IOException {
    int nodes = ids.get(ids.size() - 1).end();
    int ranges = parts > 0 ? parts : GraphBuilder.defaultParts(nodes, degrees.out().arcs());
    int[] outCuts = degrees.out().cut(ranges);
    int[] inCuts = degrees.in().cut(ranges);
    GraphJob graph =
        new GraphJob(session, "graph: lists")
            .input(new Path(input, "part-r-*"))
            .settings(new ListSettings(IntList.of(outCuts), IntList.of(inCuts), unit))
            .map(BothWaysMapper.class, LongWritable.class, VLongWritable.class)
            .reduce(
                ListReducer.class,
                outCuts.length - 1 + inCuts.length - 1,
                NullWritable.class,
                NullWritable.class);
    graph.job.setPartitionerClass(RangePartitioner.class);
    LazyOutputFormat.setOutputFormatClass(graph.job, TextOutputFormat.class);
    graph.run(output);
    FileSystem fs = session.dir().fs();
    List<GraphMeta.Partition> written =
        GraphJob.sides(fs, output, LISTS, GraphMeta.Partition.class);
    Files.delete(fs, input);
    for (String folder : List.of("out", "in", "outdeg")) {
      Path from = new Path(output, folder);
      if (fs.exists(from)) {
        Files.rename(session.conf(), from, new Path(staged, folder));
      }
    }
    return GraphMeta.of(names, ids, written, unit > 0);
  }

  /** Orders the partitions of {@code out} before those of {@code in}. */
  static final class RangePartitioner extends Partitioner<LongWritable, VLongWritable>
      implements Configurable {
    private Configuration conf;
    private int[] outCuts;
    private int[] inCuts;

    @Override
    public void setConf(Configuration conf) {
      this.conf = conf;
      try {
        ListSettings settings = GraphJob.settings(conf, ListSettings.class);
        outCuts = settings.cuts(true);
        inCuts = settings.cuts(false);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Configuration getConf() {
      return conf;
    }

    @Override
    public int getPartition(LongWritable arc, VLongWritable weight, int parts) {
      int node = Arc.node(arc.get());
      return Arc.isOut(arc.get())
          ? Cuts.rangeOf(outCuts, node)
          : outCuts.length - 1 + Cuts.rangeOf(inCuts, node);
    }
  }

  /** Emits each arc and its reverse, with its weight. */
  static final class BothWaysMapper
      extends Mapper<LongWritable, VLongWritable, LongWritable, VLongWritable> {
    private final LongWritable turned = new LongWritable();

    @Override
    protected void map(LongWritable arc, VLongWritable weight, Context context)
        throws IOException, InterruptedException {
      context.write(arc, weight);
      turned.set(Arc.turn(arc.get()));
      context.write(turned, weight);
    }
  }

  /** Writes one partition from its sorted arcs. */
  static final class ListReducer
      extends Reducer<LongWritable, VLongWritable, NullWritable, NullWritable> {
    private final IntArrayList neighbours = new IntArrayList();
    private final DoubleArrayList weights = new DoubleArrayList();
    private double unit;
    private boolean weighted;
    private int node = -1;
    private PartitionWriter writer;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      ListSettings settings = GraphJob.settings(context.getConfiguration(), ListSettings.class);
      unit = settings.unit();
      weighted = unit > 0;
      int ofOut = settings.outCuts().size() - 1;
      int task = GraphJob.task(context);
      boolean out = task < ofOut;
      writer =
          new PartitionWriter(
              GraphJob.sink(context), out, out ? task : task - ofOut, settings.cuts(out), weighted);
    }

    @Override
    protected void reduce(LongWritable arc, Iterable<VLongWritable> units, Context context)
        throws IOException {
      if (Arc.node(arc.get()) != node) {
        flush();
        node = Arc.node(arc.get());
      }
      neighbours.add(Arc.neighbour(arc.get()));
      if (weighted) {
        // Arcs are distinct: each has one weight.
        weights.add(units.iterator().next().get() / unit);
      }
    }

    private void flush() throws IOException {
      if (!neighbours.isEmpty()) {
        writer.write(node, neighbours.elements(), weights.elements(), 0, neighbours.size());
        neighbours.clear();
        weights.clear();
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      flush();
      GraphJob.writeSide(context, LISTS, writer.close());
    }
  }
}
