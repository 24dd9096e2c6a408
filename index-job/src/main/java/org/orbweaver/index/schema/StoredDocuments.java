package org.orbweaver.index.schema;

import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DocumentStoredFieldVisitor;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.StoredFields;

/**
 * The stored fields of an index, for one thread. If they are damaged, Lucene throws unchecked
 * exceptions of many kinds, AssertionError and EOFException; this class turns them into a {@link
 * CorruptIndexException}.
 */
public final class StoredDocuments {
  private final IndexReader reader;
  private final StoredFields stored;

  public StoredDocuments(IndexReader reader) throws IOException {
    this.reader = reader;
    stored = reader.storedFields();
  }

  /**
   * All stored fields of a document.
   *
   * @throws CorruptIndexException if they cannot be read
   */
  public Document document(int doc) throws IOException {
    return document(doc, new DocumentStoredFieldVisitor());
  }

  /**
   * Some stored fields of a document.
   *
   * @throws CorruptIndexException if they cannot be read
   */
  public Document document(int doc, Set<String> names) throws IOException {
    return document(doc, new DocumentStoredFieldVisitor(names));
  }

  private Document document(int doc, DocumentStoredFieldVisitor fields) throws IOException {
    try {
      stored.document(doc, fields);
      return fields.getDocument();
    } catch (AssertionError | RuntimeException | EOFException e) {
      throw new CorruptIndexException(
          "the index is damaged: document " + doc + " cannot be read (" + e + "); build it again",
          place(doc),
          e);
    }
  }

  private String place(int doc) {
    LeafReader segment = FilterLeafReader.unwrap(leaf(reader, doc).reader());
    return Optional.of(segment)
        .filter(SegmentReader.class::isInstance)
        .map(known -> ((SegmentReader) known).directory().toString())
        .orElseGet(segment::toString);
  }

  /** The segment of a page. */
  public static LeafReaderContext leaf(IndexReader reader, int doc) {
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  /** The stored text of a field, empty if the page has none. */
  public static String text(Document page, IndexField field) {
    String text = page.get(field.fieldName());
    return text == null ? "" : text;
  }
}
