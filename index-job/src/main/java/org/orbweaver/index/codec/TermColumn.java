package org.orbweaver.index.codec;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.index.BaseTermsEnum;
import org.apache.lucene.index.EmptyDocValuesProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.PostingsEnum;
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
 * <p>Memory: an int a document. The terms, which may be as many, wait in a temporary file, since
 * the codec wants the documents' ordinals first.
 */
final class TermColumn extends SortedDocValues implements Closeable {
  private final Directory directory;
  private final String file;
  private final int[] ords;
  private final List<IndexInput> passes = new ArrayList<>();
  private int terms;
  private int doc = -1;

  /** Reads the column that the source is at. */
  private TermColumn(SegmentSource source, int field, Directory directory) throws IOException {
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
  public int advance(int target) {
    doc = target - 1;
    return nextDoc();
  }

  @Override
  public boolean advanceExact(int target) {
    doc = target;
    return ords[target] >= 0;
  }

  @Override
  public long cost() {
    return ords.length;
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
  public BytesRef lookupOrd(int ord) {
    throw forwardOnly();
  }

  @Override
  public TermsEnum termsEnum() throws IOException {
    IndexInput in = directory.openInput(file, IOContext.READONCE);
    passes.add(in);
    BytesRefBuilder term = new BytesRefBuilder();
    return new BaseTermsEnum() {
      private int ord = -1;

      @Override
      public BytesRef next() throws IOException {
        if (++ord >= terms) {
          return null;
        }
        int length = in.readVInt();
        term.grow(length);
        in.readBytes(term.bytes(), 0, length);
        term.setLength(length);
        return term.get();
      }

      @Override
      public BytesRef term() {
        return term.get();
      }

      @Override
      public long ord() {
        return ord;
      }

      @Override
      public SeekStatus seekCeil(BytesRef text) {
        throw forwardOnly();
      }

      @Override
      public void seekExact(long target) {
        throw forwardOnly();
      }

      @Override
      public int docFreq() {
        throw forwardOnly();
      }

      @Override
      public long totalTermFreq() {
        throw forwardOnly();
      }

      @Override
      public PostingsEnum postings(PostingsEnum reuse, int flags) {
        throw forwardOnly();
      }

      @Override
      public ImpactsEnum impacts(int flags) {
        throw forwardOnly();
      }
    };
  }

  private static UnsupportedOperationException forwardOnly() {
    return new UnsupportedOperationException("terms are read forward");
  }
}
