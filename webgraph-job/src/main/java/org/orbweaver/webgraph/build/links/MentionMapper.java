package org.orbweaver.webgraph.build.links;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** From a page with its links to all their keys, each with its mention. */
public class MentionMapper extends Mapper<Text, PageLinks, Text, Mention> {
  private static final byte[] NO_END = {};

  @Override
  protected void map(Text page, PageLinks links, Context context)
      throws IOException, InterruptedException {
    long tagged = links.version() << 1;
    context.write(
        key(page.getBytes(), page.getLength()), new Mention(tagged | Mention.SELF, 0, NO_END));
    for (int i = 0; i < links.links().size(); i++) {
      byte[] link = links.links().get(i);
      context.write(
          key(link, link.length), new Mention(tagged | Mention.TARGET, links.units(i), NO_END));
    }
  }

  /** The key to write for the first {@code length} bytes. */
  protected Text key(byte[] bytes, int length) {
    Text key = new Text();
    key.set(bytes, 0, length);
    return key;
  }
}
