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
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.MeasuredOutputStream;
import org.orbweaver.webgraph.format.PartitionWriter;
import org.orbweaver.webgraph.format.UrlDictionaryWriter;

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
    List<byte[]> cuts = sample(fs, selected, ranges).cuts(ranges);
    GraphJob graph =
        new GraphJob(session, "graph: numbers")
            .input(new Path(resolved == null ? selected : resolved, "part-r-*"))
            .mapped(Text.class, Mention.class)
            .reduce(NumberReducer.class, cuts.size() + 1, LongWritable.class, Placed.class);
    if (resolved == null) {
      graph.job.setMapperClass(KeyMapper.class);
    }
    if (!cuts.isEmpty()) {
      writeCuts(session, cuts, partitions);
      graph.job.setPartitionerClass(TotalOrderPartitioner.class);
      TotalOrderPartitioner.setPartitionFile(graph.job.getConfiguration(), partitions);
    }
    graph.run(output);
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

  /** From a page with its links to all their keys, each with what mentions it. */
  static final class KeyMapper extends Mapper<Text, PageLinks, Text, Mention> {
    private final Text target = new Text();

    @Override
    protected void map(Text page, PageLinks links, Context context)
        throws IOException, InterruptedException {
      context.write(page, Mention.self(links.version()));
      for (int i = 0; i < links.links().size(); i++) {
        target.set(links.links().get(i));
        context.write(target, Mention.link(links.version(), links.units(i)));
      }
    }
  }

  /** Writes a part of the dictionary, and for each tagged number the place of its key. */
  static final class NumberReducer extends Reducer<Text, Mention, LongWritable, Placed> {
    private final LongWritable tagged = new LongWritable();
    private GroupHash groups;
    private MeasuredOutputStream bytes;
    private UrlDictionaryWriter dictionary;
    private String file;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      file = PartitionWriter.file("ids", SideFiles.task(context));
      bytes = new MeasuredOutputStream(SideFiles.sink(context).create(file));
      dictionary = new UrlDictionaryWriter(bytes);
      groups = new GroupHash(LinkPolicy.of(context.getConfiguration()).dropped());
    }

    @Override
    protected void reduce(Text key, Iterable<Mention> mentions, Context context)
        throws IOException, InterruptedException {
      int place = dictionary.add(key.getBytes(), 0, key.getLength());
      long position = (long) SideFiles.task(context) << SelectJob.NUMBER_BITS | place;
      long group = groups.of(key);
      for (Mention mention : mentions) {
        tagged.set(mention.tagged());
        context.write(tagged, new Placed(position, mention.units(), group));
      }
      context.getCounter(GraphCounter.NODES).increment(1);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      dictionary.close();
      SideFiles.write(
          context,
          NumberJob.IDS,
          out ->
              SideFiles.writePart(
                  out,
                  new GraphMeta.Part(file, 0, dictionary.count(), bytes.length(), bytes.crc32c())));
    }
  }
}
