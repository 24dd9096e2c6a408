package org.orbweaver.crawler.dedup.near;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Session;

/**
 * Connected components by alternating large-star and small-star jobs (Kiveris, Lattanzi, Mirrokni,
 * Rastogi, Vassilvitskii, "Connected components in MapReduce and beyond", 2014), in O(log² n)
 * rounds, two or three for near-duplicates.
 *
 * <p>Nodes are ordered words of 17 characters: groups ({@code g} and 16 digits) come before pages
 * ({@code p} and 16 digits). Input and output: (node, node). Shuffle: the node and its neighbour in
 * one key, grouped by the first and sorted by both, so that a reducer gets the least neighbour
 * first and holds only that one. In the end each node of a component except the least has one edge,
 * to the least.
 */
final class Components {
  static final char GROUP = 'g';
  static final char PAGE = 'p';
  static final int NODE_CHARS = 17;

  private static final String SMALL = "orbweaver.internal.near.small.star";

  private Components() {}

  static Text node(Text id) {
    Text node = new Text(new byte[] {PAGE});
    node.append(id.getBytes(), 0, id.getLength());
    return node;
  }

  enum StarCounter {
    /** Edges that do not yet belong to a star. */
    OPEN,
    /** Groups that became part of another. */
    GROUPS_MOVED
  }

  /**
   * Runs jobs until each component is a star.
   *
   * @param folder for the edges between the jobs
   * @return the edges of the last job, and whether a group became part of another
   */
  static Stars run(Session session, Path edges, Path folder, int parts) throws IOException {
    Path now = edges;
    for (int round = 0; ; round++) {
      Path large = new Path(folder, "large-" + round);
      long open = star(session, now, large, parts, false).findCounter(StarCounter.OPEN).getValue();
      Path small = new Path(folder, "small-" + round);
      Counters counters = star(session, large, small, parts, true);
      if (open + counters.findCounter(StarCounter.OPEN).getValue() == 0) {
        return new Stars(small, counters.findCounter(StarCounter.GROUPS_MOVED).getValue() > 0);
      }
      now = small;
    }
  }

  record Stars(Path stars, boolean groupsMoved) {}

  private static Counters star(Session session, Path input, Path output, int parts, boolean small)
      throws IOException {
    Job job = JobRunner.newJob(session, "near (groups)", Components.class, input);
    job.getConfiguration().setBoolean(SMALL, small);
    StoreInputFormat.read(job, input);
    job.setMapperClass(EdgeMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(NullWritable.class);
    groupByNode(job);
    job.setReducerClass(StarReducer.class);
    job.setNumReduceTasks(parts);
    StoreFiles.writeSequence(job, output, Text.class);
    return JobRunner.run(job, session.console());
  }

  /** Partitions and groups keys by their first node. */
  static void groupByNode(Job job) {
    job.setPartitionerClass(NodePartitioner.class);
    job.setGroupingComparatorClass(NodeGrouping.class);
  }

  /** Gives an edge to both of its nodes; for small stars, to the greater one. */
  static final class EdgeMapper extends Mapper<Text, Text, Text, NullWritable> {
    private final Text key = new Text();
    private boolean small;

    @Override
    protected void setup(Context context) {
      small = context.getConfiguration().getBoolean(SMALL, false);
    }

    @Override
    protected void map(Text a, Text b, Context context) throws IOException, InterruptedException {
      int order = a.compareTo(b);
      if (order == 0) {
        return;
      }
      if (!small || order > 0) {
        write(a, b, context);
      }
      if (!small || order < 0) {
        write(b, a, context);
      }
    }

    private void write(Text node, Text neighbour, Context context)
        throws IOException, InterruptedException {
      key.set(node);
      key.append(neighbour.getBytes(), 0, neighbour.getLength());
      context.write(key, NullWritable.get());
    }
  }

  /**
   * Links greater neighbours (large star), or the others and the node itself (small star), to the
   * least.
   */
  static final class StarReducer extends Reducer<Text, NullWritable, Text, Text> {
    private boolean small;

    @Override
    protected void setup(Context context) {
      small = context.getConfiguration().getBoolean(SMALL, false);
    }

    @Override
    protected void reduce(Text key, Iterable<NullWritable> values, Context context)
        throws IOException, InterruptedException {
      String node = key.toString().substring(0, NODE_CHARS);
      String least = null;
      String last = null;
      // The key changes along with the values of its group.
      for (Iterator<NullWritable> edges = values.iterator(); edges.hasNext(); ) {
        edges.next();
        String neighbour = key.toString().substring(NODE_CHARS);
        if (neighbour.equals(last)) {
          continue;
        }
        last = neighbour;
        if (least == null) {
          least = node.compareTo(neighbour) < 0 ? node : neighbour;
          if (small) {
            write(node, least, context);
            continue;
          }
        }
        if (small || neighbour.compareTo(node) > 0) {
          write(neighbour, least, context);
          context.getCounter(StarCounter.OPEN).increment(small || !least.equals(node) ? 1 : 0);
        }
      }
    }

    private static void write(String node, String least, Context context)
        throws IOException, InterruptedException {
      if (node.charAt(0) == GROUP) {
        context.getCounter(StarCounter.GROUPS_MOVED).increment(1);
      }
      context.write(new Text(node), new Text(least));
    }
  }

  /** Partitions by the first node of a key. */
  static final class NodePartitioner extends Partitioner<Text, Writable> {
    @Override
    public int getPartition(Text key, Writable value, int parts) {
      return Math.floorMod(WritableComparator.hashBytes(key.getBytes(), NODE_CHARS), parts);
    }
  }

  /** Groups by the first node of a key; keys are short, so that their length takes one byte. */
  static final class NodeGrouping extends WritableComparator {
    NodeGrouping() {
      super(Text.class, true);
    }

    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      return compareBytes(a, aStart + 1, NODE_CHARS, b, bStart + 1, NODE_CHARS);
    }
  }
}
