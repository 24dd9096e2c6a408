package org.orbweaver.webgraph.build;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.build.NumberJob.Mention;

/**
 * The jobs that follow redirects and canonicals.
 *
 * <p>{@link #follow} doubles pointers: a page that points k hops on points 2k hops on afterwards,
 * or to the end of its chain. Input and output: SequenceFile&lt;Text reversed url, {@link
 * Pointer}&gt;, one record for each page that is another. Map: the pointer under its own key, and,
 * where the chain's end is not known yet, the page under the key that it points to. Reduce: who
 * asks learns where the key points to, or that it is the end. After j jobs chains of at most 2ʲ − 1
 * hops are at their end, and no others; loops never are. Cost: two records a page that redirects or
 * names a canonical one.
 *
 * <p>{@link #resolve} puts what they lead to in the place of what they lead from. Input: {@link
 * SelectJob}'s pages, and the pointers. Map: the {@link Mention}s of each key, and what the key
 * really is. Reduce: mentions pass under the key that counts, so that links in and links out both
 * go over. Output: SequenceFile&lt;Text reversed url, {@link Mention}&gt;. Cost: each link is
 * shuffled once, with its target's URL.
 *
 * <p>Shuffle of both: by key, and by one byte behind it, so that the record that says what the key
 * really is comes before those of the pages that ask.
 */
final class AliasJobs {
  static final byte FIRST = 0;
  static final byte SECOND = 1;

  private AliasJobs() {}

  static Counters follow(Session session, Path input, int reducers, Path output)
      throws IOException {
    GraphJob graph =
        new GraphJob(session, "graph: redirects")
            .input(input)
            .map(AskMapper.class, Text.class, Pointer.class)
            .reduce(AnswerReducer.class, reducers, Text.class, Pointer.class);
    byKey(graph.job);
    return graph.run(output);
  }

  static void resolve(Session session, Path pages, Path pointers, int reducers, Path output)
      throws IOException {
    GraphJob graph =
        new GraphJob(session, "graph: resolve")
            .mapped(Text.class, Mention.class)
            .reduce(ReplaceReducer.class, reducers, Text.class, Mention.class);
    Job job = graph.job;
    MultipleInputs.addInputPath(job, pages, SequenceFileInputFormat.class, MentionMapper.class);
    MultipleInputs.addInputPath(job, pointers, SequenceFileInputFormat.class, EndMapper.class);
    byKey(job);
    graph.run(output);
  }

  private static void byKey(Job job) {
    job.setPartitionerClass(KeyPartitioner.class);
    job.setSortComparatorClass(TagOrder.class);
    job.setGroupingComparatorClass(KeyComparator.class);
  }

  static Text tagged(byte[] key, int length, byte tag) {
    byte[] bytes = Arrays.copyOf(key, length + 1);
    bytes[length] = tag;
    return new Text(bytes);
  }

  static byte[] key(Text tagged) {
    return Arrays.copyOf(tagged.getBytes(), tagged.getLength() - 1);
  }

  static boolean isFirst(Text tagged) {
    return tagged.getBytes()[tagged.getLength() - 1] == FIRST;
  }

  /** By the key. */
  static final class KeyPartitioner extends Partitioner<Text, Writable> {
    @Override
    public int getPartition(Text tagged, Writable value, int parts) {
      int hash = WritableComparator.hashBytes(tagged.getBytes(), tagged.getLength() - 1);
      return Math.floorMod(hash, parts);
    }
  }

  /** Brings the records of one key together. */
  static class KeyComparator extends WritableComparator {
    KeyComparator() {
      super(Text.class);
    }

    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      int aKey = aStart + WritableUtils.decodeVIntSize(a[aStart]);
      int bKey = bStart + WritableUtils.decodeVIntSize(b[bStart]);
      int aEnd = aStart + aLength - 1;
      int bEnd = bStart + bLength - 1;
      return Arrays.compareUnsigned(a, aKey, aEnd, b, bKey, bEnd);
    }
  }

  /** By the key, then by the tag. */
  static final class TagOrder extends KeyComparator {
    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      int order = super.compare(a, aStart, aLength, b, bStart, bLength);
      return order != 0 ? order : Byte.compare(a[aStart + aLength - 1], b[bStart + bLength - 1]);
    }
  }

  /** From a page to one that it really is, some hops on. Lives in shuffles and staging only. */
  static final class Pointer implements Writable {
    private byte[] key;
    private boolean canonical;
    private boolean decided;

    /** Filled by {@link #readFields}. */
    Pointer() {
      this(new byte[0], false, false);
    }

    /**
     * @param key of the page some hops on
     * @param canonical whether the page at the beginning names its next as canonical
     * @param decided whether the chain ends here
     */
    Pointer(byte[] key, boolean canonical, boolean decided) {
      this.key = key;
      this.canonical = canonical;
      this.decided = decided;
    }

    @Override
    public void write(DataOutput out) throws IOException {
      PageLinks.writeBytes(out, key);
      out.writeBoolean(canonical);
      out.writeBoolean(decided);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      key = PageLinks.readBytes(in);
      canonical = in.readBoolean();
      decided = in.readBoolean();
    }
  }

  /** The pointer, and the question for the next. */
  static final class AskMapper extends Mapper<Text, Pointer, Text, Pointer> {
    @Override
    protected void map(Text page, Pointer pointer, Context context)
        throws IOException, InterruptedException {
      context.write(tagged(page.getBytes(), page.getLength(), FIRST), pointer);
      if (!pointer.decided) {
        context.write(
            tagged(pointer.key, pointer.key.length, SECOND),
            new Pointer(page.copyBytes(), pointer.canonical, false));
      }
    }
  }

  /** Answers from the key's own pointer, if it has one. */
  static final class AnswerReducer extends Reducer<Text, Pointer, Text, Pointer> {
    @Override
    protected void reduce(Text tagged, Iterable<Pointer> records, Context context)
        throws IOException, InterruptedException {
      byte[] key = key(tagged);
      byte[] next = key;
      boolean decided = true;
      for (Pointer record : records) {
        if (isFirst(tagged)) {
          next = record.key;
          decided = record.decided;
          if (decided) {
            context.write(new Text(key), record);
          }
        } else {
          GraphCounter counter =
              !decided
                  ? GraphCounter.UNRESOLVED
                  : record.canonical
                      ? GraphCounter.MERGED_CANONICALS
                      : GraphCounter.MERGED_REDIRECTS;
          context.getCounter(counter).increment(1);
          context.write(new Text(record.key), new Pointer(next, record.canonical, decided));
        }
      }
    }
  }

  /** As {@link NumberJob.KeyMapper}, behind what the key really is. */
  static final class MentionMapper extends NumberJob.KeyMapper {
    @Override
    Text key(byte[] bytes, int length) {
      return tagged(bytes, length, SECOND);
    }
  }

  /** The ends of chains that have one. */
  static final class EndMapper extends Mapper<Text, Pointer, Text, Mention> {
    @Override
    protected void map(Text page, Pointer pointer, Context context)
        throws IOException, InterruptedException {
      if (pointer.decided) {
        Text key = tagged(page.getBytes(), page.getLength(), FIRST);
        context.write(key, new Mention(0, 0, pointer.key));
      }
    }
  }

  /** Mentions under the key that counts. */
  static final class ReplaceReducer extends Reducer<Text, Mention, Text, Mention> {
    @Override
    protected void reduce(Text tagged, Iterable<Mention> mentions, Context context)
        throws IOException, InterruptedException {
      Text key = new Text(key(tagged));
      for (Mention mention : mentions) {
        if (isFirst(tagged)) {
          key.set(mention.end());
        } else {
          context.write(key, mention);
        }
      }
    }
  }
}
