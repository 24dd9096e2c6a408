package org.orbweaver.crawler.links;

import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.crawler.CrawlerKeys;

/** Collects the links to one URL: those that the linkdb has, and new ones. */
public final class InlinksReducer extends MergeJoinReducer<InlinkWritable, Inlinks> {
  private InlinkCollector collector;
  private int most;

  @Override
  protected void setup(Context context) {
    most = CrawlerKeys.LINKDB_MAX_INLINKS.get(context.getConfiguration());
    collector = new InlinkCollector(most);
  }

  @Override
  protected Inlinks merge(
      Text target, Inlinks known, Iterable<InlinkWritable> links, Context context) {
    collector.clear();
    if (known != null) {
      context.getCounter(LinksCounter.KNOWN).increment(known.size());
      for (Iterator<Inlink> it = known.iterator(); it.hasNext(); ) {
        Inlink link = it.next();
        collector.add(new InlinkCollector.Link(link.getFromUrl(), link.getAnchor(), 0));
      }
    }
    for (InlinkWritable link : links) {
      collector.add(link.link());
    }
    List<InlinkCollector.Link> kept = collector.links();
    Inlinks inlinks = new Inlinks();
    for (InlinkCollector.Link link : kept) {
      inlinks.add(new Inlink(link.from(), link.anchor()));
    }
    context.getCounter(LinksCounter.DROPPED).increment(collector.dropped());
    return counted(inlinks, context);
  }

  @Override
  protected Inlinks keep(Text target, Inlinks known, Context context) {
    if (known.size() > most) {
      return merge(target, known, List.of(), context);
    }
    context.getCounter(LinksCounter.KNOWN).increment(known.size());
    return counted(known, context);
  }

  private static Inlinks counted(Inlinks inlinks, Context context) {
    context.getCounter(LinksCounter.TARGETS).increment(1);
    context.getCounter(LinksCounter.INLINKS).increment(inlinks.size());
    return inlinks;
  }
}
