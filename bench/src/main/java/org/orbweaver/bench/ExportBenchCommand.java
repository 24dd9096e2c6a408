package org.orbweaver.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileUtil;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the formats of an export; called by {@code scripts/bench export}. */
@Command(
    name = "export",
    description = {
      "Measure the formats of an export.",
      "Export the crawl FROM, which has an index, in each format, and report per format: megabytes"
          + " (1,000,000 bytes), their ratio to those of WARC files, MB/min, CPU milliseconds a"
          + " page, with the start of the JVM, and peak memory."
    },
    footer = {
      "  scripts/bench export FINISHED-CRAWL",
      "  scripts/bench export FINISHED-CRAWL --format markdown,parquet --json"
    })
public final class ExportBenchCommand extends Bench {
  /** With the options that most would choose. */
  private static final Map<String, List<String>> OPTIONS =
      Map.of(
          "warc+wet+wat", List.of("--wet", "--wat"),
          "warc.zst", List.of("--zstd"),
          "opensearch", List.of("--gzip"),
          "solr", List.of("--gzip"),
          "tsv", List.of("--gzip"),
          "ciff", List.of("--gzip"),
          "markdown-jsonl", List.of("--gzip"));

  @Parameters(index = "0", paramLabel = "FROM", description = "The finished crawl, only read.")
  private String from;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      split = ",",
      description =
          "The formats; warc+wet+wat and warc.zst are warc with these options. Default:"
              + " ${DEFAULT-VALUE}.")
  private List<String> formats =
      List.of(
          "warc+wet+wat",
          "warc.zst",
          "wacz",
          "markdown",
          "markdown-jsonl",
          "parquet",
          "opensearch",
          "tsv",
          "ciff");

  @Override
  protected void measure() throws Exception {
    long pages = pages();
    double warc = export("warc", pages, 0);
    for (String format : formats) {
      export(format, pages, warc);
    }
  }

  private double export(String format, long pages, double warc) throws Exception {
    Path out = folder().resolve("out");
    List<String> words =
        new ArrayList<>(List.of("export", from, "--out", out.toString(), "--format", name(format)));
    words.addAll(OPTIONS.getOrDefault(format, List.of()));
    try (MeasuredProcess process = orb(List.of("-Xmx1g"), words.toArray(new String[0]))) {
      double bytes = ProcessUsage.Disk.of(out.toFile()).bytes();
      FileUtil.fullyDelete(out.toFile());
      show(
          format,
          Map.of("format", format, "pages", pages),
          new Figures()
              .add("mb", "MB", "%.1f", bytes / 1e6)
              .add("ratio", "  by those of WARC files", "%.3f", warc == 0 ? 1 : bytes / warc)
              .add("mbPerMinute", "MB/min", "%.0f", bytes / 1e6 * 60 / process.seconds())
              .add("cpuMillis", "CPU ms a page", "%.2f", process.cpuSeconds() * 1000 / pages)
              .add("memory", "peak memory, MB", "%.0f", process.peakResident() / 1e6));
      return bytes;
    }
  }

  private static String name(String format) {
    return format.replaceFirst("^warc.*", "warc");
  }

  private long pages() throws Exception {
    long[] pages = new long[1];
    SortedStore.open(conf(), CrawlDir.open(conf(), from).crawlDb(), CrawlDatum.class)
        .forEach(
            (url, datum) -> {
              if (datum.getStatus() == CrawlDatum.STATUS_DB_FETCHED
                  || datum.getStatus() == CrawlDatum.STATUS_DB_DUPLICATE) {
                pages[0]++;
              }
            });
    if (pages[0] == 0) {
      throw OrbException.failed(from + " has no fetched pages");
    }
    return pages[0];
  }
}
