package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * Sorts all URLs and numbers them: the dictionary, and the targets' half of the join.
 *
 * <p>Input: {@link SelectJob}'s, or {@link ResolveJob}'s, where the mapper's work is done. Map: for
 * each page its key with its temporary number, for each link the target's key with the source's
 * temporary number; the lowest bit tells which. Shuffle: the reversed URLs in total order, cut at
 * keys of the sample. Reduce: a URL's place in its part goes with each of its tagged numbers.
 * Output: SequenceFile&lt;LongWritable temporary number · 2 + tag, {@link Placed}&gt;, {@code
 * ids/part-NNNNN}, {@code _ids} files that describe them. Cost: each link is shuffled once, with
 * its target's URL.
 */
final class NumberJob {
  static final String IDS = "ids";

  /** The lowest bit of a record about the page itself, which sorts before its links. */
  static final int SELF = 0;

  /** The lowest bit of a record about a link's target. */
  static final int TARGET = 1;

  private NumberJob() {}

  /**
   * Runs the job; returns the dictionary's parts in the order of ids.
   *
   * @param selected {@link SelectJob}'s output, with the sample
   * @param resolved {@link ResolveJob}'s output, or null
   */
  static List<GraphMeta.Part> run(
      Session session, Path selected, Path resolved, int ranges, Path partitions, Path output)
      throws IOException {
    FileSystem fs = session.dir().fs();
    Job job = JobRunner.newJob(session, "graph: numbers", NumberJob.class);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(
        job, new Path(resolved == null ? selected : resolved, "part-r-*"));
    job.setMapperClass(resolved == null ? KeyMapper.class : Mapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Mention.class);
    List<byte[]> cuts = sample(fs, selected, ranges).cuts(ranges);
    job.setNumReduceTasks(cuts.size() + 1);
    if (!cuts.isEmpty()) {
      writeCuts(session, cuts, partitions);
      job.setPartitionerClass(TotalOrderPartitioner.class);
      TotalOrderPartitioner.setPartitionFile(job.getConfiguration(), partitions);
    }
    job.setReducerClass(NumberReducer.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Placed.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    JobRunner.run(job, session.console());
    return parts(fs, output);
  }

  private static KeySample sample(FileSystem fs, Path input, int ranges) throws IOException {
    KeySample all = SelectJob.sample(ranges);
    SideFiles.read(
        fs,
        input,
        SelectJob.SAMPLE,
        in -> {
          PageLinks keys = PageLinks.none();
          keys.readFields(in);
          keys.links().forEach(key -> all.add(key, key.length));
        });
    return all;
  }

  private static void writeCuts(Session session, List<byte[]> cuts, Path file) throws IOException {
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            session.conf(),
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(NullWritable.class))) {
      for (byte[] cut : cuts) {
        writer.append(new Text(cut), NullWritable.get());
      }
    }
  }

  /** The dictionary's parts, with their first ids: the sums of the counts before. */
  private static List<GraphMeta.Part> parts(FileSystem fs, Path output) throws IOException {
    List<GraphMeta.Part> parts = new ArrayList<>();
    SideFiles.read(
        fs,
        output,
        IDS,
        in -> {
          GraphMeta.Part part = SideFiles.readPart(in);
          int first = parts.isEmpty() ? 0 : parts.get(parts.size() - 1).end();
          if (first > Integer.MAX_VALUE - part.count()) {
            throw OrbException.failed("the graph has more than " + Integer.MAX_VALUE + " nodes");
          }
          parts.add(
              new GraphMeta.Part(part.file(), first, part.count(), part.bytes(), part.crc32c()));
        });
    return parts;
  }
}
