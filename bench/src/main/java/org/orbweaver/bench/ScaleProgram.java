package org.orbweaver.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.fetch.spill.Row;
import org.orbweaver.crawler.fetch.spill.SpillWriter;
import org.orbweaver.crawler.fetch.spill.Table;
import org.orbweaver.crawler.hosts.HostTable;

/** The parts of {@link ScaleBenchCommand} that run in their own process and are no commands. */
final class ScaleProgram {
  private static final int PAGES_A_SPILL = 100;
  private static final int PAGE_BYTES = 5_000;

  /** Steps of a session: a crawl reopens its log many times. */
  private static final int SESSION = 50;

  /** Steps are named by times, as segments are. */
  private static final long FIRST_STEP = 20_260_101_000_000L;

  private ScaleProgram() {}

  /**
   * Runs.
   *
   * @param args {@code recover FOLDER}, or {@code steps DIR N}
   */
  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    if (args[0].equals("recover")) {
      recover(conf, Path.of(args[1]));
    } else {
      steps(conf, args[1], Integer.parseInt(args[2]));
    }
  }

  private static SpillWriter writer(Configuration conf, Path folder, long limit)
      throws IOException {
    HostTable hosts = new HostTable(key -> null, key -> null, folder);
    return new SpillWriter(
        conf,
        new org.apache.hadoop.fs.Path(folder.resolve("part").toUri()),
        limit,
        hosts,
        () -> {},
        () -> {});
  }

  /** Leaves the files of a killed fetch task; each spill has pages over the whole alphabet. */
  static void writeSpills(Configuration conf, Path folder, int spills) throws IOException {
    conf.setBoolean("mime.type.magic", false);
    long limit = PAGES_A_SPILL * (PAGE_BYTES + 3000L);
    try (SpillWriter out = writer(conf, folder, limit)) {
      for (int i = 0; i < spills * PAGES_A_SPILL; i++) {
        Text url = new Text("http://host" + i % 97 + ".test/" + i);
        CrawlDatum got = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 86_400, 1f);
        Content page =
            new Content(
                url.toString(),
                url.toString(),
                new byte[PAGE_BYTES],
                "text/html",
                new Metadata(),
                conf);
        out.add(new Row(Table.FETCH, url, got), new Row(Table.CONTENT, url, page));
      }
      out.flush();
    }
  }

  private static void recover(Configuration conf, Path folder) throws IOException {
    long[] rows = new long[1];
    try (SpillWriter out = writer(conf, folder, 64L << 20)) {
      out.spills().read(Table.FETCH, row -> rows[0]++);
      out.finish();
    }
    if (rows[0] == 0) {
      throw OrbException.failed(folder + " has no spills");
    }
  }

  private static void steps(Configuration conf, String dir, int count) throws IOException {
    CrawlDir crawl = CrawlDir.create(conf, dir);
    for (int done = 0; done < count; ) {
      try (Session session =
          Session.at(conf, crawl, Console.silent(), "bench", Clock.systemUTC())) {
        for (int i = 0; i < SESSION && done < count; i++, done++) {
          String time = Long.toString(FIRST_STEP + done);
          Step step = session.steps().begin("step", time);
          step.commit(Map.of("number", Integer.toString(done)));
        }
      }
    }
  }
}
