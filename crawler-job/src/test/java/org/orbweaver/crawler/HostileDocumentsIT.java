package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.ParseText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Response;
import org.orbweaver.testkit.TestSeed;
import org.orbweaver.testkit.documents.HostileDocuments;
import org.orbweaver.testkit.documents.OrdinaryDocuments;
import org.orbweaver.testkit.documents.TestDocument;

/**
 * Hostile documents among as many ordinary ones, in one crawl with a heap of 1 GB; each commit
 * takes the next ninth of them.
 */
class HostileDocumentsIT {
  private static final int SLICES = 9;
  private static final int EACH = 500;
  private static final int HOSTS = 10;
  private static final String OUTSIDE = "outside.test";

  @TempDir Path tmp;

  @Test
  @Timeout(1200)
  void eachCostsItselfAlone() throws Exception {
    Map<String, TestDocument> documents = new HashMap<>();
    Path temporary = Files.createDirectory(tmp.resolve("temporary"));
    Path out = tmp.resolve("out");
    try (FakeWeb web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build())) {
      web.on(OUTSIDE, "/x", Response.text("from outside"));
      List<TestDocument> all = new ArrayList<>(OrdinaryDocuments.make(3, EACH));
      // By address, so that a parser needs no name look-up for a request.
      String outside = "http://127.0.0.1:" + web.port() + "/x";
      all.addAll(HostileDocuments.make(4, EACH, outside));
      for (int i = TestSeed.slice(SLICES) - 1; i < all.size(); i += SLICES) {
        TestDocument document = all.get(i);
        String host = "h" + i % HOSTS + ".test";
        web.on(
            host,
            "/" + document.name(),
            Response.bytes(document.contentType(), document.content()));
        documents.put(web.url(host, "/" + document.name()), document);
      }
      assertEquals(2. * EACH / SLICES, documents.size(), 1);
      Path seeds = Files.write(tmp.resolve("seeds"), new TreeSet<>(documents.keySet()));
      Process round = round(web, seeds, temporary, out);
      assertEquals(0, round.waitFor(), () -> text(out));
      Set<String> askedFor = new HashSet<>();
      web.requests().forEach(request -> askedFor.add(request.host()));
      assertTrue(
          askedFor.stream().allMatch(host -> host.matches("h\\d\\.test(:\\d+)?")),
          () -> "no parser asks for anything: " + askedFor);
    }
    check(documents);
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(
          List.of(),
          left.filter(file -> file.getFileName().toString().startsWith("orbweaver")).toList());
    }
  }

  private Process round(FakeWeb web, Path seeds, Path temporary, Path out) throws IOException {
    Path hosts = web.hostsFile(tmp.resolve("hosts"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "-XX:TieredStopAtLevel=1", // As scripts/orb for a crawl of this size.
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            HostileRound.class.getName(),
            tmp.resolve("crawl").toString(),
            seeds.toString(),
            "-Dhttp.agent.name=testbot",
            "-Dfetcher.server.delay=0",
            "-Dorbweaver.fetch.private.addresses=127.0.0.0/8",
            "-Dorbweaver.fetch.dns.hosts.file=" + hosts,
            "-Dhadoop.tmp.dir=" + tmp.resolve("hadoop"),
            "-Durlfilter.suffix.enabled=false",
            "-Dorbweaver.parse.process.heap.mb=128",
            "-Dparser.timeout=5")
        .redirectErrorStream(true)
        .redirectOutput(out.toFile())
        .start();
  }

  private void check(Map<String, TestDocument> documents) throws IOException {
    Map<String, String> texts = new HashMap<>();
    read(
        "parse_text", new ParseText(), (url, text) -> texts.put(url, ((ParseText) text).getText()));
    Map<String, ParseStatus> fates = new HashMap<>();
    read(
        "parse_data",
        new ParseData(),
        (url, data) -> fates.put(url, ((ParseData) data).getStatus()));
    assertEquals(documents.keySet(), fates.keySet(), "no document is lost");
    documents.forEach(
        (url, document) -> {
          ParseStatus fate = fates.get(url);
          String text = texts.getOrDefault(url, "");
          if (document.words() != null) {
            assertTrue(fate.isSuccess(), () -> document.name() + ": " + fate);
            assertTrue(text.replace('\n', ' ').contains(document.words()), () -> document.name());
          } else if (!fate.isSuccess()) {
            assertFalse(fate.getMessage().isBlank(), () -> document.name() + " has no reason");
          }
          assertFalse(text.contains("root:"), () -> document.name() + " has read a file");
          assertFalse(text.contains("from outside"), () -> document.name() + " has read a page");
        });
  }

  private interface Taker {
    void take(String url, Writable value);
  }

  private void read(String folder, Writable value, Taker taker) throws IOException {
    Configuration conf = new Configuration();
    List<Path> parts;
    try (Stream<Path> found = Files.walk(tmp.resolve("crawl/segments"))) {
      parts =
          found
              .filter(path -> path.getParent().getFileName().toString().equals(folder))
              .filter(path -> path.getFileName().toString().startsWith("part-"))
              .toList();
    }
    for (Path part : parts) {
      try (MapFile.Reader reader =
          new MapFile.Reader(new org.apache.hadoop.fs.Path(part.toString()), conf)) {
        Text url = new Text();
        while (reader.next(url, value)) {
          taker.take(url.toString(), value);
        }
      }
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /**
   * One round, from seeds to an updated crawldb, in a process of its own, with the heap that a user
   * would set.
   */
  static final class HostileRound {
    private HostileRound() {}

    /**
     * Runs the round, and ends the process with the status of the first phase that fails.
     *
     * @param args the crawl directory, the seeds file, settings as -D arguments
     */
    public static void main(String[] args) {
      List<String> settings = List.of(args).subList(2, args.length);
      for (String phase : List.of("inject", "generate", "fetch", "parse", "update")) {
        List<String> words = new java.util.ArrayList<>(List.of(phase));
        words.addAll(settings);
        if (phase.equals("inject")) {
          words.add(args[1]);
        }
        words.add(args[0]);
        int status =
            OrbMain.run(
                "crawler-job.jar",
                words.toArray(new String[0]),
                CrawlerCommands.all(),
                CrawlerCommands.readers());
        if (status != 0) {
          System.exit(status);
        }
      }
      System.exit(0);
    }
  }
}
