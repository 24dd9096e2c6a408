package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.Cuts;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NameKind;
import org.orbweaver.webgraph.format.PartitionWriter;

/**
 * Writes the lists of both directions: the graph and, in the same shuffle, its transpose.
 *
 * <p>Input: {@link JoinJob}'s or {@link MergeJob}'s. Map: each {@link Arc} and the same turned
 * round. Shuffle: by direction and range of ids, sorted by node and neighbour. Reduce: one task a
 * partition, {@code out} first, then {@code in}; a {@link PartitionWriter} gets node after node.
 * Output: {@code out/part-NNNNN} with {@code outdeg/part-NNNNN}, {@code in/part-NNNNN}; {@code
 * _lists} files that describe them. Cost: 18 bytes and more a link are shuffled.
 */
final class WriteJob {
  static final String OUT_CUTS = "orbweaver.internal.graph.out.cuts";
  static final String IN_CUTS = "orbweaver.internal.graph.in.cuts";
  static final String UNIT = "orbweaver.internal.graph.unit";
  static final String LISTS = "lists";

  private WriteJob() {}

  /**
   * What the job wrote.
   *
   * @param dangling by partition of out, how many nodes have no successors
   */
  record Written(
      List<GraphMeta.Part> out,
      List<GraphMeta.Part> in,
      List<GraphMeta.Part> degrees,
      boolean weighted,
      List<Integer> dangling) {

    /** Of the graph with these lists; the other parameters as there. */
    GraphMeta meta(
        int nodes,
        NameKind names,
        List<GraphMeta.Part> ids,
        Map<String, String> policy,
        Map<String, String> source) {
      return new GraphMeta(
          nodes,
          out.stream().mapToLong(GraphMeta.Part::arcs).sum(),
          dangling.stream().mapToInt(Integer::intValue).sum(),
          names,
          ids,
          out,
          in,
          degrees,
          weighted,
          policy,
          source);
    }
  }

  /**
   * Runs the job.
   *
   * @param unit what the input's weights are to be divided by; 0: a graph without weights
   */
  static Written run(
      Session session, Path input, int[] outCuts, int[] inCuts, int unit, Path output)
      throws IOException {
    Job job = JobRunner.newJob(session, "graph: lists", WriteJob.class);
    job.getConfiguration().setStrings(OUT_CUTS, strings(outCuts));
    job.getConfiguration().setStrings(IN_CUTS, strings(inCuts));
    job.getConfiguration().setInt(UNIT, unit);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, new Path(input, "part-r-*"));
    job.setMapperClass(BothWaysMapper.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(VLongWritable.class);
    job.setPartitionerClass(RangePartitioner.class);
    job.setReducerClass(ListReducer.class);
    job.setNumReduceTasks(outCuts.length - 1 + inCuts.length - 1);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    JobRunner.run(job, session.console());
    return written(session.dir().fs(), output, unit > 0);
  }

  /** Moves what the job wrote to where the graph is staged. */
  static void take(Session session, Path written, Path staged) throws IOException {
    for (String folder : List.of("out", "in", "outdeg")) {
      Path from = new Path(written, folder);
      if (session.dir().fs().exists(from)) {
        Files.rename(session.conf(), from, new Path(staged, folder));
      }
    }
  }

  private static String[] strings(int[] cuts) {
    return Arrays.stream(cuts).mapToObj(Integer::toString).toArray(String[]::new);
  }

  private static Written written(FileSystem fs, Path output, boolean weighted) throws IOException {
    Written all =
        new Written(
            new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), weighted, new ArrayList<>());
    SideFiles.read(
        fs,
        output,
        LISTS,
        in -> {
          boolean out = in.readBoolean();
          (out ? all.out : all.in).add(SideFiles.readPart(in));
          if (out) {
            all.degrees.add(SideFiles.readPart(in));
            all.dangling.add(in.readInt());
          }
        });
    return all;
  }

  /** The partitions of {@code out}, then those of {@code in}. */
  static final class RangePartitioner extends Partitioner<LongWritable, VLongWritable>
      implements Configurable {
    private Configuration conf;
    private int[] outCuts;
    private int[] inCuts;

    @Override
    public void setConf(Configuration conf) {
      this.conf = conf;
      outCuts = conf.getInts(OUT_CUTS);
      inCuts = conf.getInts(IN_CUTS);
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
}
