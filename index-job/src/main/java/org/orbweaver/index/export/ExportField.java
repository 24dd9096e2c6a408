package org.orbweaver.index.export;

import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.orbweaver.common.text.Fields;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.UrlParts;
import org.orbweaver.plugin.RowFormat;

/** The fields of an exported page, in the order of columns; their names are the index's. */
enum ExportField {
  URL(IndexField.URL, RowFormat.Type.KEYWORD),
  TITLE(IndexField.TITLE, RowFormat.Type.TEXT),
  LANG(IndexField.LANG, RowFormat.Type.KEYWORD),
  TYPE(IndexField.TYPE, RowFormat.Type.KEYWORD),
  KIND(IndexField.KIND, RowFormat.Type.KEYWORD),
  DATE(IndexField.DATE, RowFormat.Type.DATE),
  DATED(IndexField.DATED, RowFormat.Type.LONG),
  PAGERANK(IndexField.PAGERANK, RowFormat.Type.DOUBLE),
  AUTHORITY(IndexField.AUTHORITY, RowFormat.Type.DOUBLE),
  HUB(IndexField.HUB, RowFormat.Type.DOUBLE),
  LINKING_HOSTS(IndexField.LINKING_HOSTS, RowFormat.Type.LONG),
  SPAM(IndexField.SPAM, RowFormat.Type.DOUBLE),
  MAX_SNIPPET(IndexField.MAX_SNIPPET, RowFormat.Type.LONG),
  GROUP(IndexField.GROUP, RowFormat.Type.KEYWORD),
  REPRESENTATIVE(IndexField.REPRESENTATIVE, RowFormat.Type.LONG),
  HOST(IndexField.HOST, RowFormat.Type.KEYWORD),
  DOMAIN(IndexField.DOMAIN, RowFormat.Type.KEYWORD),
  USAGE(IndexField.USAGE, RowFormat.Type.KEYWORD, " "),
  TOPIC(IndexField.TOPIC, RowFormat.Type.KEYWORD, " "),
  LOGIN(IndexField.LOGIN, RowFormat.Type.KEYWORD),
  AUTHOR(IndexField.AUTHOR, RowFormat.Type.TEXT),
  ANCHOR(IndexField.ANCHOR, RowFormat.Type.TEXT, "\n"),
  META(IndexField.META, RowFormat.Type.TEXT),
  MAIN(IndexField.MAIN, RowFormat.Type.TEXT),
  BODY(IndexField.BODY, RowFormat.Type.TEXT);

  /** Later years have more than four digits, which ISO 8601 does not allow. */
  private static final long YEAR_10000 = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  private final IndexField field;
  private final RowFormat.Type type;
  private final String separator;

  ExportField(IndexField field, RowFormat.Type type) {
    this(field, type, "");
  }

  /**
   * @param separator between the values in the stored field; empty: it has one value
   */
  ExportField(IndexField field, RowFormat.Type type, String separator) {
    this.field = field;
    this.type = type;
    this.separator = separator;
  }

  String fieldName() {
    return field.fieldName();
  }

  private boolean isList() {
    return !separator.isEmpty();
  }

  RowFormat.Column column() {
    return new RowFormat.Column(fieldName(), type, isList());
  }

  /** The numeric columns of an index, read in step with its documents. */
  static Map<ExportField, NumericDocValues> columns(IndexReader reader) throws IOException {
    Map<ExportField, NumericDocValues> columns = new EnumMap<>(ExportField.class);
    for (ExportField field : values()) {
      if (field.type == RowFormat.Type.DOUBLE || field.type == RowFormat.Type.LONG) {
        NumericDocValues column = MultiDocValues.getNumericValues(reader, field.fieldName());
        columns.put(field, column == null ? DocValues.emptyNumeric() : column);
      }
    }
    return columns;
  }

  /**
   * The fields of a page that have values: strings, numbers, lists of strings.
   *
   * @param doc its number in the index, in ascending order
   */
  static Fields of(Document stored, int doc, Map<ExportField, NumericDocValues> columns)
      throws IOException {
    Fields fields = new Fields();
    for (ExportField field : values()) {
      NumericDocValues column = columns.get(field);
      Object value =
          column == null
              ? field.stored(stored)
              : column.advanceExact(doc) ? field.number(column.longValue()) : null;
      fields.withKnown(field.fieldName(), value);
    }
    return fields;
  }

  private Object number(long bits) {
    if (type == RowFormat.Type.LONG) {
      return bits;
    }
    double score = Double.longBitsToDouble(bits);
    return score > 0 ? score : null;
  }

  private Object stored(Document document) {
    return switch (this) {
      case HOST -> UrlParts.host(document.get(URL.fieldName()));
      case DOMAIN -> UrlParts.domain(UrlParts.host(document.get(URL.fieldName())));
      case DATE -> date(document.getField(fieldName()));
      default -> {
        String text = document.get(fieldName());
        yield text == null || !isList() ? text : List.of(text.split(separator, -1));
      }
    };
  }

  private static String date(IndexableField stored) {
    long millis = stored == null ? 0 : stored.numericValue().longValue();
    return millis > 0 && millis < YEAR_10000 ? Instant.ofEpochMilli(millis).toString() : null;
  }
}
