package org.orbweaver.crawler.crawldb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;

/** A crawl directory on the local disk for tests, with a settable clock and made-up segments. */
public final class TestCrawl {
  public static final Instant START = Instant.parse("2026-05-01T12:00:00Z");

  public final Path dir;
  public final Configuration conf = new Configuration();
  private Instant now = START;

  public TestCrawl(Path dir) throws IOException {
    this.dir = Files.createDirectories(dir);
    // Tests count requests; NonContentIT is about this one.
    conf.set("orbweaver.fetch.soft404.days", "0");
    conf.set("hadoop.tmp.dir", dir.resolveSibling(dir.getFileName() + ".tmp").toString());
  }

  public void pass(Duration time) {
    now = now.plus(time);
  }

  public long now() {
    return now.toEpochMilli();
  }

  public Session session() throws IOException {
    return Session.at(
        conf,
        CrawlDir.create(conf, dir.toString()),
        Console.silent(),
        "test",
        Clock.fixed(now, ZoneOffset.UTC));
  }

  /** A seed list. */
  public String seeds(String... lines) throws IOException {
    Path file = Files.createTempFile(dir.getParent(), "seeds", ".txt");
    Files.write(file, List.of(lines), StandardCharsets.UTF_8);
    return file.toString();
  }

  /** The crawldb, sorted by URL. */
  public SortedMap<String, CrawlDatum> crawlDb() throws IOException {
    SortedMap<String, CrawlDatum> entries = new TreeMap<>();
    for (org.apache.hadoop.fs.Path part : parts("crawldb/current")) {
      entries.putAll(read(new org.apache.hadoop.fs.Path(part, MapFile.DATA_FILE_NAME)));
    }
    return entries;
  }

  /** Parts of a folder of the crawl. */
  public List<org.apache.hadoop.fs.Path> parts(String folder) throws IOException {
    var path = new org.apache.hadoop.fs.Path(dir.resolve(folder).toUri());
    return Parts.of(path.getFileSystem(conf), path);
  }

  /** The records of a sequence file in their order; a repeated key is an error. */
  public Map<String, CrawlDatum> read(org.apache.hadoop.fs.Path file) throws IOException {
    Map<String, CrawlDatum> entries = new LinkedHashMap<>();
    try (var reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
      Text url = new Text();
      CrawlDatum datum = new CrawlDatum();
      while (reader.next(url, datum)) {
        if (entries.put(url.toString(), datum) != null) {
          throw new AssertionError(url + " twice in " + file);
        }
        datum = new CrawlDatum();
      }
    }
    return entries;
  }

  /** Writes a MapFile of one part into a segment. */
  public void writeFetch(String segment, SortedMap<String, CrawlDatum> fetches) throws IOException {
    var part =
        new org.apache.hadoop.fs.Path(
            dir.resolve("segments/" + segment + "/crawl_fetch/part-r-00000").toUri());
    try (var writer = StoreFiles.mapFile(conf, part, CrawlDatum.class)) {
      for (var fetch : fetches.entrySet()) {
        writer.append(new Text(fetch.getKey()), fetch.getValue());
      }
    }
  }

  /** Writes a segment's crawl_parse. */
  public void writeParse(String segment, List<Map.Entry<String, CrawlDatum>> records)
      throws IOException {
    var part =
        new org.apache.hadoop.fs.Path(
            dir.resolve("segments/" + segment + "/crawl_parse/part-r-00000").toUri());
    try (var writer = StoreFiles.sequenceFile(conf, part, CrawlDatum.class)) {
      for (var entry : records) {
        writer.append(new Text(entry.getKey()), entry.getValue());
      }
    }
  }

  /** The record of an entry's fetch at the crawl's current time. */
  public CrawlDatum fetched(CrawlDatum generated, int status) {
    var datum = new CrawlDatum();
    datum.set(generated);
    datum.setStatus(status);
    datum.setFetchTime(now());
    return datum;
  }

  public static CrawlDatum link(float score) {
    return new CrawlDatum(CrawlDatum.STATUS_LINKED, 0, score);
  }

  public static CrawlDatum signature(byte[] digest) {
    var datum = new CrawlDatum(CrawlDatum.STATUS_SIGNATURE, 0);
    datum.setSignature(digest);
    return datum;
  }

  /** All files below a folder, to compare states before and after. */
  public static List<String> files(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      paths
          .filter(Files::isRegularFile)
          .sorted(Comparator.naturalOrder())
          .forEach(
              path -> {
                try {
                  found.add(folder.relativize(path) + " " + Files.size(path));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
    return found;
  }
}
