package org.orbweaver.index.codec;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.NormsConsumer;
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.EmptyDocValuesProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.TrackingDirectoryWrapper;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * Writes a Lucene index of one segment from the sorted records of inverted runs, in one pass over
 * them and without an IndexWriter.
 *
 * <p>Documents are in the order of runs. Memory does not grow with the postings: one record of each
 * run ({@value RecordBuffer#TARGET_BYTES} bytes), one column of doc values at a time (up to eight
 * bytes a document), and the codec's index of terms.
 */
public final class SegmentWriter {
  private static final String NAME = "_0";

  private final Directory directory;
  private final Directory sides;
  private final List<String> fields;
  private final byte[] id;

  /**
   * @param directory an empty one
   * @param sides has the side files that {@link StoredFieldsRun} wrote
   * @param fields names of all fields, ascending, as given to {@link
   *     org.orbweaver.index.invert.Inverter}
   * @param id the segment's, 16 bytes, that no other segment has
   */
  public SegmentWriter(Directory directory, Directory sides, List<String> fields, byte[] id) {
    if (id.length != StringHelper.ID_LENGTH) {
      throw new IllegalArgumentException(
          "illegal id of " + id.length + " bytes, must have " + StringHelper.ID_LENGTH);
    }
    this.directory = directory;
    this.sides = sides;
    this.fields = fields;
    this.id = id.clone();
  }

  /**
   * Writes and commits the index.
   *
   * @return its number of documents
   */
  public int write(RecordSource records) throws IOException {
    SegmentSource source = new SegmentSource(records, fields);
    if (source.docs() == 0) {
      Segments.commit(directory, null, id);
      return 0;
    }
    TrackingDirectoryWrapper tracked = new TrackingDirectoryWrapper(directory);
    SegmentInfo segment = Segments.info(directory, NAME, source.docs(), id);
    FieldInfos infos = source.infos(fields);
    SegmentWriteState state =
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, tracked, segment, infos, null, IOContext.DEFAULT);

    StoredFieldsRun.Merger stored = new StoredFieldsRun.Merger(directory, sides);
    stored.take(source);
    stored.merge(tracked, segment, infos);
    if (infos.hasNorms()) {
      writeNorms(source, state);
    }
    if (infos.hasDocValues()) {
      writeDocValues(source, state);
    }
    if (infos.hasPostings()) {
      writePostings(source, state);
    }
    if (source.hasMore()) {
      throw new IllegalStateException("records out of order: " + source.key());
    }
    Segments.CODEC.fieldInfosFormat().write(tracked, segment, "", infos, IOContext.DEFAULT);
    segment.setFiles(new HashSet<>(tracked.getCreatedFiles()));
    Segments.CODEC.segmentInfoFormat().write(tracked, segment, IOContext.DEFAULT);
    Segments.commit(directory, segment, id);
    return source.docs();
  }

  private static void writeNorms(SegmentSource source, SegmentWriteState state) throws IOException {
    try (NormsConsumer out = Segments.CODEC.normsFormat().normsConsumer(state)) {
      for (FieldInfo field : state.fieldInfos) {
        if (field.hasNorms()) {
          NumberColumn column = new NumberColumn(source, Section.NORMS, field.number);
          out.addNormsField(
              field,
              new NormsProducer() {
                @Override
                public NumericDocValues getNorms(FieldInfo same) {
                  return column.iterate();
                }

                @Override
                public void checkIntegrity() {}

                @Override
                public void close() {}
              });
        }
      }
    }
  }

  private static void writeDocValues(SegmentSource source, SegmentWriteState state)
      throws IOException {
    try (DocValuesConsumer out = Segments.CODEC.docValuesFormat().fieldsConsumer(state)) {
      for (FieldInfo field : state.fieldInfos) {
        if (field.getDocValuesType() == DocValuesType.NUMERIC) {
          NumberColumn column = new NumberColumn(source, Section.NUMERIC, field.number);
          out.addNumericField(
              field,
              new EmptyDocValuesProducer() {
                @Override
                public NumericDocValues getNumeric(FieldInfo same) {
                  return column.iterate();
                }
              });
        }
      }
      for (FieldInfo field : state.fieldInfos) {
        if (field.getDocValuesType() == DocValuesType.SORTED) {
          TermColumn.write(source, field, state.segmentInfo.dir, out);
        }
      }
    }
  }

  /** Norms are read back from the written files: impacts are computed from them. */
  private void writePostings(SegmentSource source, SegmentWriteState state) throws IOException {
    SegmentReadState written =
        new SegmentReadState(
            state.directory, state.segmentInfo, state.fieldInfos, IOContext.DEFAULT);
    try (NormsProducer norms =
            state.fieldInfos.hasNorms()
                ? Segments.CODEC.normsFormat().normsProducer(written)
                : null;
        FieldsConsumer out = Segments.CODEC.postingsFormat().fieldsConsumer(state)) {
      out.write(new StreamedFields(source, fields), norms);
    }
  }
}
