package org.orbweaver.webgraph.build;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.NameKind;

/**
 * The graph of a small crawl, by one job.
 *
 * <p>Input: the segments ({@link SegmentInput}). Map: {@link ExtractMapper}. Shuffle: by reversed
 * URL to the one reducer, {@link PageLinks} as values. Reduce: chooses each page's newest parse,
 * numbers all keys in a {@link KeyTable}, and in the end sorts them and writes the whole graph.
 * Output: the graph's folder, {@code meta.json} included. Memory of the reducer: the distinct URLs
 * and some 40 bytes a link.
 */
final class InMemoryJob {
  private static final String PARTS = "orbweaver.internal.graph.parts";
  private static final String SEGMENTS = "orbweaver.internal.graph.segments";

  private InMemoryJob() {}

  static GraphMeta run(
      Session session, SegmentInput input, LinkPolicy policy, int parts, GraphPublisher publisher)
      throws IOException {
    Job job = JobRunner.newJob(session, "graph", InMemoryJob.class);
    input.addTo(job);
    job.setMapperClass(ExtractMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(PageLinks.class);
    job.setReducerClass(BuildReducer.class);
    job.setNumReduceTasks(1);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, publisher.staged());
    job.getConfiguration().setInt(PARTS, parts);
    job.getConfiguration().set(SEGMENTS, String.join(",", input.segments()));
    JobRunner.run(job, session.console());
    return GraphDir.open(session.conf(), publisher.staged()).meta();
  }

  /** For {@code meta.json}: what a graph was made of. */
  static Map<String, String> source(List<String> segments) {
    Map<String, String> source = new LinkedHashMap<>();
    source.put("segments", String.join(",", segments));
    return source;
  }

  /** From all {@code (reversed url, PageLinks)} to a graph. */
  static final class BuildReducer extends Reducer<Text, PageLinks, NullWritable, NullWritable> {
    private final KeyTable table = new KeyTable();
    private final IntArrayList src = new IntArrayList();
    private final IntArrayList dst = new IntArrayList();

    @Override
    protected void reduce(Text key, Iterable<PageLinks> records, Context context) {
      int page = table.add(key.getBytes(), 0, key.getLength());
      for (byte[] link : PageLinks.newest(records).links()) {
        src.add(page);
        dst.add(table.add(link, 0, link.length));
      }
      context.getCounter(GraphCounter.PAGES).increment(1);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      int[] order = table.sorted();
      context.progress();
      int[] ids = KeyTable.inverse(order);
      KeyTable.replace(src, ids);
      KeyTable.replace(dst, ids);
      context.getCounter(GraphCounter.NODES).increment(order.length);
      context.getCounter(GraphCounter.ARCS).increment(src.size());
      Configuration conf = context.getConfiguration();
      Path folder = FileOutputFormat.getWorkOutputPath(context);
      GraphBuilder.fromEdges(order.length, src.elements(), dst.elements(), src.size())
          .names(NameKind.URLS, id -> table.key(order[id]))
          .parts(conf.getInt(PARTS, 0))
          .policy(LinkPolicy.of(conf).describe())
          .source(source(List.of(conf.getStrings(SEGMENTS))))
          .write(GraphDir.sink(folder.getFileSystem(conf), folder));
    }
  }
}
