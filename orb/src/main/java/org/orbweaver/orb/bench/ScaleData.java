package org.orbweaver.orb.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Parts;

/** Makes crawls of any size without a web; the same each time. */
final class ScaleData {
  private static final int LINKS = 10;

  /** As many files as a fetch task leaves of its pages at most. */
  private static final int CONTENT_FILES = 32;

  private static final int PAGE_WORDS = 500;
  private static final int SECONDS_OF_A_MONTH = 2_592_000;

  private ScaleData() {}

  static String host(int number) {
    return "host" + number + ".test";
  }

  private static String url(int number, int hosts) {
    return "http://" + host(number % hosts) + "/pages/" + number / hosts + "/page.html";
  }

  /** Writes a seed list, a URL a line, in an order that no store has. */
  static void writeSeeds(java.nio.file.Path file, int urls, int hosts) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      for (int i = 0; i < urls; i++) {
        out.write(url(i, hosts));
        out.write('\n');
      }
    }
  }

  /**
   * Makes a segment that has a fetch list one that was fetched and parsed: each page was got, and
   * has ten links, half of them to new URLs.
   */
  static void writeFetched(Configuration conf, Path segment, int hosts) throws IOException {
    String[] urls = listed(conf, segment);
    Random random = new Random(1);
    String part = "/part-r-00000";
    long now = System.currentTimeMillis();
    try (MapFile.Writer fetch =
            StoreFiles.mapFile(
                conf, new Path(segment, CrawlDatum.FETCH_DIR_NAME + part), CrawlDatum.class);
        MapFile.Writer data =
            StoreFiles.mapFile(
                conf, new Path(segment, ParseData.DIR_NAME + part), ParseData.class);
        MapFile.Writer text =
            StoreFiles.mapFile(
                conf, new Path(segment, ParseText.DIR_NAME + part), ParseText.class);
        SequenceFile.Writer parse =
            StoreFiles.sequenceFile(
                conf, new Path(segment, CrawlDatum.PARSE_DIR_NAME + part), CrawlDatum.class)) {
      for (String url : urls) {
        Text key = new Text(url);
        CrawlDatum got = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, SECONDS_OF_A_MONTH, 1f);
        got.setFetchTime(now);
        fetch.append(key, got);
        Outlink[] links = new Outlink[LINKS];
        for (int i = 0; i < LINKS; i++) {
          String target = url(random.nextInt(10_000_000), hosts);
          String link = i % 2 == 0 ? target : target.replace("page.html", "new" + i + ".html");
          links[i] = new Outlink(link, "a link");
          parse.append(
              new Text(link),
              new CrawlDatum(CrawlDatum.STATUS_LINKED, SECONDS_OF_A_MONTH, 1f / LINKS));
        }
        CrawlDatum signature = new CrawlDatum(CrawlDatum.STATUS_SIGNATURE, SECONDS_OF_A_MONTH, 0f);
        byte[] digest = new byte[16];
        random.nextBytes(digest);
        signature.setSignature(digest);
        parse.append(key, signature);
        data.append(
            key,
            new ParseData(
                new ParseStatus(ParseStatus.SUCCESS), "", links, new Metadata(), new Metadata()));
        text.append(key, new ParseText(""));
      }
    }
  }

  /** The URLs of a fetch list, sorted. */
  private static String[] listed(Configuration conf, Path segment) throws IOException {
    var urls = new java.util.ArrayList<String>();
    Path list = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
    for (Path part : Parts.of(list.getFileSystem(conf), list)) {
      try (PartReader<CrawlDatum> in = new PartReader<>(conf, part, CrawlDatum.class)) {
        while (in.next()) {
          urls.add(in.key().toString());
        }
      }
    }
    String[] sorted = urls.toArray(String[]::new);
    Arrays.sort(sorted);
    return sorted;
  }

  /** Writes the pages of a segment in files each of which has the whole alphabet. */
  static void writePages(Configuration conf, Path segment, int pages) throws IOException {
    Configuration plain = new Configuration(conf);
    plain.setBoolean("mime.type.magic", false);
    Random random = new Random(2);
    long now = System.currentTimeMillis();
    try (MapFile.Writer fetch =
        StoreFiles.mapFile(
            conf,
            new Path(segment, CrawlDatum.FETCH_DIR_NAME + "/part-r-00000"),
            CrawlDatum.class)) {
      for (int i = 0; i < pages; i++) {
        CrawlDatum got = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, SECONDS_OF_A_MONTH, 1f);
        got.setFetchTime(now);
        fetch.append(new Text(pageUrl(i)), got);
      }
    }
    for (int file = 0; file < CONTENT_FILES; file++) {
      String part = String.format(java.util.Locale.ROOT, "/part-r-%05d", file);
      try (MapFile.Writer content =
          StoreFiles.mapFile(conf, new Path(segment, Content.DIR_NAME + part), Content.class)) {
        for (int i = file; i < pages; i += CONTENT_FILES) {
          Metadata metadata = new Metadata();
          metadata.set(Nutch.FETCH_STATUS_KEY, Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS));
          metadata.set(Nutch.SEGMENT_NAME_KEY, segment.getName());
          metadata.set("Content-Type", "text/html");
          String url = pageUrl(i);
          content.append(
              new Text(url),
              new Content(
                  url,
                  url,
                  page(random, pages).getBytes(StandardCharsets.UTF_8),
                  "text/html",
                  metadata,
                  plain));
        }
      }
    }
  }

  private static String pageUrl(int number) {
    return String.format(java.util.Locale.ROOT, "http://host0.test/%08d.html", number);
  }

  private static String page(Random random, int pages) {
    StringBuilder html =
        new StringBuilder("<html lang=en><head><title>A page</title></head><body>");
    for (int i = 0; i < PAGE_WORDS; i++) {
      html.append(Integer.toString(random.nextInt(50_000) + 1000, 36)).append(' ');
      if (i % 25 == 0) {
        html.append("<p><a href=\"").append(pageUrl(random.nextInt(pages))).append("\">on</a> ");
      }
    }
    return html.append("</body></html>").toString();
  }

  /** How many requests a segment's fetch made. */
  static long requests(Configuration conf, Path segment) throws IOException {
    long lines = 0;
    Path log = new Path(segment, "fetch_log");
    for (Path part : Parts.of(log.getFileSystem(conf), log)) {
      try (PartReader<Text> in = new PartReader<>(conf, part, Text.class)) {
        while (in.next()) {
          lines++;
        }
      }
    }
    return lines;
  }
}
