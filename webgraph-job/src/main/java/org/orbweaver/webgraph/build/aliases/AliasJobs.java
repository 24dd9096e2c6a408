package org.orbweaver.webgraph.build.aliases;

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
import org.orbweaver.webgraph.build.links.GraphCounter;
import org.orbweaver.webgraph.build.links.GraphJob;
import org.orbweaver.webgraph.build.links.Mention;
import org.orbweaver.webgraph.build.links.MentionMapper;
import org.orbweaver.webgraph.build.links.PageLinks;

/**
 * The jobs that follow redirects and canonicals.
 *
 * <p>{@link #follow} uses pointer doubling: a page that points k hops on afterwards points 2k hops
 * on, or to the end of its chain. Input and output: SequenceFile&lt;Text reversed url, {@link
 * Pointer}&gt;, one record for each alias page. Map: the pointer under its own key, and, if the
 * chain's end is not known yet, the page under the key that it points to. Reduce: each asking page
 * gets the pointer of the key, or the answer that the key is the end. After j jobs exactly the
 * chains of at most 2ʲ − 1 hops are at their end; loops never are. Cost: two records a page that
 * redirects or names a canonical one.
 *
 * <p>{@link #resolve} replaces aliases by the pages at the ends of their chains. Input: {@code
 * SelectJob}'s pages, and the pointers. Map: the {@link Mention}s of each key, and the page that
 * the key resolves to. Reduce: mentions are written under the resolved key, so that links in and
 * links out both move. Output: SequenceFile&lt;Text reversed url, {@link Mention}&gt;. Cost: each
 * link is shuffled once, with its target's URL.
 *
 * <p>Shuffle of both: by key, then by one tag byte, so that the record with the key's resolution
 * comes before those of the asking pages.
 */
public final class AliasJobs {
  static final byte FIRST = 0;
  static final byte SECOND = 1;

  private AliasJobs() {}

  public static Counters follow(Session session, Path input, int reducers, Path output)
      throws IOException {
    GraphJob graph =
        new GraphJob(session, "graph: redirects")
            .input(input)
            .map(AskMapper.class, Text.class, Pointer.class)
            .reduce(AnswerReducer.class, reducers, Text.class, Pointer.class);
    byKey(graph.job);
    return graph.run(output);
  }

  public static void resolve(Session session, Path pages, Path pointers, int reducers, Path output)
      throws IOException {
    GraphJob graph =
        new GraphJob(session, "graph: resolve")
            .mapped(Text.class, Mention.class)
            .reduce(ReplaceReducer.class, reducers, Text.class, Mention.class);
    Job job = graph.job;
    MultipleInputs.addInputPath(
        job, pages, SequenceFileInputFormat.class, TaggedMentionMapper.class);
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

  /** Partitions by the key. */
  static final class KeyPartitioner extends Partitioner<Text, Writable> {
    @Override
    public int getPartition(Text tagged, Writable value, int parts) {
      int hash = WritableComparator.hashBytes(tagged.getBytes(), tagged.getLength() - 1);
      return Math.floorMod(hash, parts);
    }
  }

  /** Groups the records of one key. */
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

  /** Sorts by the key, then by the tag. */
  static final class TagOrder extends KeyComparator {
    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      int order = super.compare(a, aStart, aLength, b, bStart, bLength);
      return order != 0 ? order : Byte.compare(a[aStart + aLength - 1], b[bStart + bLength - 1]);
    }
  }

  /**
   * A pointer from a page to the one that it resolves to, some hops on. Used in shuffles and
   * staging only.
   */
  public static final class Pointer implements Writable {
    private byte[] key;
    private boolean canonical;
    private boolean decided;

    /** Filled by {@link #readFields}. */
    public Pointer() {
      this(new byte[0], false, false);
    }

    /**
     * @param key of the page some hops on
     * @param canonical true if the page at the start names the next one as canonical
     * @param decided true if the chain ends here
     */
    public Pointer(byte[] key, boolean canonical, boolean decided) {
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

  /** Emits the pointer, and the question to the next page. */
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

  /** As {@link MentionMapper}, sorted after the key's resolution. */
  static final class TaggedMentionMapper extends MentionMapper {
    @Override
    protected Text key(byte[] bytes, int length) {
      return tagged(bytes, length, SECOND);
    }
  }

  /** Emits the ends of chains that have one. */
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

  /** Writes mentions under the resolved key. */
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
