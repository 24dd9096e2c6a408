package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;

/**
 * The part of a crawl's result that must not depend on the place and number of its runs: the status
 * of each URL, the PageRank of each page, and the results of some searches in their order.
 */
record CrawlResult(
    Map<String, String> pages, Map<String, Double> ranks, Map<String, List<String>> found) {
  private static final Pattern URL = Pattern.compile("\"url\" ?: ?\"([^\"]+)\"");

  /** Reads the newest PageRank and searches the newest index of a crawl. */
  static CrawlResult of(Configuration conf, String dir, List<String> queries) throws IOException {
    CrawlDir crawl = CrawlDir.open(conf, dir);
    Map<String, String> pages =
        read(
            conf,
            crawl.crawlDb(),
            CrawlDatum::new,
            datum -> CrawlDatum.getStatusName(datum.getStatus()));
    Path run = crawl.latest(crawl.pageRanks()).orElseThrow();
    Map<String, Double> ranks =
        read(conf, new Path(run, "scores"), DoubleWritable::new, DoubleWritable::get);
    Map<String, List<String>> found = new LinkedHashMap<>();
    for (String query : queries) {
      List<String> urls = new ArrayList<>();
      for (String line :
          OrbRun.ok(conf, List.of("search", dir, query, "--top", "10", "--json")).out()) {
        Matcher url = URL.matcher(line);
        if (url.find()) {
          urls.add(url.group(1));
        }
      }
      found.put(query, urls);
    }
    return new CrawlResult(pages, ranks, found);
  }

  private static <W extends Writable, V> Map<String, V> read(
      Configuration conf, Path folder, java.util.function.Supplier<W> holder, Function<W, V> value)
      throws IOException {
    Map<String, V> all = new TreeMap<>();
    FileSystem fs = folder.getFileSystem(conf);
    for (Path part : Parts.of(fs, folder)) {
      try (MapFile.Reader in = new MapFile.Reader(part, conf)) {
        Text url = new Text();
        W writable = holder.get();
        while (in.next(url, writable)) {
          all.put(url.toString(), value.apply(writable));
        }
      }
    }
    return all;
  }

  /** Asserts that another run's result is the same, with ranks within 1e-9. */
  void assertSame(CrawlResult other) {
    assertEquals(other.pages, pages);
    assertEquals(other.ranks.keySet(), ranks.keySet());
    ranks.forEach((url, rank) -> assertEquals(other.ranks.get(url), rank, 1e-9, url));
    assertEquals(other.found, found);
  }

  /** Asserts that this is a crawl of the whole of a small web. */
  void assertComplete(SmallWeb web) {
    for (String url : web.web().site().urls()) {
      assertEquals("db_fetched", pages.get(url), url);
    }
    assertEquals("db_gone", pages.get(web.web().url("extra.test", "/missing")));
    assertEquals("db_gone", pages.get(web.web().url("extra.test", "/private/x")));
    assertEquals("db_redir_perm", pages.get(web.web().url("extra.test", "/moved")));
    assertEquals(
        1, pages.values().stream().filter("db_duplicate"::equals).count(), () -> "" + pages);
    assertEquals(1, ranks.values().stream().mapToDouble(r -> r).sum(), 1e-9);
    assertTrue(ranks.containsKey(web.leaf()), "the page without links has a rank");
    found.forEach((query, urls) -> assertTrue(!urls.isEmpty(), "nothing found for " + query));
    assertEquals(web.leaf(), found.get("quokka").get(0));
  }
}
