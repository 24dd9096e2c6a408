package org.orbweaver.crawler.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.parse.ParseData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.CommandRun;
import org.orbweaver.crawler.TestSegments;
import org.orbweaver.crawler.TestSegments.Document;
import org.orbweaver.crawler.url.Fingerprint;

/** Learns from parsed segments; pages parsed later then have topics. */
class TopicsCommandIT {
  private static final String[] WORDS = {"sonata violin chord", "oven flour recipe"};

  @TempDir Path temporary;
  private Configuration conf;
  private String crawl;
  private Path labels;

  @BeforeEach
  void start() throws Exception {
    conf = TestSegments.conf(temporary);
    crawl = temporary.resolve("crawl").toString();
    labels = temporary.resolve("labels.txt");
    Map<String, Document> documents = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      String folder = i % 2 == 0 ? "music" : "food";
      documents.put("http://a.example/" + folder + "/" + i, document(WORDS[i % 2], i));
    }
    segment("20260401120000", documents);
    assertEquals(0, orb("parse", crawl).status());
  }

  private static Document document(String words, int number) {
    String text = "<title>Page " + number + "</title><p>This is a page of " + words + " and more.";
    return new Document("text/html", text);
  }

  private void segment(String name, Map<String, Document> documents) throws Exception {
    String segment = crawl + "/segments/" + name;
    TestSegments.write(conf, new org.apache.hadoop.fs.Path(segment), documents);
  }

  private CommandRun orb(String... words) {
    return CommandRun.of(conf, words);
  }

  @Test
  void learnsTopicsThatPagesGetFromThenOn() throws Exception {
    Files.writeString(labels, "music a.example/music/\nfood a.example/food/\n");
    CommandRun run = orb("topics", crawl, labels.toString());
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("learned 2 topics from 200 pages\nof "), run.out());
    assertTrue(run.out().contains(" pages held out, 100.0 % get their topic\n"), run.out());
    assertTrue(run.out().matches("(?s).*\n {2}music +100 +1\\.000 +1\\.000\n.*"), run.out());

    segment(
        "20260402120000",
        Map.of("http://b.example/", document(WORDS[0], 1), "http://c.example/", document("", 2)));
    assertEquals(0, orb("parse", crawl).status());
    assertTrue(topics("http://b.example/").matches("music:(1\\.000|0\\.9\\d\\d).*"));
    assertTrue(topics("http://c.example/").contains("food:0."), "neither is likely");
    assertTrue(topics("http://c.example/").contains("music:0."), "neither is likely");
  }

  @Test
  void aTopicWithNoneButHeldOutPagesIsLearnedAndNotTested() throws Exception {
    String host =
        IntStream.range(0, 1000)
            .mapToObj(i -> "b" + i + ".example")
            .filter(name -> Math.floorMod(Fingerprint.of("http://" + name + "/"), 10) == 0)
            .findFirst()
            .orElseThrow();
    segment("20260402120000", Map.of("http://" + host + "/", document("chalk", 1)));
    assertEquals(0, orb("parse", crawl).status());

    Files.writeString(labels, "one " + host + "\nfood a.example/food/\n");
    CommandRun run = orb("topics", crawl, labels.toString());
    assertEquals(0, run.status(), run.err());
    assertEquals(
        "learned 2 topics from 101 pages\ntoo few pages to test what was learned\n", run.out());

    Files.writeString(labels, "one " + host + "\nfood a.example/food/\nmusic a.example/music/\n");
    run = orb("topics", crawl, labels.toString());
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains(" pages held out, 100.0 % get their topic\n"), run.out());
  }

  private String topics(String url) throws Exception {
    String part = crawl + "/segments/20260402120000/parse_data/part-r-00000";
    try (MapFile.Reader reader = new MapFile.Reader(new org.apache.hadoop.fs.Path(part), conf)) {
      ParseData data = new ParseData();
      reader.get(new Text(url), data);
      return data.getParseMeta().get("topics");
    }
  }

  @Test
  void saysWhatIsMissingAndKeepsTheModel() throws Exception {
    Files.writeString(labels, "music a.example/music/\nart nowhere.example\n");
    CommandRun run = orb("topics", crawl, labels.toString());
    assertEquals(1, run.status());
    assertTrue(
        run.err().contains("no parsed page of the crawl is in a place of topic art"), run.err());
    assertTrue(!Files.exists(Path.of(crawl, "topics")));

    Files.writeString(labels, "music a.example/music/\nart\n");
    run = orb("topics", crawl, labels.toString());
    assertEquals(2, run.status());
    assertTrue(run.err().contains("labels.txt, line 2: 'art' is not a topic"), run.err());

    Files.writeString(temporary.resolve("none"), "no model");
    String other = "orbweaver.parse.topics=" + temporary.resolve("none");
    segment("20260403120000", Map.of("http://b.example/", document("", 1)));
    run = orb("parse", crawl, "-D", other);
    assertEquals(1, run.status());
    assertTrue(run.err().contains("cannot read the topics of"), run.err());
  }
}
