package org.orbweaver.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.DirectLocalFileSystem;
import org.orbweaver.crawler.fetch.spill.Spills;
import org.orbweaver.crawler.fetch.spill.Table;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.ListFingerprints;
import org.orbweaver.crawler.fetch.task.ListUrls;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostTable;

/**
 * The rows of a fetch task that survive killed attempts, and those that the last attempt publishes.
 */
class FetchOutputTest {
  @TempDir java.nio.file.Path tmp;
  private final Configuration conf = new Configuration();
  private Path folder;
  private volatile InvocationRaisingIOE permit = () -> {};
  private long limit = 10_000_000;
  private HostTable hosts;
  private ListUrls list;
  private FetchOutput output;

  @BeforeEach
  void begin() throws Exception {
    DirectLocalFileSystem.install(conf);
    folder = new Path(tmp.resolve("part").toUri());
    attempt();
  }

  @AfterEach
  void end() throws Exception {
    output.close();
  }

  /** Starts a new attempt: rows in memory are lost. Returns the number of URLs that are done. */
  private long attempt() throws Exception {
    hosts = new HostTable(key -> null, key -> null, tmp);
    list = new ListUrls((url, datum) -> false, new ListFingerprints(conf, List.of()));
    if (output != null) {
      output.close();
    }
    output = new FetchOutput(conf, folder, limit, hosts, () -> permit.apply(), () -> {});
    assertEquals(List.of(), output.recover(list));
    return output.stats().get(FetchCounter.FETCHED);
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

  private Map<String, List<String>> read(Table table) throws Exception {
    Map<String, List<String>> records = new TreeMap<>();
    for (Path part : new Spills(conf, folder).results().get(table)) {
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

  private void finish() throws Exception {
    assertFalse(output.isFinished());
    output.finish();
    assertTrue(output.isFinished());
  }

  private void assertComplete(int pages) throws Exception {
    Map<String, List<String>> fetched = read(Table.FETCH);
    Map<String, List<String>> contents = read(Table.CONTENT);
    assertEquals(pages, fetched.size());
    for (int i = 0; i < pages; i++) {
      String url = "http://h" + i % 5 + ".test/" + i;
      assertEquals(List.of("fetch_success"), fetched.get(url));
      assertEquals(List.of("page " + i), contents.get(url));
    }
    List<Long> starts = new ArrayList<>();
    for (List<String> lines : read(Table.LOG).values()) {
      long last = -1;
      for (String line : lines) {
        long start = RequestLine.decode("", line).startMs();
        assertTrue(start > last, "requests to a host by their time");
        last = start;
        starts.add(start);
      }
    }
    assertEquals(pages, starts.size());
    assertEquals(5, read(Table.HOSTS).size());
    assertEquals(pages, output.stats().get(FetchCounter.OK));
    assertEquals(pages, output.stats().get(FetchCounter.FETCHED));
  }

  private java.nio.file.Path spills() {
    return tmp.resolve("part/spills");
  }

  private List<String> files() {
    return Stream.of(spills().toFile().list()).sorted().toList();
  }

  @Test
  void shortTaskWritesOneSpill() throws Exception {
    pages(0, 50);
    finish();
    assertEquals(List.of("spill-0"), files());
    assertComplete(50);
  }

  /** Each attempt is killed; the next one has its URLs, its hosts and its counts. */
  @Test
  void nothingIsLostThatWasFlushed() throws Exception {
    for (int done = 0; done < 800; done += 100) {
      assertEquals(done, attempt());
      assertEquals(done, kept(conf, folder));
      assertEquals(done / 100 * 7L, output.stats().get(FetchCounter.BYTES));
      pages(done, done + 40);
      output.count(FetchCounter.BYTES, 7);
      output.flush();
      pages(done + 40, done + 100);
      output.flush();
    }
    assertEquals(800, attempt());
    assertFalse(list.claim("http://h4.test/799"));
    assertTrue(list.claim("http://h0.test/800"));
    assertEquals(798, HostContact.decode(hosts.find("h3.test")).lastEnd());
    pages(800, 1000);
    finish();
    assertComplete(1000);
    attempt();
    assertEquals(998, HostContact.decode(hosts.find("h3.test")).lastEnd());
  }

  /** Threads wait while a full buffer is written; then they continue. */
  @Test
  void fullBuffersAreSpilled() throws Exception {
    limit = 20_000;
    attempt();
    pages(0, 60);
    output.flush();
    assertTrue(files().contains("spill-3"), () -> "" + files());
    assertEquals(60, attempt());
    finish();
    assertComplete(60);
  }

  /**
   * More spills than files that may be open at once, and than parts of pages that are published.
   */
  @Test
  void manySpillsAreMerged() throws Exception {
    limit = 1000;
    attempt();
    pages(0, 40);
    output.flush();
    assertEquals(40, files().size());
    assertEquals(40, attempt());
    finish();
    assertComplete(40);
    assertEquals(20, new Spills(conf, folder).results().get(Table.CONTENT).size());
    assertEquals(
        List.of("content", "crawl_fetch", "fetch_heads", "fetch_hosts", "fetch_log"),
        Stream.of(tmp.resolve("part/merged").toFile().list()).sorted().toList());
  }

  /** A target is left for later, and then fetched after all. */
  @Test
  void fetchedRecordComesBeforeTheOneLeftForLater() throws Exception {
    CrawlDatum later = new CrawlDatum(CrawlDatum.STATUS_LINKED, 1000);
    output.add("http://h0.test/0", later, null, FetchCounter.REDIRECTS_LEFT);
    output.flush();
    assertEquals(0, attempt());
    assertTrue(list.claim("http://h0.test/0"));
    page(0);
    finish();
    assertEquals(List.of("fetch_success", "linked"), read(Table.FETCH).get("http://h0.test/0"));
    assertEquals(1, output.stats().get(FetchCounter.FETCHED));
    assertEquals(1, output.stats().get(FetchCounter.REDIRECTS_LEFT));
  }

  /** A crash between the publication of a spill and the deletion of its log. */
  @Test
  void logOfASpilledBufferDoesNotCountAgain() throws Exception {
    pages(0, 10);
    output.flush();
    byte[] log = Files.readAllBytes(spills().resolve("log-0-000000"));
    assertEquals(10, attempt());
    assertEquals(List.of("spill-0"), files());
    Files.write(spills().resolve("log-0-000000"), log);
    assertEquals(10, kept(conf, folder));
    assertEquals(10, attempt());
    assertEquals(10, output.stats().get(FetchCounter.OK));
    finish();
    assertComplete(10);
  }

  /** Another attempt has taken over, and has read the list of files. */
  @Test
  void nothingIsWrittenWithoutThePermit() throws Exception {
    page(0);
    output.flush();
    permit = FetchOutputTest::refuse;
    page(1);
    assertThrows(IOException.class, output::flush);
    assertThrows(IOException.class, output::finish);
    permit = () -> {};
    assertEquals(1, attempt());
    assertTrue(list.claim("http://h1.test/1"));
    page(1);
    permit = FetchOutputTest::refuse;
    assertThrows(IOException.class, output::finish);
    assertFalse(output.isFinished());
  }

  private static void refuse() throws IOException {
    throw new IOException("lost");
  }

  /** All threads wait for room in the buffer when writing it fails. */
  @Test
  @Timeout(60)
  void threadsThatWaitAreToldOfAFailure() throws Exception {
    limit = 5_000;
    permit = FetchOutputTest::refuse;
    attempt();
    List<Future<?>> threads = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 8; i++) {
      threads.add(
          pool.submit(
              () -> {
                while (true) {
                  page(1);
                }
              }));
    }
    pool.shutdown();
    for (Future<?> thread : threads) {
      Throwable failure = assertThrows(ExecutionException.class, thread::get).getCause();
      assertEquals("cannot write fetched pages: lost", failure.getMessage());
    }
    assertThrows(IOException.class, output::check);
    assertThrows(IOException.class, output::finish);
  }

  /** As on S3: a file can be read only once it is closed. */
  @Test
  void withoutFlushesEachIsAFile() throws Exception {
    conf.setClass("fs.file.impl", UnflushableFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    attempt();
    pages(0, 10);
    output.flush();
    pages(10, 20);
    output.flush();
    assertTrue(files().containsAll(List.of("log-0-000000", "log-0-000001")), () -> "" + files());
    assertEquals(20, attempt());
    assertEquals(List.of("spill-0"), files());
  }

  /** A local file system that claims it cannot flush. */
  public static final class UnflushableFileSystem extends LocalFileSystem {
    public UnflushableFileSystem() {
      super(
          new RawLocalFileSystem() {
            @Override
            public FSDataOutputStream create(Path file, boolean overwrite) throws IOException {
              return new FSDataOutputStream(super.create(file, overwrite), null) {
                @Override
                public boolean hasCapability(String capability) {
                  return false;
                }

                @Override
                public void hflush() {
                  throw new UnsupportedOperationException();
                }
              };
            }
          });
    }
  }

  private static long kept(Configuration conf, Path folder) throws IOException {
    FetchOutput.FetchStats kept = new FetchOutput.FetchStats();
    FetchOutput.addKept(conf, folder, kept);
    return kept.get(FetchCounter.FETCHED);
  }
}
