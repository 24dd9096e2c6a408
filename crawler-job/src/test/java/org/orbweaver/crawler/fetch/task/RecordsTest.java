package org.orbweaver.crawler.fetch.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.crawldb.CutMark;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.http.FetchedPage;

class RecordsTest {
  private static final Instant FETCHED = Instant.parse("2026-05-01T12:00:00.250Z");

  private static Instant modified(FetchedPage.Header... headers) {
    var page = new FetchedPage(200, List.of(headers), new byte[0], FetchedPage.Truncation.NONE);
    return Instant.ofEpochMilli(Records.modifiedTime(page, FETCHED.toEpochMilli()));
  }

  /** The data of a fetch that parse needs travel with the content, and no server can forge them. */
  @Test
  void contentHasTheMarkOfASitemap() throws IOException {
    var forged = new FetchedPage.Header(MetadataKeys.SITEMAP, "1 0 victim.test");
    var page = new FetchedPage(200, List.of(forged), new byte[1], FetchedPage.Truncation.NONE);
    var datum = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 0);
    assertNull(
        SitemapMark.of(
            Records.content("http://a.test/", page, datum, (byte) 33, "s").getMetadata()));
    SitemapMark.mark(datum, 1, List.of("b.test"));
    Content content = Records.content("http://a.test/", page, datum, (byte) 33, "s");
    assertEquals(SitemapMark.of(datum), SitemapMark.of(content.getMetadata()));
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, false",
    "LENGTH, false",
    "DISCONNECT, true",
    "TIME, true",
    "UNSPECIFIED, true"
  })
  void aPageOfWhichAPartIsMissingIsMarked(FetchedPage.Truncation missing, boolean cut)
      throws IOException {
    var datum = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 0);
    CutMark.set(datum, cut ? FetchedPage.Truncation.NONE : FetchedPage.Truncation.TIME);
    var page = new FetchedPage(200, List.of(), new byte[1], missing);
    Content content = Records.content("http://a.test/", page, datum, (byte) 33, "s");
    Records.update(datum, page, content, 1);
    assertEquals(cut, CutMark.isOn(datum));
    CrawlDatum target = Records.target(datum, CrawlDatum.STATUS_LINKED, List.of());
    assertFalse(CutMark.isOn(target), "of this page alone");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sun, 06 Nov 1994 08:49:37 GMT | 1994-11-06T08:49:37Z",
        " Fri, 01 May 2026 12:00:00 GMT | 2026-05-01T12:00:00Z",
        "Fri, 01 May 2026 12:00:01 GMT | 2026-05-01T12:00:00.250Z",
        "Thu, 01 Jan 1970 00:00:00 GMT | 2026-05-01T12:00:00.250Z",
        "Sun, 06 Nov 1994 | 2026-05-01T12:00:00.250Z",
        "yesterday | 2026-05-01T12:00:00.250Z",
        "'' | 2026-05-01T12:00:00.250Z",
      })
  void aPageWasModifiedWhenItSaysOrWhenItWasFetched(String header, String expected) {
    assertEquals(
        Instant.parse(expected), modified(new FetchedPage.Header("last-modified", header)));
  }

  @Test
  void aPageThatSaysNothingWasModifiedWhenItWasFetched() {
    assertEquals(FETCHED, modified());
  }

  /** Of our metadata and Nutch's, only that which the user gave with a seed is passed on. */
  @Test
  void targetOfARedirectHasNothingThatIsAnotherPagesState() throws IllegalAccessException {
    CrawlDatum source = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 77, 2.5f);
    for (Class<?> names : List.of(MetadataKeys.class, Nutch.class)) {
      for (Field field : names.getFields()) {
        if (field.get(null) instanceof String key && key.startsWith("_")) {
          source.getMetaData().put(new Text(key), new Text("x"));
        }
      }
    }
    List<String> passed =
        List.of(MetadataKeys.SEED, MetadataKeys.DEPTH, Nutch.FIXED_INTERVAL_KEY, "topic");
    for (String key : List.of("_ip_", "Content-Type", "description")) {
      source.getMetaData().put(new Text(key), new Text("x"));
    }
    passed.forEach(key -> source.getMetaData().put(new Text(key), new Text("x")));
    CrawlDatum target = Records.target(source, CrawlDatum.STATUS_LINKED, List.of("description"));
    assertEquals(
        Set.copyOf(passed),
        target.getMetaData().keySet().stream().map(Object::toString).collect(Collectors.toSet()));
    assertEquals(77, target.getFetchInterval());
    assertEquals(2.5f, target.getScore());
  }
}
