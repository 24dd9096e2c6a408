package org.orbweaver.crawler.warc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.Content;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.CommandRun;
import org.orbweaver.crawler.TestSegments;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Compares imported pages with Common Crawl's metadata (WAT). The WAT beside the WARC describes
 * only its request record, so links are compared with {@link WatLinks}.
 */
class WatIT {
  /** Paths of a WAT's links that lead to pages; those of link elements by their relation. */
  private static final Set<String> OF_PAGES =
      Set.of("A@/href", "AREA@/href", "FRAME@/src", "IFRAME@/src");

  @TempDir Path folder;
  private Configuration conf;
  private String crawl;
  private Path shared;

  /** The fate of a link in a WAT; docs/guide.md explains each. */
  private enum Fate {
    OUTLINK,
    REPEATED,
    NO_PAGE,
    FRAGMENT,
    OTHER_SCHEME,
    IN_BODY,
    UNEXPLAINED
  }

  @BeforeEach
  void prepare() {
    conf = TestSegments.conf(folder);
    crawl = folder.resolve("crawl").toString();
    shared = Path.of(System.getProperty("orbweaver.shared", "none"), "data");
    assumeTrue(Files.isDirectory(shared.resolve("warc")), "no data/warc in orbweaver.shared");
  }

  @Test
  void theWatBesideAWarcSaysTheSameOfIt() throws Exception {
    run("import", shared.resolve("warc/whirlwind.warc.gz").toString());
    List<Map<?, ?>> wat = new ArrayList<>();
    try (WarcReader reader = new WarcReader(shared.resolve("warc/whirlwind.warc.wat.gz"))) {
      for (WarcRecord record : reader) {
        if (record.type().equals("metadata")) {
          byte[] json = record.body().stream().readAllBytes();
          wat.add(Json.parse(new String(json, StandardCharsets.UTF_8)));
        }
      }
    }
    assertEquals(1, wat.size());
    Map<?, ?> envelope = (Map<?, ?>) wat.get(0).get("Envelope");
    Map<?, ?> head = (Map<?, ?>) envelope.get("WARC-Header-Metadata");
    assertEquals("request", head.get("WARC-Type"));
    assertFalse(wat.toString().contains("HTML-Metadata"), "the WAT has links: compare these");

    CrawlDatum fetch =
        read(CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class).get(head.get("WARC-Target-URI"));
    assertEquals(
        Instant.parse((String) head.get("WARC-Date")).toEpochMilli(), fetch.getFetchTime());
    assertEquals(CrawlDatum.STATUS_FETCH_SUCCESS, fetch.getStatus());
  }

  /** Common Crawl's example, and 91 news and blog pages of data/extraction. */
  @Test
  void outlinksAreTheLinksOfAWatButForDocumentedDifferences() throws Exception {
    Files.write(folder.resolve("pages.warc"), Warcs.file(false, newsPages()));
    run("import", folder + "/pages.warc", shared + "/warc/whirlwind.warc.gz");
    run("parse");
    Map<String, ParseData> parses = read(ParseData.DIR_NAME, ParseData.class);
    Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
    List<String> unexplained = new ArrayList<>();
    int outlinks = 0;
    for (Map.Entry<String, Content> page : read(Content.DIR_NAME, Content.class).entrySet()) {
      Set<String> ours =
          Arrays.stream(parses.get(page.getKey()).getOutlinks())
              .map(Outlink::getToUrl)
              .collect(Collectors.toCollection(TreeSet::new));
      outlinks += ours.size();
      String html = new String(page.getValue().getContent(), StandardCharsets.UTF_8);
      compare(page.getKey(), html, ours, fates, unexplained);
      ours.forEach(url -> unexplained.add(page.getKey() + " only here: " + url));
    }
    assertEquals(List.of(), unexplained);
    assertEquals(outlinks, fates.get(Fate.OUTLINK), fates.toString());
    assertTrue(outlinks > 8000, "outlinks: " + outlinks);
    for (Fate fate : Fate.values()) {
      assertEquals(fate != Fate.UNEXPLAINED, fates.containsKey(fate), fates.toString());
    }
  }

  /** Removes from our outlinks those that the WAT has. */
  private void compare(
      String url,
      String html,
      Set<String> ours,
      Map<Fate, Integer> fates,
      List<String> unexplained) {
    WatLinks wat = WatLinks.of(html);
    List<String> inBody = Jsoup.parse(html).body().select("link[href]").eachAttr("href");
    UrlNormalizer urls = UrlRules.normalizer(conf);
    String base = wat.base() == null ? url : urls.resolveAsIs(url, wat.base());
    Set<String> met = new TreeSet<>();
    boolean hasFeed = false;
    for (WatLinks.Link link : wat.links()) {
      String reference = link.url().strip();
      String target = urls.resolve(base, reference);
      Fate fate = Fate.UNEXPLAINED;
      boolean isFirstFeed = !hasFeed && isFeed(link);
      hasFeed |= isFirstFeed;
      if (!isFirstFeed && !leadsToPage(link)) {
        fate = Fate.NO_PAGE;
      } else if (reference.isEmpty() || reference.startsWith("#")) {
        fate = Fate.FRAGMENT;
      } else if (target == null && !reference.matches("(?i)https?:.*")) {
        fate = reference.matches("(?s)[a-zA-Z][\\w+.-]*:.*") ? Fate.OTHER_SCHEME : fate;
      } else if (met.contains(target)) {
        fate = Fate.REPEATED;
      } else if (target != null && ours.remove(target)) {
        fate = Fate.OUTLINK;
        met.add(target);
      } else if (link.path().equals("LINK@/href") && inBody.contains(link.url())) {
        fate = Fate.IN_BODY;
      }
      fates.merge(fate, 1, Integer::sum);
      if (fate == Fate.UNEXPLAINED) {
        unexplained.add(url + " only in the WAT: " + link);
      }
    }
  }

  private static boolean leadsToPage(WatLinks.Link link) {
    Map<String, String> attributes = link.attributes();
    List<String> relations = List.of(attributes.getOrDefault("rel", "").split("\\s+"));
    boolean translation =
        attributes.containsKey("hreflang") || attributes.getOrDefault("media", "").contains("only");
    return OF_PAGES.contains(link.path())
        || (link.path().equals("LINK@/href")
            && (relations.contains("canonical")
                || relations.contains("next")
                || relations.contains("prev")
                || (relations.contains("alternate") && translation)));
  }

  private static boolean isFeed(WatLinks.Link link) {
    String type = link.attributes().getOrDefault("type", "").toLowerCase(Locale.ROOT).strip();
    return link.path().equals("LINK@/href")
        && link.attributes().getOrDefault("rel", "").contains("alternate")
        && (type.equals("application/rss+xml") || type.equals("application/atom+xml"));
  }

  private List<byte[]> newsPages() throws Exception {
    Path extraction = shared.resolve("extraction");
    String truth = Files.readString(extraction.resolve("ground-truth.json"));
    List<byte[]> records = new ArrayList<>();
    for (Map.Entry<String, Object> page : Json.parse(truth).entrySet()) {
      Path file = extraction.resolve("html/" + page.getKey() + ".html.gz");
      if (Files.exists(file)) {
        String url = (String) ((Map<?, ?>) page.getValue()).get("url");
        String head = "HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\n\n";
        try (InputStream html = new GZIPInputStream(Files.newInputStream(file))) {
          records.add(Warcs.response(url, head, html.readAllBytes()));
        }
      }
    }
    return records;
  }

  private void run(String command, String... files) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(files));
    words.add(crawl);
    CommandRun run = CommandRun.of(conf, words.toArray(new String[0]));
    assertEquals(0, run.status(), run.err());
  }

  private <V extends Writable> Map<String, V> read(String part, Class<V> type) throws Exception {
    var segment = CrawlDir.open(conf, crawl).segmentList().get(0);
    return ImportIT.read(conf, new org.apache.hadoop.fs.Path(segment, part), type);
  }
}
