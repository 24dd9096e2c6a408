package org.orbweaver.index.codec;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.EmptyDocValuesProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterLeafReader.FilterTermsEnum;
import org.apache.lucene.index.FilterSortedDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.IOUtils;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * Sorted doc values of a field in a shard.
 *
 * <p>Memory: an int a document. The terms, which may be as many, are kept in a temporary file,
 * since the codec reads the documents' ordinals first.
 */
final class TermColumn extends FilterSortedDocValues implements Closeable {
  private final Directory directory;
  private final String file;
  private final int[] ords;
  private final List<IndexInput> passes = new ArrayList<>();
  private int terms;
  private int doc = -1;

  /** Reads the column that the source is at. */
  private TermColumn(SegmentSource source, int field, Directory directory) throws IOException {
    super(DocValues.emptySorted());
    this.directory = directory;
    ords = new int[source.docs()];
    Arrays.fill(ords, -1);
    TermMerger merger = new TermMerger(source, Section.SORTED, field);
    var docs = new StreamedFields.StreamedPostings(merger, FieldTraits.NONE);
    try (IndexOutput out = directory.createTempOutput("_run", "terms", IOContext.DEFAULT)) {
      file = out.getName();
      for (; merger.nextTerm(); terms++) {
        BytesRef term = merger.term();
        out.writeVInt(term.length);
        out.writeBytes(term.bytes, term.offset, term.length);
        docs.begin();
        while (docs.nextDoc() != NO_MORE_DOCS) {
          ords[docs.docID()] = terms;
        }
      }
    }
  }

  /** Writes the column that the source is at. */
  static void write(
      SegmentSource source, FieldInfo field, Directory directory, DocValuesConsumer out)
      throws IOException {
    try (TermColumn column = new TermColumn(source, field.number, directory)) {
      out.addSortedField(
          field,
          new EmptyDocValuesProducer() {
            @Override
            public SortedDocValues getSorted(FieldInfo same) {
              column.doc = -1;
              return column;
            }
          });
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(passes);
    directory.deleteFile(file);
  }

  @Override
  public int nextDoc() {
    do {
      doc++;
    } while (doc < ords.length && ords[doc] < 0);
    if (doc == ords.length) {
      doc = NO_MORE_DOCS;
    }
    return doc;
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int ordValue() {
    return ords[doc];
  }

  @Override
  public int getValueCount() {
    return terms;
  }

  @Override
  public TermsEnum termsEnum() throws IOException {
    IndexInput input = directory.openInput(file, IOContext.READONCE);
    passes.add(input);
    BytesRefBuilder text = new BytesRefBuilder();
    return new FilterTermsEnum(TermsEnum.EMPTY) {
      private int given;

      @Override
      public BytesRef next() throws IOException {
        if (given++ == terms) {
          return null;
        }
        int length = input.readVInt();
        text.grow(length);
        input.readBytes(text.bytes(), 0, length);
        text.setLength(length);
        return text.get();
      }
    };
  }
}
