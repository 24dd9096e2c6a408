package org.orbweaver.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.DirectLocalFileSystem;
import org.orbweaver.crawler.fetch.FetchRun.Column;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostTable;

/** What a fetch task keeps when attempts die, and what the last one publishes. */
class FetchOutputTest {
  private static final long HALF_A_MINUTE = 30_000_000_000L;

  @TempDir java.nio.file.Path tmp;
  private final Configuration conf = new Configuration();
  private Path folder;
  private Path runs;
  private long now;
  private Permit permit = Permit.GRANTED;
  private long limit = 10_000_000;
  private HostTable hosts;
  private FetchStats stats;
  private ListUrls list;
  private FetchOutput output;

  @BeforeEach
  void begin() throws Exception {
    DirectLocalFileSystem.install(conf);
    conf.setBoolean("orbweaver.fetch.journal", false);
    folder = new Path(tmp.resolve("part").toUri());
    runs = new Path(folder, "runs");
    attempt();
  }

  /** A new attempt: what was in memory is gone. */
  private long attempt() throws Exception {
    hosts = new HostTable(key -> null, tmp);
    stats = new FetchStats();
    list = new ListUrls((url, datum) -> false, new ListedUrls(conf, List.of()));
    if (output != null) {
      output.close();
    }
    output = new FetchOutput(conf, folder, limit, hosts, stats, () -> permit.check(), () -> now);
    return output.recover(list);
  }

  private void page(int i) throws Exception {
    String url = "http://h" + i % 5 + ".test/" + i;
    CrawlDatum datum = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 1000, i);
    byte[] body = ("page " + i + " ".repeat(i % 100)).getBytes(UTF_8);
    Content content =
        new Content(url, url, body, "text/html", new org.apache.nutch.metadata.Metadata(), conf);
    hosts.put("h" + i % 5 + ".test", new HostContact(i, 1, 0, 0, 0).encode());
    output.log(new RequestLine("h" + i % 5 + ".test", i, i, 0, "-", "200", 9, url, "-"));
    output.add(url, datum, content, FetchCounter.OK);
  }

  private void pages(int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      page(i);
    }
  }

  private Map<String, List<String>> read(Column column) throws Exception {
    Map<String, List<String>> records = new TreeMap<>();
    for (Path part : FetchOutput.results(FileSystem.getLocal(conf), folder).get(column)) {
      read(part, records);
    }
    return records;
  }

  private void read(Path part, Map<String, List<String>> records) throws Exception {
    try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
      Text key = new Text();
      Writable value = (Writable) reader.getValueClass().getDeclaredConstructor().newInstance();
      Text last = new Text();
      while (reader.next(key, value)) {
        assertTrue(last.compareTo(key) <= 0, "sorted");
        last.set(key);
        String text =
            value instanceof CrawlDatum datum
                ? CrawlDatum.getStatusName(datum.getStatus())
                : value instanceof Content content
                    ? new String(content.getContent(), UTF_8).strip()
                    : value.toString();
        records.computeIfAbsent(key.toString(), k -> new ArrayList<>()).add(text);
      }
    }
  }

  /** Half a minute passes; the run is written before anything else happens. */
  private void writeRun() throws Exception {
    now += HALF_A_MINUTE;
    output.tick();
    output.awaitWriter();
  }

  private void finish() throws Exception {
    assertFalse(output.isFinished());
    output.finish();
    output.close();
    assertTrue(output.isFinished());
  }

  private void assertComplete(int pages) throws Exception {
    Map<String, List<String>> fetched = read(Column.FETCH);
    Map<String, List<String>> contents = read(Column.CONTENT);
    assertEquals(pages, fetched.size());
    for (int i = 0; i < pages; i++) {
      String url = "http://h" + i % 5 + ".test/" + i;
      assertEquals(List.of("fetch_success"), fetched.get(url));
      assertEquals(List.of("page " + i), contents.get(url));
    }
    assertEquals(pages, read(Column.LOG).values().stream().mapToInt(List::size).sum());
    assertEquals(pages, stats.get(FetchCounter.OK));
    assertEquals(pages, stats.get(FetchCounter.FETCHED));
  }

  @Test
  void shortTaskWritesOnce() throws Exception {
    pages(0, 50);
    output.tick();
    assertFalse(FileSystem.getLocal(conf).exists(runs));
    finish();
    assertComplete(50);
    assertEquals(5, read(Column.HOSTS).size());
  }

  /** Every attempt loses what it has not written; the next one knows what it had. */
  @Test
  void killedAttemptsLoseLittle() throws Exception {
    int done = 0;
    for (int i = 0; i < 8; i++) {
      assertEquals(done, attempt());
      int from = done;
      pages(from, from + 100);
      writeRun();
      done = from + 100;
      // Lost with the attempt, so asked for again by the next one.
      pages(done, done + 10);
    }
    assertEquals(800, attempt());
    assertFalse(list.claim("http://h4.test/799"));
    assertTrue(list.claim("http://h0.test/800"));
    assertNotNull(hosts.find("h3.test"));
    assertEquals(798, HostContact.decode(hosts.find("h3.test")).lastEnd());
    pages(800, 1000);
    finish();
    assertComplete(1000);
    assertEquals(5, read(Column.HOSTS).size());
    attempt();
    assertEquals(998, HostContact.decode(hosts.find("h3.test")).lastEnd());
  }

  @Test
  void whatDoesNotFitInMemoryIsWritten() throws Exception {
    limit = 20_000;
    attempt();
    pages(0, 60);
    output.awaitWriter();
    assertTrue(attempt() >= 50);
  }

  @Test
  void manyRunsBecomeFew() throws Exception {
    for (int i = 0; i < 100; i++) {
      page(i);
      writeRun();
    }
    assertTrue(tmp.resolve("part/runs").toFile().list().length <= 16);
    assertEquals(100, attempt());
    assertEquals(100, stats.get(FetchCounter.OK));
    finish();
    assertComplete(100);
  }

  /** A crash between the rename of a merged run and the deletion of its parts. */
  @Test
  void runsThatWereMergedDoNotCountTwice() throws Exception {
    FileSystem fs = FileSystem.getLocal(conf);
    Path saved = new Path(tmp.resolve("saved").toUri());
    for (int i = 0; i < 16; i++) {
      page(i);
      if (i == 15) {
        org.apache.hadoop.fs.FileUtil.copy(fs, runs, fs, saved, false, conf);
      }
      writeRun();
    }
    assertEquals(1, tmp.resolve("part/runs").toFile().list().length);
    for (int i = 0; i < 15; i++) {
      fs.rename(new Path(saved, "run-" + i + "-" + i), new Path(runs, "run-" + i + "-" + i));
    }
    fs.mkdirs(new Path(runs, "_run-16-16"));
    assertEquals(16, attempt());
    assertArrayEquals(new String[] {"run-0-15"}, tmp.resolve("part/runs").toFile().list());
    finish();
    assertComplete(16);
  }

  @Test
  void whatIsUrgentIsWrittenAtTheNextTick() throws Exception {
    page(0);
    output.tick();
    output.hurry();
    output.tick();
    output.awaitWriter();
    assertEquals(1, attempt());
  }

  /** A target is left for later, and fetched after all. */
  @Test
  void fetchedRecordComesBeforeTheOneLeftForLater() throws Exception {
    CrawlDatum later = new CrawlDatum(CrawlDatum.STATUS_LINKED, 1000);
    output.add("http://h0.test/0", later, null, FetchCounter.REDIRECTS_LEFT);
    output.hurry();
    output.tick();
    output.awaitWriter();
    assertEquals(0, attempt());
    assertTrue(list.claim("http://h0.test/0"));
    page(0);
    finish();
    assertEquals(List.of("fetch_success", "linked"), read(Column.FETCH).get("http://h0.test/0"));
    assertEquals(1, stats.get(FetchCounter.FETCHED));
    assertEquals(1, stats.get(FetchCounter.REDIRECTS_LEFT));
  }

  /** Another attempt has taken over, and has seen which runs there are. */
  @Test
  void whoHasLostTheLeasePublishesNothing() throws Exception {
    page(0);
    writeRun();
    permit =
        () -> {
          throw new IOException("lost");
        };
    attempt();
    page(1);
    now += HALF_A_MINUTE;
    output.tick();
    assertThrows(IOException.class, output::awaitWriter);
    permit = Permit.GRANTED;
    assertEquals(1, attempt());
    assertTrue(list.claim("http://h1.test/1"));
  }

  private void journal() throws Exception {
    conf.setBoolean("orbweaver.fetch.journal", true);
    attempt();
  }

  @Test
  void whatTheJournalHasIsNotLost() throws Exception {
    journal();
    pages(0, 40);
    output.count(FetchCounter.BYTES, 7);
    output.commit();
    pages(40, 100);
    output.commit();
    assertEquals(100, attempt());
    assertFalse(list.claim("http://h4.test/99"));
    assertEquals(7, stats.get(FetchCounter.BYTES));
    assertEquals(98, HostContact.decode(hosts.find("h3.test")).lastEnd());
    pages(100, 110);
    writeRun();
    pages(110, 120);
    output.commit();
    assertEquals(120, attempt());
    finish();
    assertComplete(120);
    assertEquals(5, read(Column.HOSTS).size());
    for (String name : tmp.resolve("part/runs").toFile().list()) {
      assertTrue(name.startsWith("run-"), name);
    }
  }

  /** A crash between the publication of a run and the deletion of its journal. */
  @Test
  void journalOfARunThatIsWrittenDoesNotCountAgain() throws Exception {
    journal();
    pages(0, 10);
    output.commit();
    java.nio.file.Path file = tmp.resolve("part/runs/journal-0");
    byte[] journal = java.nio.file.Files.readAllBytes(file);
    writeRun();
    assertFalse(java.nio.file.Files.exists(file));
    java.nio.file.Files.write(file, journal);
    assertEquals(10, attempt());
    assertEquals(10, stats.get(FetchCounter.OK));
    finish();
    assertComplete(10);
  }

  /** Pages come so fast that runs are written all the time; later they do not. */
  @Test
  void aFastTaskHasItsRunsForAJournal() throws Exception {
    limit = 20_000;
    journal();
    pages(0, 60);
    output.awaitWriter();
    output.commit();
    long kept = attempt();
    assertTrue(kept >= 30 && kept < 60, kept + " of 60");
    pages((int) kept, 60);
    output.awaitWriter();
    now += HALF_A_MINUTE;
    output.tick();
    output.awaitWriter();
    pages(60, 65);
    output.commit();
    assertEquals(65, attempt(), "in a journal again");
  }

  @Test
  void whoHasLostTheLeaseAddsNothingToTheJournal() throws Exception {
    journal();
    page(0);
    output.commit();
    attempt();
    permit =
        () -> {
          throw new IOException("lost");
        };
    page(1);
    output.commit();
    assertThrows(IOException.class, output::tick);
    permit = Permit.GRANTED;
    assertEquals(1, attempt());
  }
}
