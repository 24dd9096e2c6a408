package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.orbweaver.common.store.Session;

/**
 * Puts what redirects and canonicals lead to in the place of what they lead from.
 *
 * <p>Input: {@link SelectJob}'s pages, and {@link AliasJob}'s pointers. Map: the {@link Mention}s
 * of each key, and what the key really is. Shuffle: by key, what it really is first ({@link
 * TaggedText}). Reduce: mentions pass under the key that counts, so that links in and links out
 * both go over. Output: SequenceFile&lt;Text reversed url, {@link Mention}&gt;. Cost: each link is
 * shuffled once, with its target's URL.
 */
final class ResolveJob {
  private ResolveJob() {}

  static void run(Session session, Path pages, Path pointers, int reducers, Path output)
      throws IOException {
    GraphJob graph =
        new GraphJob(session, "graph: resolve")
            .mapped(Text.class, Mention.class)
            .reduce(ReplaceReducer.class, reducers, Text.class, Mention.class);
    Job job = graph.job;
    MultipleInputs.addInputPath(job, pages, SequenceFileInputFormat.class, MentionMapper.class);
    MultipleInputs.addInputPath(job, pointers, SequenceFileInputFormat.class, EndMapper.class);
    AliasJob.byKey(job);
    graph.run(output);
  }

  /** As {@link NumberJob.KeyMapper}, behind what the key really is. */
  static final class MentionMapper extends Mapper<Text, PageLinks, Text, Mention> {
    private final Text tagged = new Text();

    @Override
    protected void map(Text page, PageLinks links, Context context)
        throws IOException, InterruptedException {
      TaggedText.set(tagged, page.getBytes(), page.getLength(), TaggedText.SECOND);
      context.write(tagged, Mention.self(links.version()));
      for (int i = 0; i < links.links().size(); i++) {
        byte[] link = links.links().get(i);
        TaggedText.set(tagged, link, link.length, TaggedText.SECOND);
        context.write(tagged, Mention.link(links.version(), links.units(i)));
      }
    }
  }

  /** The ends of chains that have one. */
  static final class EndMapper extends Mapper<Text, Pointer, Text, Mention> {
    private final Text tagged = new Text();

    @Override
    protected void map(Text page, Pointer pointer, Context context)
        throws IOException, InterruptedException {
      if (pointer.decided()) {
        TaggedText.set(tagged, page.getBytes(), page.getLength(), TaggedText.FIRST);
        context.write(tagged, Mention.end(pointer.key()));
      }
    }
  }

  /** Mentions under the key that counts. */
  static final class ReplaceReducer extends Reducer<Text, Mention, Text, Mention> {
    private final Text key = new Text();

    @Override
    protected void reduce(Text tagged, Iterable<Mention> mentions, Context context)
        throws IOException, InterruptedException {
      key.set(TaggedText.key(tagged));
      for (Mention mention : mentions) {
        if (TaggedText.isFirst(tagged)) {
          key.set(mention.end());
        } else {
          context.write(key, mention);
        }
      }
    }
  }
}
