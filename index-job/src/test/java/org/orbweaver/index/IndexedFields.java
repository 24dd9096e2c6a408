package org.orbweaver.index;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.orbweaver.index.search.SearchIndex;

/** The fields of an index's pages, as JSON values. */
final class IndexedFields {
  /** Columns of integers; all others are of doubles. */
  private static final Set<String> COUNTS = Set.of("dated", "linking_hosts", "representative");

  private IndexedFields() {}

  /**
   * Of each live page, by URL.
   *
   * @param notThese statements of use; pages with one of them are left out
   */
  static Map<String, Map<String, Object>> of(SearchIndex index, Set<String> notThese)
      throws IOException {
    Map<String, Map<String, Object>> pages = new LinkedHashMap<>();
    for (LeafReaderContext leaf : index.reader().leaves()) {
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc)) {
          Map<String, Object> fields = fields(leaf, doc);
          List<?> usage = (List<?>) fields.getOrDefault("usage", List.of());
          if (usage.stream().noneMatch(notThese::contains)) {
            pages.put((String) fields.get("url"), fields);
          }
        }
      }
    }
    return pages;
  }

  /**
   * All stored fields and columns, whatever they are: a new field must be exported. The length of
   * the page's vector and the offsets of its words, like the norms, are left out, as they follow
   * from its text.
   */
  private static Map<String, Object> fields(LeafReaderContext leaf, int doc) throws IOException {
    Map<String, Object> fields = new TreeMap<>();
    Document stored = leaf.reader().storedFields().document(doc);
    for (IndexableField field : stored) {
      if (field.name().equals("offsets")) {
        continue;
      }
      String text = field.stringValue();
      fields.put(
          field.name(),
          switch (field.name()) {
            case "date" -> Instant.ofEpochMilli(field.numericValue().longValue()).toString();
            case "anchor" -> List.of(text.split("\n", -1));
            case "usage", "topic" -> List.of(text.split(" ", -1));
            default -> text;
          });
    }
    for (FieldInfo info : leaf.reader().getFieldInfos()) {
      String name = info.name;
      if (info.getDocValuesType() == DocValuesType.SORTED) {
        SortedDocValues column = leaf.reader().getSortedDocValues(name);
        if (column.advanceExact(doc)) {
          fields.put(name, column.lookupOrd(column.ordValue()).utf8ToString());
        }
      } else if (info.getDocValuesType() == DocValuesType.NUMERIC && !name.equals("date")) {
        NumericDocValues column = leaf.reader().getNumericDocValues(name);
        if (name.equals("vector_length") || !column.advanceExact(doc)) {
          continue;
        }
        if (COUNTS.contains(name)) {
          fields.put(name, column.longValue());
        } else if (column.longValue() != 0) {
          fields.put(name, Double.longBitsToDouble(column.longValue()));
        }
      }
    }
    return fields;
  }
}
