package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** From a page with its links to all their keys, each with the tagged temporary number. */
final class KeyMapper extends Mapper<Text, PageLinks, Text, LongWritable> {
  private final Text target = new Text();
  private final LongWritable tagged = new LongWritable();

  @Override
  protected void map(Text page, PageLinks links, Context context)
      throws IOException, InterruptedException {
    tagged.set((links.version() << 1) | NumberJob.SELF);
    context.write(page, tagged);
    tagged.set((links.version() << 1) | NumberJob.TARGET);
    for (byte[] link : links.links()) {
      target.set(link);
      context.write(target, tagged);
    }
  }
}
