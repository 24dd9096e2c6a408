package org.orbweaver.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal gives back, whatever became of its end. */
class FetchJournalTest {
  private static final CrawlDatum DATUM =
      new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 1000, .5f);

  @TempDir java.nio.file.Path tmp;
  private final Configuration conf = new Configuration();
  private final List<String> read = new ArrayList<>();
  private FileSystem fs;
  private Path runs;
  private java.nio.file.Path file;

  private final FetchJournal.Taker taker =
      new FetchJournal.Taker() {
        @Override
        public void entry(Text url, CrawlDatum datum, Content content, FetchCounter counter) {
          assertEquals(DATUM, datum);
          String body = content == null ? "none" : new String(content.getContent(), UTF_8);
          read.add(counter + " " + url + " " + body);
        }

        @Override
        public void line(Text group, long startMs, Text text) {
          read.add(group + " " + startMs + " " + text);
        }

        @Override
        public void count(FetchCounter counter, long n) {
          read.add(counter + " " + n);
        }

        @Override
        public void host(String key, byte[] record) {
          read.add(key + " " + new String(record, UTF_8));
        }
      };

  @BeforeEach
  void start() throws Exception {
    fs = FileSystem.getLocal(conf);
    runs = new Path(tmp.resolve("runs").toUri());
    file = tmp.resolve("runs/journal-3");
  }

  /** Two blocks; where the first ends. */
  private int write() throws Exception {
    FetchJournal journal = FetchJournal.begin(fs, runs, 3);
    assertNotNull(journal, "a local disk is flushed to");
    Text url = new Text("http://a.test/\u00e4");
    Content page =
        new Content(url.toString(), "", "body".getBytes(UTF_8), "text/html", new Metadata(), conf);
    journal.entry(url, DATUM, page, FetchCounter.OK);
    journal.line(new Text("a.test"), 17, new Text("asked"));
    journal.commit(Permit.GRANTED);
    int first = (int) Files.size(file);
    journal.commit(Permit.GRANTED);
    assertEquals(first, Files.size(file), "nothing new");
    journal.entry(new Text("http://b.test/"), DATUM, null, FetchCounter.GONE);
    journal.count(FetchCounter.BYTES, 12);
    journal.host("b.test", "learned".getBytes(UTF_8));
    journal.commit(Permit.GRANTED);
    journal.line(new Text("b.test"), 18, new Text("never committed"));
    journal.end();
    return first;
  }

  private boolean read() throws Exception {
    read.clear();
    return FetchJournal.read(fs, runs, 3, taker);
  }

  @Test
  void givesBackWhatWasCommitted() throws Exception {
    write();
    assertTrue(read());
    assertEquals(
        List.of(
            "OK http://a.test/\u00e4 body",
            "a.test 17 asked",
            "GONE http://b.test/ none",
            "BYTES 12",
            "b.test learned"),
        read);
    assertEquals(List.of(3), List.copyOf(FetchJournal.left(fs, runs)));
  }

  @Test
  void anEndThatIsMissingCostsItsBlockAlone() throws Exception {
    int first = write();
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, java.util.Arrays.copyOf(whole, length));
      boolean complete = read();
      assertEquals(length < first ? 0 : 2, read.size(), "at " + length);
      assertTrue(
          !complete || length < 8 || (length >= first && length < first + 8), "at " + length);
    }
  }

  @Test
  void noByteThatChangedIsTakenForData() throws Exception {
    int first = write();
    byte[] whole = Files.readAllBytes(file);
    for (int i = 0; i < whole.length; i++) {
      byte[] spoilt = whole.clone();
      spoilt[i] ^= 0x10;
      Files.write(file, spoilt);
      read();
      assertEquals(i < first ? 0 : 2, read.size(), "byte " + i);
    }
  }
}
