package org.orbweaver.index.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.apache.hadoop.util.functional.FunctionRaisingIOE;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.common.store.IndexedPages;
import org.orbweaver.common.text.Digests;
import org.orbweaver.common.text.Progress;
import org.orbweaver.index.search.SearchIndex;

/**
 * The pages of an index that an export may have, in the order of languages, then of the index.
 * Memory: a bit per page and 10 bytes per page while postings are written.
 */
public final class ShardPages implements IndexedPages {
  private final SearchIndex index;
  private final ExportOptions options;
  private final Progress progress;
  private final LivePages pages;
  private final SortedMap<String, LivePages> byLanguage;

  public ShardPages(SearchIndex index, ExportOptions options, Progress progress)
      throws IOException {
    this.index = index;
    this.progress = progress;
    this.options = options;
    pages = new LivePages(index.reader(), options.disallowed(), options.publicOnly());
    byLanguage = pages.byLanguage();
  }

  /** Further lines for people: what the options left out. */
  public String omitted() {
    return IndexExport.omitted(options, pages);
  }

  @Override
  public Instant created() {
    return Instant.parse(index.meta().created());
  }

  @Override
  public void forEach(boolean texts, ConsumerRaisingIOE<Map<String, Object>> consumer)
      throws IOException {
    Set<String> names = IndexExport.stored(texts);
    int[] place = new int[1];
    for (Map.Entry<String, LivePages> language : byLanguage.entrySet()) {
      Map<ExportField, NumericDocValues> numbers = ExportField.columns(index.reader());
      language
          .getValue()
          .forEach(
              names,
              (doc, stored) -> {
                consumer.accept(
                    ExportField.of(stored, doc, numbers)
                        .with(PLACE, place[0]++)
                        .with(ID, id(stored.get(ExportField.URL.fieldName())))
                        .with(LANGUAGE, language.getKey()));
                progress.update(place[0] + " of " + pages.count() + " pages");
              });
    }
  }

  @Override
  public void postings(BitSet places, FunctionRaisingIOE<String, OutputStream> files)
      throws IOException {
    CiffWriter writer = new CiffWriter(index.reader(), options.zones(), progress);
    List<OutputStream> open = new ArrayList<>();
    try {
      int first = 0;
      for (Map.Entry<String, LivePages> language : byLanguage.entrySet()) {
        LivePages some = language.getValue().at(places, first);
        if (some.count() > 0) {
          open.add(files.apply(language.getKey()));
          writer.add(some, open.get(open.size() - 1));
        }
        first += language.getValue().count();
      }
      writer.write(IndexExport.description(index, options.zones()), ShardPages::id);
    } finally {
      IOUtils.close(open);
    }
  }

  /** As OpenWebSearch.eu makes them. */
  private static String id(String url) {
    return HexFormat.of()
        .formatHex(Digests.of("SHA-256").digest(url.getBytes(StandardCharsets.UTF_8)));
  }
}
