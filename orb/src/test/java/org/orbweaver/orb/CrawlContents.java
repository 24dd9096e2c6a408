package org.orbweaver.orb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.orbweaver.common.store.CrawlDir;

/** Contents of a crawl's stores, as plain Java. */
final class CrawlContents {
  private CrawlContents() {}

  /** By URL, the name of its status in the crawldb; a URL that is there twice has both. */
  static Map<String, String> statuses(String dir) throws IOException {
    Map<String, String> statuses = new TreeMap<>();
    CrawlDir crawl = CrawlDir.open(new Configuration(), dir);
    CrawlDatum datum = new CrawlDatum();
    CrashIT.readAll(
        crawl,
        crawl.crawlDb(),
        datum,
        url ->
            statuses.merge(
                url, CrawlDatum.getStatusName(datum.getStatus()), (a, b) -> a + " and " + b));
    return statuses;
  }

  /** By URL, the sources of its inlinks in the linkdb, with repetitions. */
  static Map<String, List<String>> inlinks(String dir) throws IOException {
    Map<String, List<String>> inlinks = new TreeMap<>();
    CrawlDir crawl = CrawlDir.open(new Configuration(), dir);
    Inlinks links = new Inlinks();
    CrashIT.readAll(
        crawl,
        crawl.linkDb(),
        links,
        url ->
            links
                .iterator()
                .forEachRemaining(
                    (Inlink link) ->
                        inlinks
                            .computeIfAbsent(url, u -> new ArrayList<>())
                            .add(link.getFromUrl())));
    return inlinks;
  }
}
