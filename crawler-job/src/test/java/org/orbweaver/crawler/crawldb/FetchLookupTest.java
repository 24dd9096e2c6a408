package org.orbweaver.crawler.crawldb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchLookupTest {
  private static final int URLS = 3000;

  private final Configuration conf = new Configuration();
  @TempDir private java.nio.file.Path temp;
  private Path folder;

  /** Two parts that hold every even number, by turns of ten; a part without any. */
  @BeforeEach
  void write() throws IOException {
    folder = new Path(temp.toUri());
    for (int part = 0; part < 3; part++) {
      try (MapFile.Writer out =
          new MapFile.Writer(
              conf,
              new Path(folder, "part-r-0000" + part),
              MapFile.Writer.keyClass(Text.class),
              MapFile.Writer.valueClass(CrawlDatum.class),
              MapFile.Writer.compression(SequenceFile.CompressionType.BLOCK))) {
        for (int i = 2; i < URLS; i += 2) {
          if (i / 10 % 2 == part) {
            out.append(url(i), new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, i));
          }
        }
      }
    }
  }

  private static Text url(int i) {
    return new Text(String.format(Locale.ROOT, "http://a.test/%06d", i));
  }

  private static void check(FetchLookup lookup, int i) throws IOException {
    CrawlDatum found = lookup.get(url(i));
    if (i % 2 == 0 && i >= 2 && i < URLS) {
      assertEquals(i, found.getFetchInterval());
    } else {
      assertNull(found);
    }
  }

  @Test
  void findsWhatIsThereInOrder() throws IOException {
    try (FetchLookup lookup = new FetchLookup(conf, folder)) {
      for (int i = 0; i < URLS + 10; i++) {
        check(lookup, i);
        check(lookup, i);
      }
    }
  }

  /** Links that redirects left stand under the keys of fetches, before or behind them. */
  @Test
  void linksAreNotFetches() throws IOException {
    Path mixed = new Path(temp.resolve("mixed").toUri());
    try (MapFile.Writer out =
        new MapFile.Writer(
            conf,
            new Path(mixed, "part-r-00000"),
            MapFile.Writer.keyClass(Text.class),
            MapFile.Writer.valueClass(CrawlDatum.class))) {
      CrawlDatum link = new CrawlDatum(CrawlDatum.STATUS_LINKED, 0);
      CrawlDatum fetch = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 7);
      out.append(url(1), link);
      out.append(url(1), link);
      out.append(url(1), fetch);
      out.append(url(2), link);
      out.append(url(3), fetch);
      out.append(url(3), link);
    }
    try (FetchLookup lookup = new FetchLookup(conf, mixed)) {
      for (int i = 0; i < 2; i++) {
        assertEquals(7, lookup.get(url(1)).getFetchInterval());
        assertNull(lookup.get(url(2)));
        assertEquals(7, lookup.get(url(3)).getFetchInterval());
        assertEquals(7, lookup.get(url(3)).getFetchInterval());
      }
    }
    try (FetchLookup lookup = new FetchLookup(conf, new Path(mixed, "missing"))) {
      assertNull(lookup.get(url(1)));
    }
  }

  @Test
  void findsWhatIsThereInAnyOrder() throws IOException {
    Random random = new Random(1);
    try (FetchLookup lookup = new FetchLookup(conf, folder)) {
      check(lookup, URLS + 1);
      for (int n = 0; n < 2000; n++) {
        check(lookup, random.nextInt(URLS + 10));
      }
    }
  }
}
