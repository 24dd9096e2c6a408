package org.orbweaver.crawler.diff;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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
import org.orbweaver.crawler.recrawl.Deferral;

/** Compares two crawls, or rounds of one, reading them side by side. */
final class CrawlComparison {
  private CrawlComparison() {}

  /**
   * Compares two crawls by their crawldbs, which may have different numbers of parts. Titles come
   * from the newest segment that parsed the page.
   *
   * @param taker gets the differences, sorted by URL
   * @return the number of URLs in either crawl
   */
  static long ofCrawls(
      Configuration conf, CrawlDir before, CrawlDir after, Consumer<Difference> taker)
      throws IOException {
    try (CrawlCursors one = new CrawlCursors(conf, before);
        CrawlCursors two = new CrawlCursors(conf, after)) {
      var entries = List.of(one.entries, two.entries);
      long looked = 0;
      for (Text url = JoinCursor.least(entries); url != null; url = JoinCursor.least(entries)) {
        looked++;
        report(taker, url, one.take(url), two.take(url));
      }
      return looked;
    }
  }

  private static void report(
      Consumer<Difference> taker, Text url, PageState before, PageState after) {
    Difference difference = Difference.of(url.toString(), before, after);
    if (difference != null) {
      taker.accept(difference);
    }
  }

  /** A crawldb, read together with the titles of its pages. */
  private static final class CrawlCursors implements Closeable {
    private final JoinCursor<CrawlDatum> entries;
    private final List<JoinCursor<ParseData>> parses = new ArrayList<>();
    private PageState state;

    CrawlCursors(Configuration conf, CrawlDir dir) throws IOException {
      entries = CrawlDb.require(conf, dir).cursor();
      for (Path segment : dir.segmentList()) {
        Path folder = new Path(segment, ParseData.DIR_NAME);
        parses.add(SortedStore.open(conf, folder, ParseData.class).cursor());
      }
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

  /**
   * Compares the state of URLs after some rounds with that before. A URL's state is that of its
   * last fetch up to a round: a page that a round did not fetch has not changed, nor has a URL that
   * was on a list and not requested. For rounds whose segments have been dropped, only the records
   * of later fetches are left, which have the signature and not the title.
   *
   * @param segments from old to new
   * @param first the number (from 0) of the first whose findings are differences
   * @param taker gets the differences, sorted by URL
   * @return how many URLs the rounds fetched
   */
  static long ofRounds(
      Configuration conf, List<Path> segments, int first, Consumer<Difference> taker)
      throws IOException {
    List<SegmentCursors> rounds = new ArrayList<>();
    try {
      for (Path segment : segments) {
        rounds.add(new SegmentCursors(conf, segment));
      }
      long looked = 0;
      List<JoinCursor<?>> cursors = new ArrayList<>();
      rounds.forEach(round -> cursors.addAll(List.of(round.fetches, round.parses)));
      for (Text url = JoinCursor.least(cursors); url != null; url = JoinCursor.least(cursors)) {
        PageState state = PageState.NONE;
        PageState before = state;
        boolean fetched = false;
        for (int i = 0; i < rounds.size(); i++) {
          if (i == first) {
            before = state;
          }
          SegmentCursors round = rounds.get(i);
          for (CrawlDatum fetch : round.take(url)) {
            if (state.equals(PageState.NONE)) {
              state = PageState.beforeFetch(fetch);
              before = i >= first ? state : before;
            }
            state = state.after(fetch, round.parsed());
            fetched |= i >= first;
          }
        }
        if (fetched) {
          looked++;
          report(taker, url, before, state);
        }
      }
      return looked;
    } finally {
      for (SegmentCursors round : rounds) {
        round.close();
      }
    }
  }

  /** A segment's sorted columns. */
  private static final class SegmentCursors implements Closeable {
    private final JoinCursor<CrawlDatum> fetches;
    private final JoinCursor<ParseData> parses;
    private PageState.Parsed parsed;

    SegmentCursors(Configuration conf, Path segment) throws IOException {
      fetches =
          SortedStore.open(conf, new Path(segment, CrawlDatum.FETCH_DIR_NAME), CrawlDatum.class)
              .cursor();
      parses =
          SortedStore.open(conf, new Path(segment, ParseData.DIR_NAME), ParseData.class).cursor();
    }

    /** The records of requests for a URL. */
    List<CrawlDatum> take(Text url) throws IOException {
      List<CrawlDatum> taken = new ArrayList<>();
      parsed = null;
      fetches.take(
          url,
          fetch -> {
            if (fetch.getStatus() != CrawlDatum.STATUS_LINKED && !Deferral.is(fetch)) {
              taken.add(fetch);
            }
          });
      parses.take(url, data -> parsed = PageState.Parsed.of(data));
      return taken;
    }

    /** The parse of the URL taken last, or null. */
    PageState.Parsed parsed() {
      return parsed;
    }

    @Override
    public void close() throws IOException {
      fetches.close();
      parses.close();
    }
  }
}
