package org.orbweaver.crawler.diff;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.sorted.JoinCursor;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.diff.Difference.PageState;

/**
 * Two crawls by their crawldbs, whose parts may be of different number. Titles come from the newest
 * segment that parsed the page.
 */
final class CrawlComparison {
  private final Configuration conf;
  private final CrawlDir before;
  private final CrawlDir after;

  CrawlComparison(Configuration conf, CrawlDir before, CrawlDir after) {
    this.conf = conf;
    this.before = before;
    this.after = after;
  }

  /** Tells the differences, sorted by URL; returns how many URLs either crawl knows. */
  long forEach(Difference.Taker taker) throws IOException {
    try (Crawl one = new Crawl(conf, before);
        Crawl two = new Crawl(conf, after)) {
      long looked = 0;
      Text url = new Text();
      for (Text next = JoinCursor.least(one.key(), two.key());
          next != null;
          next = JoinCursor.least(one.key(), two.key())) {
        url.set(next);
        looked++;
        PageState first = one.take(url);
        PageState second = two.take(url);
        Difference difference = Difference.of(url.toString(), first, second);
        if (difference != null) {
          taker.take(difference);
        }
      }
      return looked;
    }
  }

  /** A crawldb, and the titles of its pages beside it. */
  private static final class Crawl implements Closeable {
    private final JoinCursor<CrawlDatum> entries;
    private final List<JoinCursor<ParseData>> parses = new ArrayList<>();
    private PageState state;

    Crawl(Configuration conf, CrawlDir dir) throws IOException {
      entries = CrawlDb.require(conf, dir).cursor();
      for (Path segment : dir.segmentList()) {
        Path folder = new Path(segment, ParseData.DIR_NAME);
        parses.add(SortedStore.open(conf, folder, ParseData.class).cursor());
      }
    }

    Text key() {
      return entries.key();
    }

    PageState take(Text url) throws IOException {
      state = PageState.NONE;
      entries.take(url, entry -> state = PageState.ofEntry(entry));
      for (JoinCursor<ParseData> parse : parses) {
        parse.skipTo(url);
        parse.take(url, data -> state = state.titled(data.getTitle()));
      }
      return state;
    }

    @Override
    public void close() throws IOException {
      entries.close();
      for (JoinCursor<ParseData> parse : parses) {
        parse.close();
      }
    }
  }
}
