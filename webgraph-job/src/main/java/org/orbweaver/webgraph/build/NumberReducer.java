package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.MeasuredOutputStream;
import org.orbweaver.webgraph.format.PartitionWriter;
import org.orbweaver.webgraph.format.UrlDictionaryWriter;

/** Writes a part of the dictionary, and for each tagged number the place of its key. */
final class NumberReducer extends Reducer<Text, Mention, LongWritable, Placed> {
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
