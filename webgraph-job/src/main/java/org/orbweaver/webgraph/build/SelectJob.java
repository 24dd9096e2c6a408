package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.orbweaver.common.store.Session;

/**
 * Chooses each page's newest parse.
 *
 * <p>Input: the segments ({@link SegmentInput}). Map: {@link ExtractMapper}. Shuffle: by hash of
 * the reversed URL. Reduce: the newest of a page's {@link PageLinks}, with a temporary number in
 * the place of its version. Output: SequenceFile&lt;Text reversed url, PageLinks&gt;, one record a
 * page; {@code alias-r-*} files, SequenceFile&lt;Text reversed url, {@link Pointer}&gt;, of the
 * pages that are others; {@code _sample} files with some of all keys. Cost: the segments' links are
 * shuffled once, as URLs.
 */
final class SelectJob {
  static final String SAMPLE = "sample";

  /** Sampled keys for each part of the dictionary: its size is then within a third of its due. */
  private static final int SAMPLED_KEYS = 100;

  /**
   * Bits for the count within a reducer; its number stands above. One bit more is left for tags.
   */
  static final int NUMBER_BITS = 40;

  private SelectJob() {}

  /** An empty sample for a dictionary of {@code parts} parts. */
  static KeySample sample(int parts) {
    return new KeySample(SAMPLED_KEYS * parts);
  }

  /** The name of the files of pages that are others. */
  static final String ALIAS = "alias";

  /** Runs the job; returns its counters. */
  static Counters run(Session session, SegmentInput input, int reducers, Path output)
      throws IOException {
    GraphJob graph =
        new GraphJob(session, "graph: links")
            .map(ExtractMapper.class, Text.class, PageLinks.class)
            .reduce(SelectReducer.class, reducers, Text.class, PageLinks.class);
    input.addTo(graph.job);
    MultipleOutputs.addNamedOutput(
        graph.job, ALIAS, SequenceFileOutputFormat.class, Text.class, Pointer.class);
    return graph.run(output);
  }

  static final class SelectReducer extends Reducer<Text, PageLinks, Text, PageLinks> {
    private KeySample sample;
    private MultipleOutputs<Text, PageLinks> outputs;
    private long next;

    @Override
    protected void setup(Context context) {
      sample = sample(context.getNumReduceTasks());
      outputs = new MultipleOutputs<>(context);
      next = (long) SideFiles.task(context) << NUMBER_BITS;
    }

    @Override
    protected void reduce(Text key, Iterable<PageLinks> records, Context context)
        throws IOException, InterruptedException {
      PageLinks newest = PageLinks.newest(records);
      sample.add(key.getBytes(), key.getLength());
      for (byte[] link : newest.links()) {
        sample.add(link, link.length);
      }
      context.getCounter(GraphCounter.PAGES).increment(1);
      context.getCounter(GraphCounter.ARCS).increment(newest.links().size());
      context.write(key, newest.numbered(next++));
      PageLinks.Alias alias = newest.alias();
      if (alias != null) {
        context.getCounter(GraphCounter.ALIASES).increment(1);
        outputs.write(ALIAS, key, new Pointer(alias.key(), alias.canonical(), false));
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
      SideFiles.write(context, SAMPLE, out -> PageLinks.keys(sample.keys()).write(out));
    }
  }
}
