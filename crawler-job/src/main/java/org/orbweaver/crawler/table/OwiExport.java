package org.orbweaver.crawler.table;

import java.io.Closeable;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.ExportFolder;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.IndexedPages;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.segments.SegmentsJob;
import org.orbweaver.crawler.table.UrlTablesJob.RowCounter;

/**
 * Exports an index as a day shard of OpenWebSearch.eu: for each language the metadata of its pages
 * as Parquet, and their postings as CIFF.
 *
 * <p>The job joins the pages with what is known of their newest versions; pages that it leaves out
 * are in neither file. Its rows are sorted by the pages' places in the index, and completed with
 * the texts, page after page.
 */
public final class OwiExport {
  private static final String UNKNOWN = "unknown";

  private OwiExport() {}

  /**
   * Exports into a new folder, completely or not at all; needs no lock.
   *
   * @param disallowed pages whose newest version has one of these words are left out, as {@code
   *     ai-train:n}
   * @param publicOnly whether pages whose newest version was fetched with a login are left out
   * @param warc a folder of WARC files of this crawl with their index, for {@code warc_file}; or
   *     null
   * @return one line for people
   * @throws OrbException (failed) if no segment was fetched, the folder exists, no page is left, or
   *     the WARC files are not of this crawl
   */
  public static String run(
      Configuration conf,
      CrawlDir crawl,
      Path out,
      IndexedPages pages,
      Collection<String> disallowed,
      boolean publicOnly,
      Path warc,
      Console console)
      throws IOException {
    List<Path> segments = SegmentsJob.fetched(crawl);
    try (ExportFolder folder = new ExportFolder(conf, out)) {
      Path work = folder.staging("work");
      List<Path> others =
          ParquetExport.fragments(conf, work, page -> pages.forEach(false, page), warc);
      Path joined = new Path(work, "joined");
      Counters counters =
          UrlTablesJob.run(
              conf,
              crawl,
              UrlTablesJob.Goal.METADATA,
              segments,
              others,
              new UrlTablesJob.Options(
                  crawl.root().getName(),
                  String.join(" ", disallowed),
                  publicOnly,
                  System.currentTimeMillis()),
              work,
              joined,
              console);
      ParquetExport.checkLocated(warc, counters);
      long written = counters.findCounter(RowCounter.PAGES).getValue();
      if (written == 0) {
        throw new OrbException.NothingToExport("no page of the index may be exported");
      }
      Path rows = new Path(work, "rows");
      new SequenceFile.Sorter(folder.fs(), IntWritable.class, Text.class, conf)
          .sort(Parts.of(folder.fs(), joined).toArray(Path[]::new), rows, true);
      LocalDate day = LocalDate.ofInstant(pages.created(), ZoneOffset.UTC);
      Metadata metadata = new Metadata(conf, folder, rows, day);
      try (metadata) {
        pages.forEach(true, metadata::add);
      }
      pages.postings(
          metadata.places, language -> folder.create(folder(day, language) + "/index.ciff.gz"));
      Files.delete(folder.fs(), work);
      long bytes = folder.commit();
      return String.format(
          Locale.ROOT,
          "%s in %s exported to %s (%.1f MB)%s%s%s",
          Count.of(written, "page"),
          Count.of(metadata.languages, "language"),
          Console.safe(out.toString()),
          bytes / 1e6,
          omitted(counters, RowCounter.DISALLOWED, "whose newest version its owner disallows"),
          omitted(counters, RowCounter.UNREAD, "whose newest version is not parsed"),
          omitted(counters, RowCounter.PAGES_WITH_LOGIN, "fetched with a login since"));
    }
  }

  private static String omitted(Counters counters, RowCounter counter, String why) {
    long pages = counters.findCounter(counter).getValue();
    return pages == 0 ? "" : "; omitted: " + Count.of(pages, "page") + " " + why;
  }

  private static String folder(LocalDate day, String language) {
    return String.format(
        Locale.ROOT,
        "year=%d/month=%d/day=%d/language=%s",
        day.getYear(),
        day.getMonthValue(),
        day.getDayOfMonth(),
        language.isEmpty() ? UNKNOWN : language);
  }

  /** Writes the metadata of pages that come in the order of their places. */
  private static final class Metadata implements Closeable {
    private final Configuration conf;
    private final ExportFolder folder;
    private final LocalDate day;
    private final SequenceFile.Reader rows;
    private final IntWritable place = new IntWritable(-1);
    private final Text row = new Text();
    private final BitSet places = new BitSet();
    private String language;
    private int languages;
    private RowWriter writer;

    Metadata(Configuration conf, ExportFolder folder, Path rows, LocalDate day) throws IOException {
      this.conf = conf;
      this.folder = folder;
      this.day = day;
      this.rows = new SequenceFile.Reader(conf, SequenceFile.Reader.file(rows));
    }

    void add(Map<String, Object> page) throws IOException {
      int wanted = (Integer) page.get(IndexedPages.PLACE);
      if (place.get() < wanted && !rows.next(place, row)) {
        place.set(Integer.MAX_VALUE);
      }
      if (place.get() != wanted) {
        return; // the job has left it out
      }
      places.set(wanted);
      begin((String) page.get(IndexedPages.LANGUAGE));
      Fields fields = new Fields();
      fields.putAll(Json.parse(row.toString()));
      writer.write(
          fields
              .with("id", page.get(IndexedPages.ID))
              .with("title", page.get("title"))
              .with("plain_text", text(page)));
    }

    /** Null if the owner does not want it to be shown. */
    private static String text(Map<String, Object> page) {
      if (page.get("max_snippet") instanceof Number most && most.intValue() == 0) {
        return null;
      }
      return String.join(
          "\n",
          Stream.of("main", "body")
              .map(name -> (String) page.getOrDefault(name, ""))
              .filter(text -> !text.isEmpty())
              .toList());
    }

    private void begin(String next) throws IOException {
      if (next.equals(language)) {
        return;
      }
      if (writer != null) {
        writer.close();
      }
      language = next;
      languages++;
      Path file = folder.staging(folder(day, language) + "/metadata_0.parquet");
      writer = new RowWriter(conf, folder.fs(), file, Table.OWI);
    }

    @Override
    public void close() throws IOException {
      rows.close();
      if (writer != null) {
        writer.close();
      }
    }
  }
}
