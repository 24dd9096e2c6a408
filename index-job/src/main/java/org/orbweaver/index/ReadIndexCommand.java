package org.orbweaver.index;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Texts;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.store.IndexMeta;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code read index DIR}: shows the contents of the newest index. */
@Command(
    name = "index",
    description = "Show the newest index: its statistics, or one page.",
    footer = {
      "  orb read index crawl --stats",
      "  orb read index crawl --url http://www.example.org/ --json"
    })
final class ReadIndexCommand extends CrawlDirCommand {
  private static final int SHOWN_CHARS = 2000;

  @Option(names = "--stats", description = "Shards, documents, fields and sizes (the default).")
  private boolean stats;

  @Option(names = "--url", paramLabel = "URL", description = "The stored fields of one page.")
  private String url;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  @Override
  protected int run() throws Exception {
    if (stats && url != null) {
      throw OrbException.usage("--stats and --url are mutually exclusive");
    }
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    try (SearchIndex index = SearchIndex.openLatest(conf(), crawl)) {
      if (url != null) {
        page(index);
      } else {
        stats(crawl, index);
      }
    }
    return ExitCode.OK.code();
  }

  private void page(SearchIndex index) throws IOException {
    Map<String, Object> fields =
        new LinkedHashMap<>(
            index
                .stored(url)
                .orElseThrow(
                    () ->
                        OrbException.failed(
                            url + " is not in the index " + index.meta().build() + " of " + dir)));
    fields.computeIfPresent(
        IndexField.DATE.fieldName(),
        (name, millis) -> Instant.ofEpochMilli(((Number) millis).longValue()).toString());
    if (json) {
      console().line(Json.line(fields));
      return;
    }
    fields.forEach(
        (name, value) -> {
          String text = value.toString();
          String shown = Texts.cut(text, SHOWN_CHARS);
          String rest =
              shown.length() == text.length() ? "" : " … (" + text.length() + " characters)";
          console().line(name + ": " + Console.safe(shown) + rest);
        });
  }

  private void stats(CrawlDir crawl, SearchIndex index) throws IOException {
    IndexMeta meta = index.meta();
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (String shard : meta.shards().keySet()) {
      Path folder = new Path(new Path(crawl.indexes(), meta.build()), shard);
      bytes.put(shard, crawl.fs().getContentSummary(folder).getLength());
    }
    Map<String, FieldCounts> fields = new LinkedHashMap<>();
    for (IndexField field : IndexField.values()) {
      fields.put(field.fieldName(), counts(index.reader(), field.fieldName()));
    }
    if (json) {
      Map<String, Object> all = Json.parse(Json.line(meta));
      all.put("bytes", bytes);
      all.put("fields", fields);
      console().line(Json.line(all));
      return;
    }
    console().line("index      " + meta.build() + ", built " + meta.created());
    console().line("documents  " + meta.docs());
    console().line("segments   " + String.join(" ", meta.segments()));
    console().line("pagerank   " + meta.pagerank().orElse("none"));
    console().line("by topic   " + meta.topics().orElse("none"));
    console().line("lucene     " + meta.lucene());
    meta.shards()
        .forEach(
            (name, docs) ->
                console()
                    .linef(
                        "%s  %d documents, %d deleted, %.1f MB",
                        meta.nameOf(name),
                        docs,
                        meta.deleted().getOrDefault(name, 0L),
                        bytes.get(name) / 1e6));
    meta.counters().forEach((name, count) -> console().linef("%-16s %d", name, count));
    console().line("field            documents        terms  occurrences");
    fields.forEach(
        (name, c) ->
            console().linef("%-14s %11d %12d %12d", name, c.docs(), c.terms(), c.occurrences()));
  }

  /** Documents with the field, its distinct terms in all shards, and their occurrences. */
  private record FieldCounts(long docs, long terms, long occurrences) {}

  private static FieldCounts counts(IndexReader reader, String field) throws IOException {
    Terms terms = MultiTerms.getTerms(reader, field);
    if (terms == null) {
      return new FieldCounts(0, 0, 0);
    }
    long distinct = 0;
    TermsEnum each = terms.iterator();
    while (each.next() != null) {
      distinct++;
    }
    return new FieldCounts(terms.getDocCount(), distinct, terms.getSumTotalTermFreq());
  }
}
