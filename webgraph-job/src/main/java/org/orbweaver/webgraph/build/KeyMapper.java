package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** From a page with its links to all their keys, each with what mentions it. */
final class KeyMapper extends Mapper<Text, PageLinks, Text, Mention> {
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
