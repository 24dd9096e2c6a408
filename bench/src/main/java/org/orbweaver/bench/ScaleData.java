package org.orbweaver.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.segments.SegmentWriter;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;

/** Makes crawls of any size without a web; repeatable. */
final class ScaleData {
  private static final int LINKS = 10;

  /**
   * The median page's words, the standard deviation of their logarithm, the longest page's words.
   */
  private static final int TYPICAL_WORDS = 160;

  private static final double SPREAD = 1.5;
  private static final int MOST_WORDS = 150_000;

  /** The most files that a fetch task writes for its pages. */
  private static final int CONTENT_FILES = 32;

  private static final int TEXTS_A_FILE = 8_000;
  private static final int PAGES_A_HOST = 200;
  private static final int PAGE_WORDS = 500;
  private static final int SECONDS_OF_A_MONTH = 2_592_000;

  private ScaleData() {}

  static String host(int number) {
    return "host" + number + ".test";
  }

  private static String url(int number, int hosts) {
    return "http://" + host(number % hosts) + "/pages/" + number / hosts + "/page.html";
  }

  /** Writes a seed list, a URL a line, in an order that no store uses. */
  static void writeSeeds(java.nio.file.Path file, int urls, int hosts) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      for (int i = 0; i < urls; i++) {
        out.write(url(i, hosts));
        out.write('\n');
      }
    }
  }

  /**
   * Turns a segment with a fetch list into a fetched and parsed one: each page was fetched, and has
   * ten links, half of them to new URLs.
   *
   * @param urls those that the crawl knows
   */
  static void writeFetched(Configuration conf, Path segment, int hosts, int urls)
      throws IOException {
    Random random = new Random(1);
    long now = System.currentTimeMillis();
    try (SegmentWriter out =
        SegmentWriter.open(
            conf,
            segment,
            0,
            SegmentPart.FETCH,
            SegmentPart.PARSE_DATA,
            SegmentPart.PARSE_TEXT,
            SegmentPart.CRAWL_PARSE)) {
      for (String url : listed(conf, segment)) {
        Text key = new Text(url);
        out.append(SegmentPart.FETCH, key, fetched(now));
        Outlink[] links = new Outlink[LINKS];
        for (int i = 0; i < LINKS; i++) {
          String target = url(random.nextInt(Math.max(urls, 10_000_000)), hosts);
          String link = i % 2 == 0 ? target : target.replace("page.html", "new" + i + ".html");
          links[i] = new Outlink(link, "a link");
          out.append(
              SegmentPart.CRAWL_PARSE,
              new Text(link),
              new CrawlDatum(CrawlDatum.STATUS_LINKED, SECONDS_OF_A_MONTH, 1f / LINKS));
        }
        CrawlDatum signature = new CrawlDatum(CrawlDatum.STATUS_SIGNATURE, SECONDS_OF_A_MONTH, 0f);
        byte[] digest = new byte[16];
        random.nextBytes(digest);
        signature.setSignature(digest);
        out.append(SegmentPart.CRAWL_PARSE, key, signature);
        out.append(
            SegmentPart.PARSE_DATA,
            key,
            new ParseData(
                new ParseStatus(ParseStatus.SUCCESS), "", links, new Metadata(), new Metadata()));
        out.append(SegmentPart.PARSE_TEXT, key, new ParseText(""));
      }
    }
  }

  /** What the crawl holds of a page that was fetched at this time. */
  static CrawlDatum fetched(long now) {
    CrawlDatum got = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, SECONDS_OF_A_MONTH, 1f);
    got.setFetchTime(now);
    return got;
  }

  /** The URLs of a fetch list, sorted. */
  private static SortedSet<String> listed(Configuration conf, Path segment) throws IOException {
    SortedSet<String> urls = new TreeSet<>();
    SortedStore.open(conf, new Path(segment, CrawlDatum.GENERATE_DIR_NAME), CrawlDatum.class)
        .forEach((url, datum) -> urls.add(url.toString()));
    return urls;
  }

  /** Writes the pages of a segment in several files, each over the whole alphabet. */
  static void writePages(Configuration conf, Path segment, int pages) throws IOException {
    Configuration plain = new Configuration(conf);
    plain.setBoolean("mime.type.magic", false);
    Random random = new Random(2);
    long now = System.currentTimeMillis();
    try (SegmentWriter out = SegmentWriter.open(conf, segment, 0, SegmentPart.FETCH)) {
      for (int i = 0; i < pages; i++) {
        out.append(SegmentPart.FETCH, new Text(pageUrl(i)), fetched(now));
      }
    }
    for (int file = 0; file < CONTENT_FILES; file++) {
      try (SegmentWriter out = SegmentWriter.open(conf, segment, file, SegmentPart.CONTENT)) {
        for (int i = file; i < pages; i += CONTENT_FILES) {
          out.append(
              SegmentPart.CONTENT,
              new Text(pageUrl(i)),
              content(pageUrl(i), page(random, pages), segment, plain));
        }
      }
    }
  }

  /** A fetched HTML page of a segment. */
  static Content content(String url, String html, Path segment, Configuration conf) {
    Metadata metadata = new Metadata();
    metadata.set(Nutch.FETCH_STATUS_KEY, Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS));
    metadata.set(Nutch.SEGMENT_NAME_KEY, segment.getName());
    metadata.set("Content-Type", "text/html");
    byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
    return new Content(url, url, bytes, "text/html", metadata, conf);
  }

  private static String pageUrl(int number) {
    return String.format(Locale.ROOT, "http://host0.test/%08d.html", number);
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

  /**
   * Writes the crawldb and a segment of parsed pages with a title, headings, a menu beside the main
   * content, and links.
   *
   * @return bytes of all texts
   */
  static long writeTexts(Configuration conf, CrawlDir crawl, int pages) throws IOException {
    Path segment = new Path(crawl.segments(), "20260101000000");
    Path db = new Path(crawl.crawlDb(), Parts.name(0));
    Random random = new Random(3);
    MadeText words = new MadeText(random);
    long now = System.currentTimeMillis();
    long bytes = 0;
    try (MapFile.Writer known = StoreFiles.mapFile(conf, db, CrawlDatum.class)) {
      for (int next = 0, file = 0; next < pages; file++) {
        try (SegmentWriter out =
            SegmentWriter.open(
                conf, segment, file, SegmentPart.PARSE_DATA, SegmentPart.PARSE_TEXT)) {
          for (int end = Math.min(pages, next + TEXTS_A_FILE); next < end; next++) {
            Text url = new Text(textUrl(next));
            CrawlDatum page = fetched(now);
            page.setStatus(CrawlDatum.STATUS_DB_FETCHED);
            known.append(url, page);
            String title = words.words(2 + random.nextInt(6));
            String menu = MadeText.menu(next / PAGES_A_HOST);
            // Most pages are short, a few are long: a log-normal distribution.
            double length = TYPICAL_WORDS * Math.exp(SPREAD * random.nextGaussian());
            String main = words.words(1 + (int) Math.min(MOST_WORDS, length));
            String text = menu + "\n" + title + "\n" + main;
            bytes += text.length(); // is ASCII
            Metadata metadata = new Metadata();
            metadata.set("lang", "en");
            metadata.set("main", menu.length() + 1 + "-" + text.length());
            for (int at = 0; at + 30 < main.length(); at += 3000) {
              metadata.add("headings", main.substring(at, at + 30));
            }
            Outlink[] links = new Outlink[LINKS];
            for (int i = 0; i < LINKS; i++) {
              links[i] = new Outlink(textUrl(random.nextInt(pages)), title);
            }
            Metadata content = new Metadata();
            content.set("Content-Type", "text/html");
            out.append(
                SegmentPart.PARSE_DATA,
                url,
                new ParseData(
                    new ParseStatus(ParseStatus.SUCCESS), title, links, content, metadata));
            out.append(SegmentPart.PARSE_TEXT, url, new ParseText(text));
          }
        }
      }
    }
    return bytes;
  }

  private static String textUrl(int number) {
    return String.format(
        Locale.ROOT, "http://host%05d.test/%08d.html", number / PAGES_A_HOST, number);
  }

  /** The number of requests of a segment's fetch. */
  static long requests(Configuration conf, Path segment) throws IOException {
    long[] lines = new long[1];
    SortedStore.open(conf, new Path(segment, "fetch_log"), Text.class)
        .forEach((key, line) -> lines[0]++);
    return lines[0];
  }
}
