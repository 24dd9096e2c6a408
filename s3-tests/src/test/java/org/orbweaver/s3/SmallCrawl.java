package org.orbweaver.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Console;
import org.orbweaver.orb.Orb;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/** A small web and the commands that crawl it. */
final class SmallCrawl implements Closeable {
  /** How a command line ended. */
  record Run(int status, String out, String err) {}

  private final FakeWeb web;
  private final Path hosts;

  SmallCrawl(Path folder) {
    web =
        FakeWeb.start(
            FakeWebSpec.builder()
                .seed(7)
                .hosts(2)
                .pagesPerHost(4)
                .linksWithin(3)
                .linksAcross(1)
                .pageBytes(500)
                .build());
    hosts = web.hostsFile(folder.resolve("hosts"));
  }

  /** Runs a command line, in which SEEDS stands for the front pages. */
  Run run(Configuration defaults, String line) throws IOException {
    List<String> words = new ArrayList<>();
    for (String word : line.split(" ")) {
      words.addAll(word.equals("SEEDS") ? web.seeds() : List.of(word));
    }
    Configuration conf = new Configuration(defaults);
    conf.set("http.agent.name", "orbweaver-test");
    conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    conf.set("orbweaver.fetch.dns.hosts.file", hosts.toUri().getPath());
    conf.set("fetcher.server.delay", "0");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Orb.run(words.toArray(new String[0]), new Console(out, err, false), conf);
    // The next command has a client of its own, as another process has.
    FileSystem.closeAll();
    return new Run(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  Run ok(Configuration conf, String line) throws IOException {
    Run run = run(conf, line);
    assertEquals(0, run.status, () -> line + ": " + run.out + run.err);
    return run;
  }

  /** The status of each URL in the crawldb. */
  static Map<String, String> pages(Configuration conf, String dir) throws IOException {
    CrawlDir crawl = CrawlDir.open(conf, dir);
    Map<String, String> pages = new TreeMap<>();
    for (org.apache.hadoop.fs.Path part : Parts.of(crawl.fs(), crawl.crawlDb())) {
      try (MapFile.Reader in = new MapFile.Reader(part, conf)) {
        Text url = new Text();
        CrawlDatum datum = new CrawlDatum();
        while (in.next(url, datum)) {
          pages.put(url.toString(), CrawlDatum.getStatusName(datum.getStatus()));
        }
      }
    }
    return pages;
  }

  /** The URLs of the pages in all segments, sorted; one that is there twice, twice. */
  static List<String> fetched(Configuration conf, String dir) throws IOException {
    CrawlDir crawl = CrawlDir.open(conf, dir);
    List<String> urls = new ArrayList<>();
    for (org.apache.hadoop.fs.Path segment : crawl.segmentList()) {
      var content = new org.apache.hadoop.fs.Path(segment, Content.DIR_NAME);
      for (org.apache.hadoop.fs.Path part : Parts.of(crawl.fs(), content)) {
        try (MapFile.Reader in = new MapFile.Reader(part, conf)) {
          Text url = new Text();
          while (in.next(url, new Content())) {
            urls.add(url.toString());
          }
        }
      }
    }
    urls.sort(null);
    return urls;
  }

  @Override
  public void close() {
    web.close();
  }
}
