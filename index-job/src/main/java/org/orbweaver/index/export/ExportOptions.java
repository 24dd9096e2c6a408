package org.orbweaver.index.export;

import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.crawler.corpus.CorpusRecipe;
import org.orbweaver.index.schema.IndexField;

/**
 * What is exported, and how. A format heeds the options that it has.
 *
 * @param disallowed pages with one of these words of {@link IndexField#USAGE} are left out
 * @param publicOnly whether pages fetched with a login are left out
 * @param columns which a table of pages has, in this order; empty: all
 * @param zones whose postings are exported
 * @param gzip whether files are packed, but for the schema
 * @param maxBytes most bytes of a file: of pages, before it is packed, unless one page has more; of
 *     WARC files, as they are; 0: 100 MB and 1 GB
 * @param corpus which pages a corpus takes
 * @param warc a folder of WARC files of the crawl with their index, to refer to; or null
 * @param beside what is written beside WARC files
 */
public record ExportOptions(
    ExportFormat format,
    List<String> disallowed,
    boolean publicOnly,
    List<String> columns,
    List<IndexField> zones,
    boolean gzip,
    long maxBytes,
    CorpusRecipe corpus,
    String warc,
    Beside beside) {
  /** The zones of the whole text. */
  public static final List<IndexField> TEXT =
      List.of(IndexField.TITLE, IndexField.MAIN, IndexField.BODY);

  private static final String NO_TRAINING = "ai-train:n";

  /** A unit of sizes. */
  public static final long MEGABYTE = 1_000_000;

  /**
   * What is written beside WARC files, and their form.
   *
   * @param wet whether the texts of pages are
   * @param wat whether descriptions of the records are
   * @param zipnum whether the index is compressed in blocks
   * @param zstd whether records are compressed by zstd, not gzip
   */
  public record Beside(boolean wet, boolean wat, boolean zipnum, boolean zstd) {
    public static final Beside NONE = new Beside(false, false, false, false);
  }

  /** Nobody gets a corpus with pages whose owners disallow training. */
  public ExportOptions {
    if (format.equals(ExportFormat.CORPUS)) {
      disallowed = Stream.concat(Stream.of(NO_TRAINING), disallowed.stream()).distinct().toList();
    }
    maxBytes = maxBytes > 0 ? maxBytes : MEGABYTE * (format.isArchive() ? 1000 : 100);
  }

  /** All pages and columns, as files that are not packed. */
  public static ExportOptions of(ExportFormat format) {
    return new ExportOptions(
        format, List.of(), false, List.of(), TEXT, false, 0, CorpusRecipe.ALL, null, Beside.NONE);
  }
}
