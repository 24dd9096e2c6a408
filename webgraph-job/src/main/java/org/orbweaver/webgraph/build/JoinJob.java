package org.orbweaver.webgraph.build;

import java.io.BufferedInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.links.GraphCounter;
import org.orbweaver.webgraph.build.links.GraphJob;
import org.orbweaver.webgraph.build.links.LinkPolicy;
import org.orbweaver.webgraph.build.links.Mention;
import org.orbweaver.webgraph.format.lists.Cuts;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * Joins the links' sources with their ids, and counts degrees.
 *
 * <p>Input: {@link NumberJob}'s output. Map: a place in a part becomes an id, by the part's first
 * one. Shuffle: by temporary number, the page's own record before those of its links (secondary
 * sort on the tag). Reduce: the first record has the source's id, each further one is an arc, if
 * links between the two count. Output: SequenceFile&lt;{@link Arc} as LongWritable, VLongWritable
 * weight&gt;; {@code _degrees} files with the arcs by range of ids, from which the client makes the
 * {@link Cuts}. Cost: at most 15 bytes a link are shuffled, 23 if links within a host or domain are
 * dropped.
 */
final class JoinJob {
  static final String DEGREES = "degrees";

  private JoinJob() {}

  /**
   * Settings of the tasks.
   *
   * @param firsts the first id of each part of the dictionary
   */
  record Ids(int nodes, List<Integer> firsts) {}

  /** The arcs by range of ids, in both directions. */
  record ArcCounts(Cuts out, Cuts in) {
    ArcCounts(int nodes) {
      this(new Cuts(nodes), new Cuts(nodes));
    }
  }

  static ArcCounts run(
      Session session, Path input, List<GraphMeta.Part> ids, int reducers, Path output)
      throws IOException {
    int nodes = ids.get(ids.size() - 1).end();
    GraphJob graph =
        new GraphJob(session, "graph: join")
            .input(new Path(input, "part-r-*"))
            .settings(new Ids(nodes, ids.stream().map(GraphMeta.Part::first).toList()))
            .map(IdMapper.class, LongWritable.class, Placed.class)
            .reduce(JoinReducer.class, reducers, LongWritable.class, VLongWritable.class);
    graph.job.setPartitionerClass(PagePartitioner.class);
    graph.job.setGroupingComparatorClass(PageComparator.class);
    graph.run(output);
    return degrees(session.dir().fs(), output, nodes);
  }

  /** Writes a task's degrees, for {@link #degrees}. */
  static void writeDegrees(TaskInputOutputContext<?, ?, ?, ?> context, ArcCounts degrees)
      throws IOException, InterruptedException {
    GraphJob.writeSide(
        context,
        DEGREES,
        WritableUtils.toByteArray(
            new ArrayPrimitiveWritable(degrees.out.toLongs()),
            new ArrayPrimitiveWritable(degrees.in.toLongs())));
  }

  /** The sum of the degrees of all tasks. */
  static ArcCounts degrees(FileSystem fs, Path output, int nodes) throws IOException {
    ArcCounts sum = new ArcCounts(nodes);
    ArrayPrimitiveWritable counts = new ArrayPrimitiveWritable();
    for (Path file : GraphJob.sideFiles(fs, output, DEGREES)) {
      try (DataInputStream in = new DataInputStream(new BufferedInputStream(fs.open(file)))) {
        for (Cuts cuts : List.of(sum.out, sum.in)) {
          counts.readFields(in);
          cuts.addAll((long[]) counts.get());
        }
      }
    }
    return sum;
  }

  /** Partitions by the temporary number, without the tag. */
  static final class PagePartitioner extends Partitioner<LongWritable, Placed> {
    @Override
    public int getPartition(LongWritable tagged, Placed end, int parts) {
      return Math.floorMod(Long.hashCode(tagged.get() >>> 1), parts);
    }
  }

  /** Groups a page's own record with those of its links. */
  static final class PageComparator extends WritableComparator {
    PageComparator() {
      super(LongWritable.class);
    }

    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      return Long.compare(readLong(a, aStart) >>> 1, readLong(b, bStart) >>> 1);
    }
  }

  /** From a place in a part of the dictionary to an id. */
  static final class IdMapper extends Mapper<LongWritable, Placed, LongWritable, Placed> {
    private List<Integer> firsts;

    @Override
    protected void setup(Context context) throws IOException {
      firsts = GraphJob.settings(context.getConfiguration(), Ids.class).firsts();
    }

    @Override
    protected void map(LongWritable tagged, Placed end, Context context)
        throws IOException, InterruptedException {
      int first = firsts.get((int) (end.place() >>> SelectJob.NUMBER_BITS));
      context.write(tagged, end.at(first + end.id()));
    }
  }

  /** From a page's id and its targets' ids to arcs. */
  static final class JoinReducer
      extends Reducer<LongWritable, Placed, LongWritable, VLongWritable> {
    private final LongWritable arc = new LongWritable();
    private final VLongWritable weight = new VLongWritable();
    private ArcCounts degrees;
    private boolean self;

    @Override
    protected void setup(Context context) throws IOException {
      degrees = new ArcCounts(GraphJob.settings(context.getConfiguration(), Ids.class).nodes());
      self = LinkPolicy.of(context.getConfiguration()).self();
    }

    @Override
    protected void reduce(LongWritable tagged, Iterable<Placed> ends, Context context)
        throws IOException, InterruptedException {
      if ((tagged.get() & 1) != Mention.SELF) {
        throw OrbException.failed("links of a page that has no number: " + (tagged.get() >>> 1));
      }
      int source = -1;
      long group = 0;
      int links = 0;
      int dropped = 0;
      for (Placed end : ends) {
        if (source < 0) {
          source = end.id();
          group = end.group();
        } else if (isOwn(source, group, end)) {
          dropped++;
        } else {
          arc.set(Arc.out(source, end.id()));
          weight.set(end.units());
          context.write(arc, weight);
          degrees.in().add(end.id(), 1);
          links++;
        }
      }
      degrees.out().add(source, links);
      context.getCounter(GraphCounter.JOINED).increment(links);
      context.getCounter(GraphCounter.DROPPED).increment(dropped);
    }

    /** True if a link of a page to itself, or within a host or domain, does not count. */
    private boolean isOwn(int source, long group, Placed end) {
      return end.id() == source ? !self : group != 0 && group == end.group();
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      writeDegrees(context, degrees);
    }
  }

  /** One end of a link, by the place of its key. Used in shuffles and staging only. */
  static final class Placed implements Writable {
    private long place;
    private int units;
    private long group;

    /** Filled by {@link #readFields}. */
    Placed() {}

    /**
     * @param place part · 2⁴⁰ + place in the part, later the id
     * @param units weight, if it is a link's target
     * @param group of the key's host or domain, if links within one do not count; else 0
     */
    Placed(long place, int units, long group) {
      this.place = place;
      this.units = units;
      this.group = group;
    }

    long place() {
      return place;
    }

    int id() {
      return (int) place;
    }

    int units() {
      return units;
    }

    long group() {
      return group;
    }

    /** A copy with another place. */
    Placed at(long other) {
      return new Placed(other, units, group);
    }

    @Override
    public void write(DataOutput out) throws IOException {
      WritableUtils.writeVLong(out, place);
      WritableUtils.writeVInt(out, units);
      out.writeBoolean(group != 0);
      if (group != 0) {
        out.writeLong(group);
      }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      place = WritableUtils.readVLong(in);
      units = WritableUtils.readVInt(in);
      group = in.readBoolean() ? in.readLong() : 0;
    }
  }
}
