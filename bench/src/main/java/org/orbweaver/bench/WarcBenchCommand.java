package org.orbweaver.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.Range;
import org.orbweaver.crawler.segments.SegmentWriter;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures export and import of WARC files; called by {@code scripts/bench warc}. */
@Command(
    name = "warc",
    description = {
      "Measure export and import of WARC files.",
      "Export a crawl, or made-up pages of 100 KB, to WARC files, read these with jwarc alone, a"
          + " thread for each file, and import them. Prints megabytes (1,000,000 bytes) of WARC"
          + " files, as they are compressed, per minute and per minute of CPU time, with the start"
          + " of the JVM, and the same of their unpacked records. Exits with 1 if export or import"
          + " is slower than 1,000 MB/min of compressed files.",
      "Made-up text takes four times as long to compress as real HTML."
    },
    footer = {"  scripts/bench warc /data/crawl", "  scripts/bench warc --pages 1000 --no-gate"})
public final class WarcBenchCommand extends Bench {
  private static final double LEAST = 1000;
  private static final String CPU = "  MB per minute of CPU time";

  @Parameters(
      arity = "0..1",
      paramLabel = "CRAWL",
      description = "A finished crawl, which is only read; without it pages are made up.")
  private String finished;

  @Option(
      names = "--pages",
      paramLabel = "N",
      description = "Number of made-up pages. Default: ${DEFAULT-VALUE}.")
  @Range(from = 100)
  private int pages = 12_000;

  private final Figures figures = new Figures();

  @Override
  protected void measure() throws Exception {
    String crawl = finished == null ? folder().resolve("crawl").toString() : finished;
    String warcs = folder().resolve("warcs").toString();
    if (finished == null) {
      WarcProgram.write(conf(), crawl, pages);
    }
    List<String> flags = List.of("-Xmx1g");
    try (MeasuredProcess export = orb(flags, "export", crawl, "--format", "warc", "--out", warcs)) {
      double bytes = 0;
      List<String> words = new ArrayList<>(List.of(WarcProgram.class.getName()));
      try (Stream<Path> files = Files.list(Path.of(warcs))) {
        for (Path file : files.sorted().toList()) {
          if (file.toString().endsWith(".warc.gz")) {
            bytes += Files.size(file);
            words.add(file.toString());
          }
        }
      }
      try (MeasuredProcess read = java(flags, words.toArray(new String[0]))) {
        // Before another process writes its output into the same file.
        double unpacked = read.figures().get("bytes");
        figures
            .add("mb", "MB of WARC files", "%.0f", bytes / 1e6)
            .add("mbUnpacked", "  unpacked", "%.0f", unpacked / 1e6);
        add("read", "jwarc's reader", read, bytes, unpacked);
        add("export", "export", export, bytes, unpacked);
        figures.atLeast("exportMbPerMinute", LEAST);
        String back = folder().resolve("back").toString();
        try (MeasuredProcess imported = orb(flags, "import", warcs, back)) {
          add("import", "import", imported, bytes, unpacked);
          double ratio = imported.cpuSeconds() / read.cpuSeconds();
          figures
              .atLeast("importMbPerMinute", LEAST)
              .add("ratioImport", "  its CPU time by that of jwarc's reader", "%.2f", ratio);
        }
      }
    }
    report(figures);
  }

  private void add(String key, String label, MeasuredProcess process, double bytes, double unpacked)
      throws IOException {
    double minutes = process.seconds() / 60;
    double cpuMinutes = process.cpuSeconds() / 60;
    figures
        .add(key + "MbPerMinute", label + ": MB/min", "%.0f", bytes / 1e6 / minutes)
        .add(key + "MbPerCpuMinute", CPU, "%.0f", bytes / 1e6 / cpuMinutes)
        .add(key + "UnpackedMbPerMinute", "  unpacked: MB/min", "%.0f", unpacked / 1e6 / minutes)
        .add(key + "UnpackedMbPerCpuMinute", "  " + CPU, "%.0f", unpacked / 1e6 / cpuMinutes)
        .add(key + "Memory", "  peak memory, MB", "%.0f", process.peakResident() / 1e6);
  }

  /** Makes the pages, and reads WARC files in its own process. */
  static final class WarcProgram {
    private static final int WORDS = 15_000;
    private static final long FETCHED = 1_770_000_000_000L;

    /** Number of distinct texts; each record is compressed on its own, so that they may repeat. */
    private static final int TEXTS = 400;

    private static final int PARTS = 2;

    private WarcProgram() {}

    /** Reads files, a thread for each, and prints the total size of their records. */
    @AllowForbidden("what a measured process has to say")
    public static void main(String[] files) {
      long bytes = Stream.of(files).parallel().mapToLong(WarcProgram::read).sum();
      System.out.println("bytes " + bytes);
    }

    private static long read(String file) {
      long bytes = 0;
      try (WarcReader reader = new WarcReader(Path.of(file))) {
        for (WarcRecord record : reader) {
          record.body().consume();
          bytes += record.body().size();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes;
    }

    static void write(Configuration conf, String crawl, int pages) throws IOException {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < TEXTS; i++) {
        texts.add(new MadeText(new Random(i)).words(WORDS));
      }
      var segment = new org.apache.hadoop.fs.Path(crawl, "segments/20260101000000");
      for (int part = 0; part < PARTS; part++) {
        try (SegmentWriter writer =
            SegmentWriter.open(conf, segment, part, SegmentPart.FETCH, SegmentPart.CONTENT)) {
          for (int i = part; i < pages; i += PARTS) {
            String url = String.format(Locale.ROOT, "http://h%06d.test/", i);
            String html = "<title>" + i + "</title><p>" + texts.get(i % TEXTS);
            writer.append(SegmentPart.FETCH, new Text(url), ScaleData.fetched(FETCHED));
            writer.append(
                SegmentPart.CONTENT, new Text(url), ScaleData.content(url, html, segment, conf));
          }
        }
      }
    }
  }
}
