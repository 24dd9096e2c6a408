package org.orbweaver.crawler.warc;

import com.github.luben.zstd.util.Native;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedMerge;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.ExportFolder;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.FetchSettings;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.warc.ExportJob.CaptureCounter;

/**
 * Exports the fetches of a crawl as WARC files with an index in CDXJ, or packed into one WACZ file.
 */
public final class WarcExport {
  private static final String INDEX = "index.cdxj";

  private WarcExport() {}

  /**
   * Exports into a new folder, completely or not at all; needs no lock.
   *
   * @return one line for people
   * @throws OrbException (failed) if the crawl has no responses, or the folder exists
   */
  public static String run(
      Configuration conf, CrawlDir crawl, Path out, ArchiveOptions options, Console console)
      throws IOException {
    if (options.zstd()) {
      requireZstd();
    }
    List<Path> segments = SegmentsJob.fetched(crawl);
    String name = crawl.root().getName().replaceAll("[^A-Za-z0-9._-]", "_");
    String newest = segments.get(segments.size() - 1).getName();
    var created = WallClock.clock().instant();
    var files =
        new ExportJob.Files(name + "-" + newest, info(conf, name), created.toEpochMilli(), options);
    try (ExportFolder folder = new ExportFolder(conf, out)) {
      Path job = folder.staging("job");
      Counters counters = ExportJob.run(conf, crawl, segments, files, job, console);
      List<Path> warcs = new ArrayList<>();
      List<Path> derived = new ArrayList<>();
      for (FileStatus file : Files.list(folder.fs(), new Path(job, ExportJob.ARCHIVE))) {
        String kind = file.getPath().getName().replaceFirst("\\.(gz|zst)$", "");
        if (kind.endsWith(".warc")) {
          warcs.add(file.getPath());
        } else if (kind.endsWith(".warc.wat") || kind.endsWith(".warc.wet")) {
          derived.add(file.getPath());
        }
      }
      if (warcs.isEmpty()) {
        throw new OrbException.NothingToExport("no response in " + crawl.root());
      }
      warcs.sort(null);
      List<Path> index = Parts.of(folder.fs(), job);
      if (options.wacz()) {
        try (Wacz file = new Wacz(folder.create(name + ".wacz"))) {
          for (Path warc : warcs) {
            file.store("archive/" + warc.getName(), () -> folder.fs().open(warc));
          }
          file.write("indexes/" + INDEX, entry -> writeIndex(conf, index, entry));
          file.write("pages/pages.jsonl", entry -> writePages(conf, index, entry));
          file.finish(name, created);
        }
      } else {
        derived.addAll(warcs);
        for (Path file : derived) {
          Files.rename(conf, file, folder.staging(file.getName()));
        }
        if (options.zipnum()) {
          // ExportFolder.create would compress the blocks once more.
          try (ZipNum cluster =
                  new ZipNum(file -> folder.fs().create(folder.staging(file), false));
              SortedMerge<Text> lines = SortedMerge.open(conf, index, Text.class)) {
            while (lines.next()) {
              cluster.add(lines.key().toString(), lines.value().toString());
            }
          }
        } else {
          try (OutputStream file = new BufferedOutputStream(folder.create(INDEX))) {
            writeIndex(conf, index, file);
          }
        }
      }
      Files.delete(folder.fs(), job);
      long bytes = folder.commit();
      long rendered = counters.findCounter(CaptureCounter.RENDERED).getValue();
      return String.format(
          Locale.ROOT,
          "%s and %s%s from %s exported to %s (%s%s, %.1f MB)%s; %,d fetches without a response%s%s",
          Count.of(counters.findCounter(CaptureCounter.RESPONSES).getValue(), "response"),
          Count.of(counters.findCounter(CaptureCounter.REVISITS).getValue(), "revisit"),
          rendered == 0 ? "" : ", with " + Count.of(rendered, "rendered version") + ",",
          Count.of(segments.size(), "segment"),
          Console.safe(out.toString()),
          Count.of(warcs.size(), "WARC file"),
          options.wacz() ? " in one WACZ file" : "",
          bytes / 1e6,
          options.wet()
              ? " with "
                  + Count.of(counters.findCounter(CaptureCounter.TEXTS).getValue(), "text")
                  + " of pages"
              : "",
          counters.findCounter(CaptureCounter.WITHOUT_RESPONSE).getValue(),
          options.disallowed().isEmpty()
              ? ""
              : PlainText.Withheld.said(
                  counters.findCounter(CaptureCounter.DISALLOWED).getValue(),
                  counters.findCounter(CaptureCounter.UNREAD).getValue()),
          options.publicOnly()
              ? SiteMark.omitted(counters.findCounter(CaptureCounter.WITH_LOGIN).getValue())
              : "");
    }
  }

  private static void requireZstd() {
    try {
      Native.load();
    } catch (LinkageError e) {
      throw OrbException.failed(
          "zstd: no native library for this machine (" + e.getMessage() + "); export with gzip");
    }
  }

  private static String info(Configuration conf, String name) {
    return "software: Orbweaver\r\nformat: WARC File Format 1.1\r\nconformsTo:"
        + " https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
        + "isPartOf: "
        + name
        + "\r\nhttp-header-user-agent: "
        + FetchSettings.userAgent(conf).replaceAll("[\\r\\n]+", " ")
        + "\r\n";
  }

  private static void writeIndex(Configuration conf, List<Path> parts, OutputStream out)
      throws IOException {
    try (SortedMerge<Text> lines = SortedMerge.open(conf, parts, Text.class)) {
      while (lines.next()) {
        out.write(utf8(lines.key() + " " + lines.value() + "\n"));
      }
    }
  }

  /** Writes the list of pages that replay shows first: successfully fetched HTML. */
  private static void writePages(Configuration conf, List<Path> parts, OutputStream out)
      throws IOException {
    Fields first =
        new Fields()
            .with("format", "json-pages-1.0")
            .with("id", "pages")
            .with("title", "All pages");
    out.write(utf8(Json.line(first) + "\n"));
    try (SortedMerge<Text> lines = SortedMerge.open(conf, parts, Text.class)) {
      while (lines.next()) {
        Map<String, Object> line = Json.parse(lines.value().toString());
        String mime = String.valueOf(line.get("mime"));
        if ("200".equals(line.get("status"))
            && (mime.equals("text/html") || mime.equals("application/xhtml+xml"))) {
          String key = lines.key().toString();
          String time = key.substring(key.lastIndexOf(' ') + 1);
          Fields page =
              new Fields()
                  .with("id", time + "/" + line.get("url"))
                  .with("url", line.get("url"))
                  .with(
                      "ts", time.replaceFirst("(....)(..)(..)(..)(..)(..)", "$1-$2-$3T$4:$5:$6Z"));
          out.write(utf8(Json.line(page) + "\n"));
        }
      }
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
