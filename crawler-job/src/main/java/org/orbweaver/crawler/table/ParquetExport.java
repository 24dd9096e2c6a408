package org.orbweaver.crawler.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.ExportFolder;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.table.HostsTableJob.HostCounter;
import org.orbweaver.crawler.table.UrlTablesJob.RowCounter;

/** Exports a crawl as Parquet tables: URL index, pages, links and hosts. */
public final class ParquetExport {
  private ParquetExport() {}

  /**
   * Exports into a new folder, completely or not at all; needs no lock.
   *
   * @param indexed passes each page of the index to a consumer, by the names of the columns of
   *     pages; one that passes none if there is no index
   * @param disallowed pages whose usage has one of these words are left out, as {@code ai-train:n}
   * @param publicOnly whether pages fetched with a login are left out
   * @param warc a folder of WARC files of this crawl with their index, for the {@code warc_*}
   *     columns; or null
   * @return one line for people
   * @throws OrbException (failed) if no segment was fetched, the folder exists, or the WARC files
   *     are not of this crawl
   */
  public static String run(
      Configuration conf,
      CrawlDir crawl,
      Path out,
      ConsumerRaisingIOE<ConsumerRaisingIOE<Map<String, Object>>> indexed,
      List<String> disallowed,
      boolean publicOnly,
      Path warc,
      Console console)
      throws IOException {
    List<Path> segments = SegmentsJob.fetched(crawl);
    try (ExportFolder folder = new ExportFolder(conf, out)) {
      Path work = folder.staging("work");
      List<Path> others = fragments(conf, work, indexed, warc);
      Path byUrl = new Path(work, "urls");
      Counters counters =
          UrlTablesJob.run(
              conf,
              crawl,
              UrlTablesJob.Goal.TABLES,
              segments,
              others,
              new UrlTablesJob.Options(
                  crawl.root().getName().replaceAll("[^A-Za-z0-9._-]", "_"),
                  String.join(" ", disallowed),
                  publicOnly,
                  WallClock.clock().millis()),
              work,
              byUrl,
              console);
      checkLocated(warc, counters);
      Path byHost = new Path(work, "hosts");
      Counters hosts = HostsTableJob.run(conf, crawl, publicOnly, work, byHost, console);
      publish(conf, folder, byUrl, List.of(Table.URL_INDEX, Table.PAGES, Table.LINKS));
      publish(conf, folder, byHost, List.of(Table.HOSTS));
      Files.delete(folder.fs(), work);
      long bytes = folder.commit();
      return summary(warc != null, counters, hosts)
          + String.format(
              Locale.ROOT, " exported to %s (%.1f MB)", Console.safe(out.toString()), bytes / 1e6)
          + omitted(!disallowed.isEmpty(), publicOnly, counters);
    }
  }

  /** Writes the fragments that are of no store of the crawl. */
  static List<Path> fragments(
      Configuration conf,
      Path work,
      ConsumerRaisingIOE<ConsumerRaisingIOE<Map<String, Object>>> indexed,
      Path warc)
      throws IOException {
    List<Path> files = new ArrayList<>(List.of(new Path(work, "indexed")));
    if (warc != null) {
      files.add(new Path(work, "warc"));
      WarcLocations.copy(conf, warc, files.get(1));
    }
    try (SequenceFile.Writer writer = StoreFiles.sequenceFile(conf, files.get(0), Text.class)) {
      indexed.accept(
          page ->
              writer.append(
                  new Text((String) page.get("url")), new Text(Json.line(Fragment.indexed(page)))));
    }
    return files;
  }

  static void checkLocated(Path warc, Counters counters) {
    if (warc != null && counters.findCounter(RowCounter.LOCATED).getValue() == 0) {
      throw OrbException.failed(
          "none of the crawl's responses is in the index of "
              + warc
              + ": it is of another crawl; export this one with --format warc");
    }
  }

  /** Moves tables into the export; one without rows has one file without rows. */
  private static void publish(Configuration conf, ExportFolder folder, Path job, List<Table> tables)
      throws IOException {
    for (Table table : tables) {
      Path made = new Path(job, table.folder());
      Path target = folder.staging(table.folder());
      if (folder.fs().exists(made)) {
        Files.rename(conf, made, target);
      } else {
        Path file = new Path(target, Parts.name(0) + RowWriter.EXTENSION);
        new RowWriter(conf, folder.fs(), file, table).close();
      }
    }
  }

  private static String summary(boolean withPlaces, Counters counters, Counters hosts) {
    String captures =
        Count.of(
            counters.findCounter(RowCounter.CAPTURES).getValue()
                + counters.findCounter(RowCounter.ROBOTS).getValue(),
            "response");
    if (withPlaces) {
      captures +=
          String.format(
              Locale.ROOT,
              " (%,d in WARC files)",
              counters.findCounter(RowCounter.LOCATED).getValue());
    }
    return String.format(
        Locale.ROOT,
        "%s, %s, %s and %s",
        captures,
        Count.of(counters.findCounter(RowCounter.PAGES).getValue(), "page"),
        Count.of(counters.findCounter(RowCounter.LINKS).getValue(), "link"),
        Count.of(hosts.findCounter(HostCounter.HOSTS).getValue(), "host"));
  }

  private static String omitted(boolean byUsage, boolean publicOnly, Counters counters) {
    StringBuilder said = new StringBuilder();
    if (byUsage) {
      said.append("; ")
          .append(Count.of(counters.findCounter(RowCounter.DISALLOWED).getValue(), "page"))
          .append(" omitted: owners disallow the use");
      long unread = counters.findCounter(RowCounter.UNREAD).getValue();
      if (unread > 0) {
        said.append("; ").append(Count.of(unread, "page")).append(" omitted: not parsed");
      }
    }
    if (publicOnly) {
      said.append("; ")
          .append(Count.of(counters.findCounter(RowCounter.WITH_LOGIN).getValue(), "response"))
          .append(" and ")
          .append(Count.of(counters.findCounter(RowCounter.PAGES_WITH_LOGIN).getValue(), "page"))
          .append(" with a login omitted");
    }
    return said.toString();
  }
}
