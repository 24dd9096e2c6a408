package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.Cuts;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * Joins the links' sources with their ids, and counts degrees.
 *
 * <p>Input: {@link NumberJob}'s. Map: a place in a part becomes an id, by the part's first one.
 * Shuffle: by temporary number, the page's own record before those of its links (secondary sort on
 * the tag). Reduce: the first record says the source's id, each further one is an arc, if links
 * between the two count. Output: SequenceFile&lt;{@link Arc} as LongWritable, VLongWritable
 * weight&gt;; {@code _degrees} files with the arcs by range of ids, from which the client makes the
 * {@link Cuts}. Cost: at most 15 bytes a link are shuffled, 23 where links within a host or domain
 * are dropped.
 */
final class JoinJob {
  static final String FIRSTS = "orbweaver.internal.graph.firsts";
  static final String NODES = "orbweaver.internal.graph.nodes";
  static final String DEGREES = "degrees";

  private JoinJob() {}

  /** The arcs by range of ids, of both directions. */
  record Degrees(Cuts out, Cuts in) {}

  static Degrees run(
      Session session, Path input, List<GraphMeta.Part> ids, int reducers, Path output)
      throws IOException {
    Job job = JobRunner.newJob(session, "graph: join", JoinJob.class);
    int nodes = ids.get(ids.size() - 1).end();
    Configuration conf = job.getConfiguration();
    conf.setInt(NODES, nodes);
    conf.setStrings(
        FIRSTS, ids.stream().map(part -> Integer.toString(part.first())).toArray(String[]::new));
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, new Path(input, "part-r-*"));
    job.setMapperClass(IdMapper.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(Placed.class);
    job.setPartitionerClass(PagePartitioner.class);
    job.setGroupingComparatorClass(PageComparator.class);
    job.setReducerClass(JoinReducer.class);
    job.setNumReduceTasks(reducers);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(VLongWritable.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    JobRunner.run(job, session.console());
    return degrees(session.dir().fs(), output, nodes);
  }

  /** Writes what a task counted, for {@link #degrees}. */
  static void writeDegrees(TaskInputOutputContext<?, ?, ?, ?> context, Degrees degrees)
      throws IOException, InterruptedException {
    SideFiles.write(
        context,
        DEGREES,
        out -> {
          SideFiles.writeLongs(out, degrees.out().toLongs());
          SideFiles.writeLongs(out, degrees.in().toLongs());
        });
  }

  /** The sum of what the tasks counted. */
  static Degrees degrees(FileSystem fs, Path output, int nodes) throws IOException {
    Degrees sum = new Degrees(new Cuts(nodes), new Cuts(nodes));
    SideFiles.read(
        fs,
        output,
        DEGREES,
        in -> {
          sum.out.addAll(SideFiles.readLongs(in));
          sum.in.addAll(SideFiles.readLongs(in));
        });
    return sum;
  }

  /** By the temporary number, without the tag. */
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
}
