package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.common.store.Session;

/**
 * Follows chains of redirects and canonicals by pointer doubling: a page that points k hops on
 * points 2k hops on afterwards, or to the end of its chain.
 *
 * <p>Input and output: SequenceFile&lt;Text reversed url, {@link Pointer}&gt;, one record for each
 * page that is another. Map: the pointer under its own key, and, where the chain's end is not known
 * yet, the page under the key that it points to. Shuffle: by key, the key's own pointer first
 * ({@link TaggedText}). Reduce: who asks learns where the key points to, or that it is the end.
 * After j jobs chains of at most 2ʲ − 1 hops are at their end, and no others; loops never are.
 * Cost: two records a page that redirects or names a canonical one.
 */
final class AliasJob {
  private AliasJob() {}

  static Counters run(Session session, Path input, int reducers, Path output) throws IOException {
    GraphJob job =
        new GraphJob(session, "graph: redirects")
            .input(input)
            .map(AskMapper.class, Text.class, Pointer.class)
            .reduce(AnswerReducer.class, reducers, Text.class, Pointer.class);
    byKey(job.job);
    return job.run(output);
  }

  /** Groups by key, and sorts by tag within. */
  static void byKey(Job job) {
    job.setPartitionerClass(TaggedText.KeyPartitioner.class);
    job.setSortComparatorClass(TaggedText.Order.class);
    job.setGroupingComparatorClass(TaggedText.KeyComparator.class);
  }

  /** The pointer, and the question for the next. */
  static final class AskMapper extends Mapper<Text, Pointer, Text, Pointer> {
    private final Text tagged = new Text();

    @Override
    protected void map(Text page, Pointer pointer, Context context)
        throws IOException, InterruptedException {
      TaggedText.set(tagged, page.getBytes(), page.getLength(), TaggedText.FIRST);
      context.write(tagged, pointer);
      if (!pointer.decided()) {
        byte[] next = pointer.key();
        TaggedText.set(tagged, next, next.length, TaggedText.SECOND);
        context.write(tagged, new Pointer(page.copyBytes(), pointer.canonical(), false));
      }
    }
  }

  /** Answers from the key's own pointer, if it has one. */
  static final class AnswerReducer extends Reducer<Text, Pointer, Text, Pointer> {
    private final Text page = new Text();

    @Override
    protected void reduce(Text tagged, Iterable<Pointer> records, Context context)
        throws IOException, InterruptedException {
      byte[] key = TaggedText.key(tagged);
      byte[] next = null;
      boolean decided = true;
      for (Pointer record : records) {
        if (TaggedText.isFirst(tagged)) {
          next = record.key();
          decided = record.decided();
          if (decided) {
            page.set(key);
            context.write(page, record);
          }
        } else {
          page.set(record.key());
          Pointer answer = new Pointer(next == null ? key : next, record.canonical(), decided);
          context.getCounter(counter(answer)).increment(1);
          context.write(page, answer);
        }
      }
    }

    private static GraphCounter counter(Pointer answer) {
      if (!answer.decided()) {
        return GraphCounter.UNRESOLVED;
      }
      return answer.canonical() ? GraphCounter.MERGED_CANONICALS : GraphCounter.MERGED_REDIRECTS;
    }
  }
}
