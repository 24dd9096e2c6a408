package org.orbweaver.webgraph.build;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.links.ExtractMapper;
import org.orbweaver.webgraph.build.links.GraphCounter;
import org.orbweaver.webgraph.build.links.GraphJob;
import org.orbweaver.webgraph.build.links.LinkPolicy;
import org.orbweaver.webgraph.build.links.PageLinks;
import org.orbweaver.webgraph.build.links.SegmentInput;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * Builds the graph of a small crawl in one job.
 *
 * <p>Input: the segments ({@link SegmentInput}). Map: {@link ExtractMapper}. Shuffle: by reversed
 * URL to the one reducer, {@link PageLinks} as values. Reduce: chooses each page's newest record,
 * numbers all keys in a {@link KeyTable}, and in the end follows redirects and canonicals, sorts
 * the remaining keys and writes the whole graph. Output: the graph's folder, {@code meta.json}
 * included. Memory of the reducer: the distinct URLs and some 40 bytes a link, 70 with weights.
 */
final class InMemoryJob {
  /**
   * Settings of the reducer: the number of parts in each direction, and the source for meta.json.
   */
  private record BuildSettings(int parts, Map<String, String> source) {}

  private InMemoryJob() {}

  static GraphMeta run(Session session, SegmentInput input, int parts, GraphPublisher publisher)
      throws IOException {
    GraphJob graph =
        new GraphJob(session, "graph")
            .settings(new BuildSettings(parts, source(input)))
            .map(ExtractMapper.class, Text.class, PageLinks.class)
            .reduce(BuildReducer.class, 1, NullWritable.class, NullWritable.class);
    input.addTo(graph.job);
    LazyOutputFormat.setOutputFormatClass(graph.job, TextOutputFormat.class);
    graph.run(publisher.staged());
    return GraphDir.open(session.conf(), publisher.staged()).meta();
  }

  /** The source of a graph, for {@code meta.json}. */
  static Map<String, String> source(SegmentInput input) {
    Map<String, String> source = new LinkedHashMap<>();
    source.put("segments", String.join(",", input.segments()));
    source.put(GraphPhase.FINGERPRINT, input.fingerprint());
    return source;
  }

  /** From all {@code (reversed url, PageLinks)} to a graph. */
  static final class BuildReducer extends Reducer<Text, PageLinks, NullWritable, NullWritable> {
    private LinkPolicy policy;
    private LinkTable table;

    @Override
    protected void setup(Context context) {
      policy = LinkPolicy.of(context.getConfiguration());
      table = new LinkTable(policy);
    }

    @Override
    protected void reduce(Text key, Iterable<PageLinks> records, Context context) {
      table.add(key.getBytes(), key.getLength(), PageLinks.newest(records));
      context.getCounter(GraphCounter.PAGES).increment(1);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.getCounter(GraphCounter.ARCS).increment(table.links());
      GraphBuilder graph = table.resolve();
      context.progress();
      LinkPolicy.Merged merged = table.merged();
      context.getCounter(GraphCounter.MERGED_REDIRECTS).increment(merged.redirects());
      context.getCounter(GraphCounter.MERGED_CANONICALS).increment(merged.canonicals());
      context.getCounter(GraphCounter.UNRESOLVED).increment(merged.unresolved());
      context.getCounter(GraphCounter.NODES).increment(table.nodes());
      Configuration conf = context.getConfiguration();
      BuildSettings settings = GraphJob.settings(conf, BuildSettings.class);
      Path folder = FileOutputFormat.getWorkOutputPath(context);
      graph
          .parts(settings.parts())
          .policy(policy.describe(merged))
          .source(settings.source())
          .write(GraphDir.sink(folder.getFileSystem(conf), folder));
    }
  }
}
