package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.orbweaver.common.job.KeySample;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.aliases.AliasJobs;
import org.orbweaver.webgraph.build.links.ExtractMapper;
import org.orbweaver.webgraph.build.links.GraphCounter;
import org.orbweaver.webgraph.build.links.GraphJob;
import org.orbweaver.webgraph.build.links.PageLinks;
import org.orbweaver.webgraph.build.links.SegmentInput;

/**
 * Chooses each page's newest parse.
 *
 * <p>Input: the segments ({@link SegmentInput}). Map: {@link ExtractMapper}. Shuffle: by hash of
 * the reversed URL. Reduce: the newest of a page's {@link PageLinks}, with a temporary number in
 * place of its version. Output: SequenceFile&lt;Text reversed url, PageLinks&gt;, one record a
 * page; {@code alias-r-*} files, SequenceFile&lt;Text reversed url, {@link AliasJobs.Pointer}&gt;,
 * of the alias pages; {@code _sample} files with a sample of all keys. Cost: the segments' links
 * are shuffled once, as URLs.
 */
final class SelectJob {
  static final String SAMPLE = "sample";

  /**
   * Sampled keys for each part of the dictionary: its size is then within a third of an even share.
   */
  private static final int SAMPLED_KEYS = 100;

  /**
   * Bits for the count within a reducer; the reducer's number is above them. One further bit is
   * left for tags.
   */
  static final int NUMBER_BITS = 40;

  private SelectJob() {}

  /** An empty sample for a dictionary of {@code parts} parts. */
  static KeySample sample(int parts) {
    return new KeySample(SAMPLED_KEYS * parts);
  }

  /** The name of the files of alias pages. */
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
        graph.job, ALIAS, SequenceFileOutputFormat.class, Text.class, AliasJobs.Pointer.class);
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
      next = (long) GraphJob.task(context) << NUMBER_BITS;
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
        outputs.write(ALIAS, key, new AliasJobs.Pointer(alias.key(), alias.canonical(), false));
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
      GraphJob.writeSide(context, SAMPLE, WritableUtils.toByteArray(PageLinks.keys(sample.keys())));
    }
  }
}
