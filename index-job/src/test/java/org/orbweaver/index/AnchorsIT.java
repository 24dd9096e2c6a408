package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;

/**
 * The example of the lectures: hundreds of pages of a site have a word many times, the home page of
 * its department has it once; but 95 in 100 links with the word lead there.
 */
class AnchorsIT {
  private static final String SEGMENT = "20260101000000";
  private static final String SITE = "http://www.rmit.example/";
  private static final String HOME = SITE + "aero/";
  private static final int PAGES = 200;

  private final Configuration conf = new Configuration();

  @TempDir private Path folder;

  @Test
  void theHomePageWinsByItsAnchors() throws IOException {
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    Path crawl = folder.resolve("crawl");
    CrawlFixture pages = new CrawlFixture();
    pages.crawled(HOME, CrawlDatum.STATUS_DB_FETCHED);
    pages.parsed(SEGMENT, HOME, "Welcome", "The school of aerospace engineering. Staff, courses.");
    for (int i = 0; i < PAGES; i++) {
      String page = SITE + "page" + i;
      pages.crawled(page, CrawlDatum.STATUS_DB_FETCHED);
      pages.parsed(SEGMENT, page, "Report " + i, "On aerospace and aerospace. ".repeat(1 + i % 9));
      pages.linked(page, i % 20 == 0 ? SITE + "page" + (i + 1) : HOME, "Aerospace");
    }
    pages.write(conf, crawl);
    assertEquals(HOME, first(crawl));

    FileUtil.fullyDelete(crawl.resolve("linkdb").toFile());
    assertNotEquals(HOME, first(crawl), "without the links");
  }

  private String first(Path crawl) throws IOException {
    try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "index")) {
      new IndexPhase().run(session, IndexPhase.BuildOptions.DEFAULT);
    }
    try (SearchIndex index = SearchIndex.openLatest(conf, CrawlDir.open(conf, crawl.toString()))) {
      return index.search(SearchRequest.of("aerospace", 1)).hits().get(0).url();
    }
  }
}
