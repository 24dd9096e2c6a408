package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.crawler.trap.HostPages;
import org.orbweaver.crawler.trap.PageFindings;

/** Follows visits from update's findings to the clocks that generate reads. */
class ClockIndexTest {
  private static final long DAY = 86_400_000L;
  private static final long START = 20_000 * DAY;
  private static final String DOCS = "http://a.example/docs/";
  private static final String OTHER = "http://a.example/other/";

  @TempDir private Path tmp;
  private final Configuration conf = new Configuration();
  private HostPages host = new HostPages();

  /** Each of 30 pages in two directories is visited every 15 days; one changes on day 52. */
  private void visit(int pages) throws IOException {
    for (int day = 15; day < 80; day++) {
      var file = new org.apache.hadoop.fs.Path(tmp.resolve("found" + day).toUri());
      try (PageFindings findings = new PageFindings(conf, file)) {
        for (int page = day % 15; page < pages; page += 15) {
          long from = START + (day - 15) * DAY;
          boolean first = day < 30;
          for (String directory : new String[] {DOCS, OTHER}) {
            findings.addChangeRate(directory + page, first ? .01 : 0, first);
          }
          boolean hit = day >= 52 && day - 15 < 52;
          findings.addVisit(DOCS + page, from, START + day * DAY, hit, .01);
          findings.addVisit(OTHER + page, from, START + day * DAY, false, .01);
        }
      }
      if (java.nio.file.Files.exists(tmp.resolve("found" + day))) {
        take(file);
      }
      host.activity().advance((START + day * DAY) / (double) DAY);
      var bytes = new ByteArrayOutputStream();
      host.write(new DataOutputStream(bytes));
      host = HostPages.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
  }

  private void take(org.apache.hadoop.fs.Path file) throws IOException {
    Text key = new Text();
    BytesWritable record = new BytesWritable();
    try (var reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
      while (reader.next(key, record)) {
        PageFindings.take(record.copyBytes(), host);
      }
    }
  }

  private ClockIndex index() throws IOException {
    var store = new org.apache.hadoop.fs.Path(tmp.resolve("hosts").toUri());
    var part = new org.apache.hadoop.fs.Path(store, "part-r-00000");
    part.getFileSystem(conf).mkdirs(part);
    ClockIndex.ClockIndexBuilder builder = new ClockIndex.ClockIndexBuilder();
    builder.add(host.ratedPages(), host.activity());
    builder.write(conf, part);
    return ClockIndex.read(conf, store);
  }

  private static double days(ClockIndex index, String url, double from, double to) {
    return index.days(url, START + (long) (from * DAY), START + (long) (to * DAY));
  }

  @Test
  void burstOfADirectoryReachesItsClock() throws IOException {
    visit(30);
    ClockIndex index = index();
    double burst = days(index, DOCS + "new", 50, 54);
    assertTrue(burst > 8, burst + " days in 4");
    assertTrue(burst > 2 * days(index, OTHER + 1, 50, 54), "the other directory was quiet");
    assertEquals(burst, days(index, DOCS + "new", 50, 54), "URLs of any order");
    assertEquals(4, days(index, "http://b.example/docs/new", 50, 54), 1e-9);
  }

  @Test
  void hostsWithFewPagesHaveTheClockOfTheDays() throws IOException {
    visit(9);
    assertEquals(4, days(index(), DOCS + 1, 50, 54), 1e-9);
  }
}
