package org.orbweaver.crawler.fetch.spill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows that a log returns, whatever happened to its end. */
class WriteAheadLogTest {
  private static final Text URL = new Text("http://a.test/\u00e4");

  @TempDir java.nio.file.Path tmp;
  private final Configuration conf = new Configuration();
  private List<Row[]> groups;
  private FileSystem fs;
  private Path folder;
  private java.nio.file.Path file;

  @BeforeEach
  void begin() throws Exception {
    fs = FileSystem.getLocal(conf);
    folder = new Path(tmp.toUri());
    file = tmp.resolve("log-3-000000");
    byte[] body = "body".getBytes(UTF_8);
    CrawlDatum datum = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 1000, .5f);
    Content page = new Content(URL.toString(), "", body, "text/html", new Metadata(), conf);
    groups =
        List.of(
            new Row[] {new Row(Table.FETCH, URL, datum), new Row(Table.CONTENT, URL, page)},
            new Row[] {
              new Row(Table.LOG, new Text("a.test"), new Text("17\tline")),
              new Row(Table.COUNTS, new Text("OK"), new LongWritable(12)),
              new Row(Table.HOSTS, new Text("a.test"), new BytesWritable(body))
            });
  }

  /** Writes two blocks; returns the offset at which the first ends. */
  private int write() throws Exception {
    try (WriteAheadLog log = new WriteAheadLog(fs, folder, 3)) {
      log.append(groups.subList(0, 1));
      int first = (int) Files.size(file);
      assertTrue(first > 0, "flushed");
      log.append(groups.subList(1, 2));
      return first;
    }
  }

  private final List<Row> read = new ArrayList<>();

  private boolean read() throws Exception {
    read.clear();
    return WriteAheadLog.read(fs, new Path(folder, "log-3-000000"), read::add);
  }

  @Test
  void rowsOfAllTablesComeBack() throws Exception {
    write();
    assertTrue(read());
    assertEquals(groups.stream().flatMap(Arrays::stream).toList(), read);
    assertEquals(List.of(3), List.copyOf(WriteAheadLog.list(fs, folder).keySet()));
  }

  @Test
  void missingEndCostsItsBlockAlone() throws Exception {
    int first = write();
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      boolean complete = read();
      assertEquals(length < first ? 0 : 2, read.size(), "at " + length);
      assertTrue(
          !complete || length < 8 || (length >= first && length < first + 8), "at " + length);
    }
  }

  @Test
  void noChangedByteIsTakenForData() throws Exception {
    int first = write();
    byte[] whole = Files.readAllBytes(file);
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 0x10;
      Files.write(file, changed);
      read();
      assertEquals(i < first ? 0 : 2, read.size(), "byte " + i);
    }
  }
}
