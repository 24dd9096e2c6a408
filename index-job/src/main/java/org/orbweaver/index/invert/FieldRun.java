package org.orbweaver.index.invert;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.document.InvertableType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.util.Version;
import org.orbweaver.index.codec.ColumnWriter;
import org.orbweaver.index.codec.FieldTraits;
import org.orbweaver.index.codec.PostingsWriter;
import org.orbweaver.index.codec.RecordKey.Section;
import org.orbweaver.index.codec.RecordSink;
import org.orbweaver.index.invert.FieldInverter.SortBuffer;
import org.orbweaver.index.schema.FormAttribute;

/** One field of a run: its postings, norms and doc values. */
final class FieldRun {
  private final String name;
  private final int number;
  private FieldTraits traits = FieldTraits.NONE;
  private FieldInverter postings;
  private FieldInverter sorted;
  private LongColumn numbers;
  private LongColumn norms;
  private TokenStream reused;

  /** The current document, and the kinds of values of this field that it has had. */
  private int doc = -1;

  private boolean inverted;
  private boolean valued;
  private int position;
  private int length;
  private int overlaps;

  FieldRun(String name, int number) {
    this.name = name;
    this.number = number;
  }

  /** Adds a document's value of the field, and returns its properties. */
  FieldTraits add(int newDoc, IndexableField field, Analyzer analyzer) throws IOException {
    FieldTraits own = traits(field.fieldType());
    if (!own.equals(traits)) {
      traits = traits.and(name, own);
    }
    if (doc != newDoc) {
      doc = newDoc;
      inverted = false;
      valued = false;
      position = -1;
      length = 0;
      overlaps = 0;
    }
    if (own.options() != IndexOptions.NONE) {
      inverted = true;
      if (postings == null) {
        postings = new FieldInverter(layout(own.options()));
      }
      invert(field, analyzer);
    }
    if (own.values() != DocValuesType.NONE) {
      if (valued) {
        throw new IllegalArgumentException("field " + name + " has two doc values in a document");
      }
      valued = true;
      addValue(field, own.values());
    }
    return own;
  }

  private FieldTraits traits(IndexableFieldType type) {
    IndexOptions options = type.indexOptions();
    DocValuesType values = type.docValuesType();
    if (options == IndexOptions.NONE && values == DocValuesType.NONE && type.stored()) {
      return FieldTraits.NONE;
    }
    boolean supported =
        options != IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS
            && (values == DocValuesType.NONE
                || values == DocValuesType.NUMERIC
                || values == DocValuesType.SORTED)
            && !type.storeTermVectors()
            && type.pointDimensionCount() == 0
            && type.vectorDimension() == 0
            && (type.omitNorms() || options != IndexOptions.DOCS);
    if (!supported) {
      throw new IllegalArgumentException(
          "field "
              + name
              + " is "
              + type
              + "; supported are positions, frequencies, numeric and sorted doc values");
    }
    return new FieldTraits(options, options != IndexOptions.NONE && !type.omitNorms(), values);
  }

  private static FieldInverter.Layout layout(IndexOptions options) {
    return switch (options) {
      case DOCS -> FieldInverter.Layout.DOCS;
      case DOCS_AND_FREQS -> FieldInverter.Layout.FREQUENCIES;
      default -> FieldInverter.Layout.POSITIONS;
    };
  }

  /** As IndexWriter does; see {@link FieldInvertState}. */
  private void invert(IndexableField field, Analyzer analyzer) throws IOException {
    if (field.invertableType() == InvertableType.BINARY) {
      length++;
      position++;
      postings.add(field.binaryValue(), postings.hasPositions() ? position : 1);
      return;
    }
    try (TokenStream stream = field.tokenStream(analyzer, reused)) {
      reused = stream;
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      FormAttribute form = stream.addAttribute(FormAttribute.class);
      PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
      TermFrequencyAttribute frequency = stream.addAttribute(TermFrequencyAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        int step = increment.getPositionIncrement();
        position += step;
        if (position < 0 || position > IndexWriter.MAX_POSITION) {
          throw new IllegalArgumentException("illegal position " + position + " in field " + name);
        }
        overlaps += step == 0 ? 1 : 0;
        length = Math.addExact(length, frequency.getTermFrequency());
        postings.add(
            form.get(), term, postings.hasPositions() ? position : frequency.getTermFrequency());
      }
      stream.end();
      position += increment.getPositionIncrement();
    }
    if (field.fieldType().tokenized()) {
      position += analyzer.getPositionIncrementGap(name);
    }
  }

  private void addValue(IndexableField field, DocValuesType type) {
    if (type == DocValuesType.NUMERIC) {
      if (numbers == null) {
        numbers = new LongColumn();
      }
      numbers.add(doc, field.numericValue().longValue());
    } else {
      if (sorted == null) {
        sorted = new FieldInverter(FieldInverter.Layout.DOCS);
      }
      sorted.add(field.binaryValue(), 0);
      sorted.endDocument(doc);
    }
  }

  /** Ends a document that had the field. */
  void endDocument(Similarity similarity) {
    if (!inverted) {
      return;
    }
    postings.endDocument(doc);
    if (traits.norms()) {
      if (norms == null) {
        norms = new LongColumn();
      }
      FieldInvertState state =
          new FieldInvertState(
              Version.LATEST.major, name, traits.options(), position, length, overlaps, 0, 0, 0);
      norms.add(doc, length == 0 ? 0 : similarity.computeNorm(state));
    }
  }

  /** Memory in use, without the memory that a flush needs. */
  long ramBytesUsed() {
    return (postings == null ? 0 : postings.ramBytesUsed())
        + (sorted == null ? 0 : sorted.ramBytesUsed())
        + (numbers == null ? 0 : numbers.ramBytesUsed())
        + (norms == null ? 0 : norms.ramBytesUsed());
  }

  /** Further memory needed during a flush. */
  long ramBytesToFlush() {
    return Math.max(
        postings == null ? 0 : postings.ramBytesToFlush(),
        sorted == null ? 0 : sorted.ramBytesToFlush());
  }

  /** Writes everything; the field cannot be used afterwards. */
  void flush(Placement place, int shards, long run, RecordSink sink, SortBuffer buffer)
      throws IOException {
    flush(norms, Section.NORMS, place, shards, run, sink);
    flush(numbers, Section.NUMERIC, place, shards, run, sink);
    flush(sorted, Section.SORTED, place, shards, run, sink, buffer);
    flush(postings, Section.POSTINGS, place, shards, run, sink, buffer);
  }

  private void flush(
      LongColumn column, Section section, Placement place, int shards, long run, RecordSink sink)
      throws IOException {
    if (column == null) {
      return;
    }
    ColumnWriter[] writers = new ColumnWriter[shards];
    for (int i = 0; i < shards; i++) {
      writers[i] = new ColumnWriter(sink, i, section, number, run);
    }
    column.flush(place, writers);
    for (ColumnWriter writer : writers) {
      writer.flush();
    }
  }

  private void flush(
      FieldInverter inverter,
      Section section,
      Placement place,
      int shards,
      long run,
      RecordSink sink,
      SortBuffer buffer)
      throws IOException {
    if (inverter == null) {
      return;
    }
    PostingsWriter[] writers = new PostingsWriter[shards];
    for (int i = 0; i < shards; i++) {
      writers[i] = new PostingsWriter(sink, i, section, number, traits, run);
    }
    inverter.flush(place, writers, buffer);
    for (PostingsWriter writer : writers) {
      writer.flush();
    }
  }
}
