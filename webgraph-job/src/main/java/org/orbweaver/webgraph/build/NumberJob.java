package org.orbweaver.webgraph.build;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.KeySample;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Digests;
import org.orbweaver.webgraph.build.JoinJob.Placed;
import org.orbweaver.webgraph.build.aliases.AliasJobs;
import org.orbweaver.webgraph.build.links.GraphCounter;
import org.orbweaver.webgraph.build.links.GraphJob;
import org.orbweaver.webgraph.build.links.LinkPolicy;
import org.orbweaver.webgraph.build.links.Mention;
import org.orbweaver.webgraph.build.links.MentionMapper;
import org.orbweaver.webgraph.build.links.PageLinks;
import org.orbweaver.webgraph.format.dictionary.UrlDictionaryWriter;
import org.orbweaver.webgraph.format.meta.GraphLevel;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * Sorts all URLs and numbers them: the dictionary, and the targets' half of the join.
 *
 * <p>Input: {@link SelectJob}'s output, or {@link AliasJobs#resolve}'s, which needs no mapper. Map:
 * for each page its key with its temporary number, for each link the target's key with the source's
 * temporary number; the lowest bit distinguishes the two. Shuffle: the reversed URLs in total
 * order, cut at keys of the sample. Reduce: emits a URL's place in its part for each of its tagged
 * numbers. Output: SequenceFile&lt;LongWritable temporary number · 2 + tag, {@link Placed}&gt;,
 * {@code ids/part-NNNNN}, {@code _ids} files that describe them. Cost: each link is shuffled once,
 * with its target's URL.
 */
final class NumberJob {
  static final String IDS = "ids";

  private NumberJob() {}

  /**
   * Runs the job; returns the dictionary's parts in the order of ids.
   *
   * @param selected {@link SelectJob}'s output, with the sample
   * @param resolved {@link AliasJobs#resolve}'s output, or null
   */
  static List<GraphMeta.Part> run(
      Session session, Path selected, Path resolved, int ranges, Path partitions, Path output)
      throws IOException {
    FileSystem fs = session.dir().fs();
    KeySample sample = SelectJob.sample(ranges);
    for (Path file : GraphJob.sideFiles(fs, selected, SelectJob.SAMPLE)) {
      PageLinks keys = PageLinks.none();
      try (DataInputStream in = fs.open(file)) {
        keys.readFields(in);
      }
      keys.links().forEach(key -> sample.add(key, key.length));
    }
    List<byte[]> cuts = sample.cuts(ranges);
    GraphJob graph =
        new GraphJob(session, "graph: numbers")
            .input(new Path(resolved == null ? selected : resolved, "part-r-*"))
            .mapped(Text.class, Mention.class)
            .reduce(NumberReducer.class, cuts.size() + 1, LongWritable.class, Placed.class);
    if (resolved == null) {
      graph.job.setMapperClass(MentionMapper.class);
    }
    KeySample.partition(graph.job, cuts, Text::new, partitions);
    graph.run(output);
    return parts(GraphJob.sides(fs, output, IDS, GraphMeta.Part.class));
  }

  /** The parts with their first ids: the sums of the counts before. */
  private static List<GraphMeta.Part> parts(List<GraphMeta.Part> written) {
    List<GraphMeta.Part> parts = new ArrayList<>();
    int first = 0;
    for (GraphMeta.Part part : written) {
      if (first > Integer.MAX_VALUE - part.count()) {
        throw OrbException.failed("the graph has more than " + Integer.MAX_VALUE + " nodes");
      }
      parts.add(new GraphMeta.Part(part.file(), first, part.count(), part.bytes(), part.crc32c()));
      first += part.count();
    }
    return parts;
  }

  /** Writes a part of the dictionary, and for each tagged number the place of its key. */
  static final class NumberReducer extends Reducer<Text, Mention, LongWritable, Placed> {
    private final LongWritable tagged = new LongWritable();
    private final MessageDigest digest = Digests.of("SHA-256");
    private GraphLevel level;
    private GraphLevel.Groups groups;
    private String lastGroup = "";
    private long lastHash;
    private UrlDictionaryWriter dictionary;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      dictionary = new UrlDictionaryWriter(GraphJob.sink(context), GraphJob.task(context));
      level = LinkPolicy.of(context.getConfiguration()).dropped();
      groups = level.groups();
    }

    @Override
    protected void reduce(Text key, Iterable<Mention> mentions, Context context)
        throws IOException, InterruptedException {
      int place = dictionary.add(key.getBytes(), 0, key.getLength());
      long position = (long) GraphJob.task(context) << SelectJob.NUMBER_BITS | place;
      long group = level == GraphLevel.PAGE ? 0 : hash(groups.of(key.toString()));
      for (Mention mention : mentions) {
        tagged.set(mention.tagged());
        context.write(tagged, new Placed(position, mention.units(), group));
      }
      context.getCounter(GraphCounter.NODES).increment(1);
    }

    /**
     * A 64-bit hash that represents a host or domain, so that a link's ends can be compared without
     * their names; 0 for none. Taken from SHA-256, so that collisions cannot be constructed: by
     * chance one link in 2⁶⁴ is taken for one within a host.
     */
    private long hash(String group) {
      if (!group.equals(lastGroup)) {
        lastGroup = group;
        lastHash =
            group.isEmpty()
                ? 0
                : ByteBuffer.wrap(digest.digest(group.getBytes(StandardCharsets.UTF_8))).getLong();
      }
      return lastHash;
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      dictionary.close();
      GraphJob.writeSide(context, IDS, dictionary.part());
    }
  }
}
