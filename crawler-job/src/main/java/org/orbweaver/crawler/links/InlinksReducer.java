package org.orbweaver.crawler.links;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.orbweaver.crawler.CrawlerKeys;

/** Collects the links to one URL. */
public final class InlinksReducer extends Reducer<Text, InlinkWritable, Text, Inlinks> {

  private InlinkCollector collector;

  @Override
  protected void setup(Context context) {
    collector = new InlinkCollector(CrawlerKeys.LINKDB_MAX_INLINKS.get(context.getConfiguration()));
  }

  @Override
  protected void reduce(Text target, Iterable<InlinkWritable> values, Context context)
      throws IOException, InterruptedException {
    collector.clear();
    for (InlinkWritable value : values) {
      collector.add(value.link());
    }
    List<InlinkCollector.Link> links = collector.links();
    Inlinks inlinks = new Inlinks();
    for (InlinkCollector.Link link : links) {
      inlinks.add(new Inlink(link.from(), link.anchor()));
    }
    context.getCounter(LinksCounter.TARGETS).increment(1);
    context.getCounter(LinksCounter.INLINKS).increment(links.size());
    context.getCounter(LinksCounter.DROPPED).increment(collector.dropped());
    context.write(target, inlinks);
  }
}
