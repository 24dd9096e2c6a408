package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.dedup.near.NearPhase;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.update.UpdatePhase;

/** Near-duplicates over several rounds, through parse, update and the near step. */
class NearDuplicatesIT {
  private static final int WORDS = 400;

  @TempDir private java.nio.file.Path folder;
  private TestCrawl crawl;
  private int rounds;

  @BeforeEach
  void makeCrawl() throws IOException {
    crawl = new TestCrawl(folder.resolve("crawl"));
    crawl.conf.setBoolean("mime.type.magic", false);
    crawl.conf.setInt("orbweaver.crawldb.parts", 2);
    String[] urls = new String[26];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = url((char) ('a' + i));
    }
    Phases.inject(crawl, crawl.seeds(urls));
  }

  private static String url(char page) {
    return "http://host.test/" + page;
  }

  /**
   * A page of 400 words of a topic, the first ones replaced. Versions of a topic that differ by
   * three words have a Jaccard coefficient of .93, by six of .86, by eight of .82.
   */
  private static String page(String topicAndVersion) {
    char topic = topicAndVersion.charAt(0);
    int version = Integer.parseInt(topicAndVersion.substring(1));
    StringBuilder text = new StringBuilder("<html><body><p>");
    for (int i = 0; i < WORDS; i++) {
      text.append(i % 40 == 20 && i / 40 < version ? "other" : "word").append(topic).append(i);
      text.append(' ');
    }
    return text.append("</p></body></html>").toString();
  }

  /** Fetches, parses and updates: {@code a=x0} is page a with topic x in version 0. */
  private NearPhase.NearResult round(String pages) throws IOException {
    String name = Long.toString(20_260_501_000_000L + rounds++);
    Path segment = new Path(folder.resolve("crawl/segments/" + name).toUri());
    Map<String, TestSegments.Document> documents = new TreeMap<>();
    for (String page : pages.split(" ")) {
      documents.put(
          url(page.charAt(0)), new TestSegments.Document("text/html", page(page.substring(2))));
    }
    TestSegments.write(crawl.conf, segment, documents);
    crawl.pass(Duration.ofDays(1));
    Map<String, CrawlDatum> fetched = new TreeMap<>();
    for (String url : documents.keySet()) {
      fetched.put(url, crawl.fetched(crawl.crawlDb().get(url), CrawlDatum.STATUS_FETCH_SUCCESS));
    }
    segment.getFileSystem(crawl.conf).delete(new Path(segment, "crawl_fetch"), true);
    crawl.writeFetch(name, new TreeMap<>(fetched));
    try (Session session = crawl.session()) {
      new ParsePhase().run(session, List.of());
      new UpdatePhase().run(session, new UpdatePhase.UpdateOptions(List.of(name), false));
      return new NearPhase().run(session);
    }
  }

  /** The pages with a group, those of a group together: {@code ab cd}. */
  private String groups() throws IOException {
    Map<String, StringBuilder> groups = new TreeMap<>();
    crawl
        .crawlDb()
        .forEach(
            (url, datum) -> {
              Writable group = datum.getMetaData().get(new Text(MetadataKeys.GROUP));
              if (group != null) {
                groups
                    .computeIfAbsent(group.toString(), g -> new StringBuilder())
                    .append(url.charAt(url.length() - 1));
              }
            });
    return String.join(" ", groups.values().stream().map(Object::toString).sorted().toList());
  }

  /** The pages of a round, then the groups after it; twice. */
  @ParameterizedTest
  @CsvSource({
    // New pages among themselves and with known ones.
    "'a=x0 b=x1 c=y0', ab,      'd=x2 e=y2',           abd ce",
    "'a=x0',           '',      'b=x3',                ab",
    "'a=x0 b=x8',      '',      'c=z0',                ''",
    // Two groups become one through a page between them.
    "'a=x0 b=x0 c=x6 d=x6', ab cd, 'e=x3 f=y0',        abcde",
    // A page with new content leaves; the rest of the group stays.
    "'a=x0 b=x0 c=x0', abc,     'a=y0',                bc",
    "'a=x0 b=x0 c=x0', abc,     'a=y0 d=y0',           ad bc",
    "'a=x0 b=x0',      ab,      'a=x1',                ab",
    "'a=x0 b=x0',      ab,      'a=x0',                ab",
  })
  void groupsGrowFromRoundToRound(String first, String then, String second, String end)
      throws IOException {
    round(first);
    assertEquals(then, groups());
    round(second);
    assertEquals(end, groups());
  }

  @Test
  void groupKeepsItsNameAndNothingIsComparedTwice() throws IOException {
    assertEquals(3, round("a=x0 b=x1 c=y0").fresh());
    Writable name = group('a');
    NearPhase.NearResult same = round("a=x0");
    assertEquals(new NearPhase.NearResult(0, 0, 0, 2), same);
    NearPhase.NearResult joined = round("d=x1");
    assertEquals(1, joined.fresh());
    assertEquals(1, joined.grouped());
    assertEquals(3, joined.members());
    assertEquals(name, group('d'));
    round("e=y0");
    assertNotEquals(name, group('e'));
    try (Session session = crawl.session()) {
      OrbException nothing = assertThrows(OrbException.class, () -> new NearPhase().run(session));
      assertEquals(ExitCode.NOTHING_TO_DO, nothing.exitCode());
    }
  }

  /** A group's representative stays until another page is better, and leaves with its page. */
  @Test
  void onePageRepresentsAGroup() throws IOException {
    round("b=x0 c=x0 d=y0");
    assertEquals("b", representatives());
    round("a=x1 e=y0");
    assertEquals("ad", representatives());
    crawl.conf.set("orbweaver.duplicates.keep", "earlier");
    round("a=z0 f=y0");
    assertEquals("bd", representatives());
    round("b=z9");
    assertEquals("cd", representatives(), "of b's group one page is left");
  }

  private String representatives() throws IOException {
    StringBuilder pages = new StringBuilder();
    crawl
        .crawlDb()
        .forEach(
            (url, datum) -> {
              if (datum.getMetaData().containsKey(new Text(MetadataKeys.REPRESENTATIVE))) {
                pages.append(url.charAt(url.length() - 1));
              }
            });
    return pages.toString();
  }

  private Writable group(char page) throws IOException {
    return crawl.crawlDb().get(url(page)).getMetaData().get(new Text(MetadataKeys.GROUP));
  }

  @Test
  void manyEqualPagesAreOneGroup() throws IOException {
    StringBuilder pages = new StringBuilder();
    for (char c = 'a'; c <= 'z'; c++) {
      pages.append(c).append("=x").append((c - 'a') % 3).append(' ');
    }
    NearPhase.NearResult result = round(pages.toString().strip());
    assertEquals("abcdefghijklmnopqrstuvwxyz", groups());
    assertEquals(26, result.members());
  }

  @Test
  void duplicatesOfOneDocumentAreFound() throws IOException {
    // One of 400 words differs: exactly 391/401, about .975.
    round("a=x0 b=x0 c=x1 d=y0");
    CommandRun page = duplicates(url('a'));
    assertEquals(0, page.status(), page.err());
    assertEquals(List.of("1.000  " + url('b'), "0.978  " + url('c')), page.out().lines().toList());
    assertEquals(
        List.of("1.000  " + url('a') + "  (representative)", "0.978  " + url('c')),
        duplicates(url('b')).out().lines().toList());
    java.nio.file.Path file =
        java.nio.file.Files.writeString(folder.resolve("copy.html"), page("y8"));
    CommandRun near = duplicates(file.toString(), "--threshold", ".8", "--json");
    assertEquals(0, near.status(), near.err());
    assertTrue(near.out().startsWith("{\"url\":\"" + url('d') + "\",\"jaccard\":0.8"), near.out());
    assertEquals(1, duplicates(file.toString()).status(), "below the usual threshold");
    CommandRun unknown = duplicates("http://host.test/unknown");
    assertEquals(1, unknown.status());
    assertTrue(unknown.err().contains("neither a file nor a page"), unknown.err());
  }

  private CommandRun duplicates(String... words) {
    List<String> all = new ArrayList<>(List.of("duplicates", crawl.dir.toString()));
    all.addAll(List.of(words));
    return CommandRun.of(crawl.conf, all.toArray(String[]::new));
  }

  /** A few pages are compared without Hadoop's runner; with it, the result is the same. */
  @Test
  void fewPagesInMemoryComeToWhatHadoopsRunnerComesTo() throws IOException {
    Random random = new Random(7);
    List<String> pages = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      Map<Character, String> texts = new TreeMap<>();
      for (int i = 0; i < 10; i++) {
        String text = "xyz".charAt(random.nextInt(3)) + Integer.toString(random.nextInt(8));
        texts.put((char) ('a' + random.nextInt(16)), text);
      }
      pages.add(texts.toString().replaceAll("[{},]", ""));
    }
    List<String> inMemory = outcomes(pages);
    assertTrue(inMemory.toString().contains(MetadataKeys.REPRESENTATIVE), inMemory.toString());
    folder = folder.resolve("second");
    rounds = 0;
    makeCrawl();
    crawl.conf.setLong("orbweaver.internal.job.in.memory.max.bytes", -1);
    assertEquals(inMemory, outcomes(pages));
  }

  private List<String> outcomes(List<String> pages) throws IOException {
    List<String> outcomes = new ArrayList<>();
    for (String round : pages) {
      NearPhase.NearResult result = round(round);
      // Hadoop's sort gives equal keys any order, so it may verify a pair from both sides.
      outcomes.add(result.fresh() + " " + result.grouped() + " " + result.members());
      crawl.crawlDb().forEach((url, datum) -> outcomes.add(url + " " + datum));
      for (String store : List.of("sketches", "groups")) {
        java.nio.file.Path parts = folder.resolve("crawl/duplicates/" + store);
        try (Stream<java.nio.file.Path> files = Files.walk(parts)) {
          for (java.nio.file.Path part : files.filter(Files::isDirectory).sorted().toList()) {
            if (Files.exists(part.resolve("data"))) {
              read(new Path(part.resolve("data").toUri()), part.getFileName() + " ", outcomes);
            }
          }
        }
      }
    }
    return outcomes;
  }

  /** Adds each record as its bytes. */
  private void read(Path file, String name, List<String> records) throws IOException {
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(crawl.conf, SequenceFile.Reader.file(file))) {
      Text key = new Text();
      DataOutputBuffer bytes = new DataOutputBuffer();
      SequenceFile.ValueBytes value = reader.createValueBytes();
      DataOutputBuffer rawKey = new DataOutputBuffer();
      while (reader.nextRaw(rawKey, value) >= 0) {
        key.readFields(new DataInputStream(new ByteArrayInputStream(rawKey.getData())));
        bytes.reset();
        value.writeUncompressedBytes(bytes);
        records.add(name + key + " " + new BytesWritable(bytes.getData(), bytes.getLength()));
        rawKey.reset();
      }
    }
  }
}
