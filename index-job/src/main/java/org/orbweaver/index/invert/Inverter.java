package org.orbweaver.index.invert;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.IndexOutput;
import org.orbweaver.index.codec.FieldTraits;
import org.orbweaver.index.codec.RecordSink;
import org.orbweaver.index.codec.RunCounts;
import org.orbweaver.index.codec.StoredFieldsRun;

/**
 * Inverts documents in memory and emits them as records, run by run.
 *
 * <p>It accepts these kinds of fields of {@link org.apache.lucene.index.IndexWriter}: text with
 * positions, terms with or without frequencies, numeric and sorted doc values, stored values. The
 * segment that {@link org.orbweaver.index.codec.SegmentWriter} makes of the records equals the one
 * that an IndexWriter would make of the documents.
 *
 * <p>Each text is analysed once, and all shards share one dictionary: documents are assigned to
 * shards when the postings are written. Not thread-safe.
 */
public final class Inverter {
  private final List<String> names;
  private final Analyzer analyzer;
  private final Similarity similarity;
  private final int shards;

  private final FieldInverter.SortBuffer sortBuffer = new FieldInverter.SortBuffer();

  private Placement place;
  private FieldRun[] fields;

  /** By shard and field; null if no document of the shard has the field. */
  private FieldTraits[][] traits;

  private StoredFieldsRun[] stored;

  /**
   * @param fields names of all fields, ascending, at most 256; a field's number is its place
   * @param analyzer for fields of text; how it analyses may change between documents
   * @param similarity computes the norms
   */
  public Inverter(List<String> fields, Analyzer analyzer, Similarity similarity, int shards) {
    if (fields.size() > 256 || !fields.equals(fields.stream().sorted().distinct().toList())) {
      throw new IllegalArgumentException(
          "illegal fields, must be ascending, distinct and at most 256: " + fields);
    }
    this.names = List.copyOf(fields);
    this.analyzer = analyzer;
    this.similarity = similarity;
    this.shards = shards;
    clear();
  }

  private void clear() {
    place = new Placement(shards);
    fields = new FieldRun[names.size()];
    traits = new FieldTraits[shards][names.size()];
    stored = new StoredFieldsRun[shards];
  }

  /**
   * Inverts a document. After an exception the inverter cannot be used any more.
   *
   * @param shard the document's shard
   * @throws IllegalArgumentException if a field is unknown or of a kind that is not supported, or
   *     if a term is longer than Lucene allows
   */
  public void add(int shard, Iterable<? extends IndexableField> document) throws IOException {
    int doc = place.add(shard);
    if (stored[shard] == null) {
      stored[shard] = new StoredFieldsRun(names);
    }
    stored[shard].startDocument();
    List<FieldRun> had = new ArrayList<>();
    for (IndexableField field : document) {
      int number = Collections.binarySearch(names, field.name());
      if (number < 0) {
        throw new IllegalArgumentException(
            "unknown field " + field.name() + ", known are " + names);
      }
      if (fields[number] == null) {
        fields[number] = new FieldRun(field.name(), number);
      }
      FieldTraits own = fields[number].add(doc, field, analyzer);
      FieldTraits known = traits[shard][number];
      if (!own.equals(known)) {
        traits[shard][number] = known == null ? own : known.and(field.name(), own);
      }
      if (!had.contains(fields[number])) {
        had.add(fields[number]);
      }
      if (field.fieldType().stored()) {
        stored[shard].add(number, field.storedValue());
      }
    }
    for (FieldRun field : had) {
      field.endDocument(similarity);
    }
    stored[shard].finishDocument();
  }

  /** Documents added since the last flush. */
  public int docs() {
    return place.docs();
  }

  /** Memory in use, plus that of the next flush, in bytes. */
  public long ramBytesUsed() throws IOException {
    long used = 0;
    long most = 0;
    for (FieldRun field : fields) {
      if (field != null) {
        used += field.ramBytesUsed();
        most = Math.max(most, field.ramBytesToFlush());
      }
    }
    for (StoredFieldsRun of : stored) {
      used += of == null ? 0 : of.ramBytesUsed();
    }
    return used + most;
  }

  /**
   * Writes the documents added since the last flush, if any. Records of a field come in the order
   * of their keys within each shard.
   *
   * @param run number of the run: no other run of the index has it, and documents of a shard are in
   *     the order of runs
   * @param side the stored fields are appended to it
   */
  public void flush(long run, RecordSink sink, IndexOutput side) throws IOException {
    for (int shard = 0; shard < shards; shard++) {
      if (place.docs(shard) > 0) {
        new RunCounts(place.docs(shard), traits[shard]).write(sink, shard, run);
        try (StoredFieldsRun of = stored[shard]) {
          of.flush(sink, side, shard, run);
        }
        stored[shard] = null;
      }
    }
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] != null) {
        fields[i].flush(place, shards, run, sink, sortBuffer);
        fields[i] = null;
      }
    }
    clear();
  }
}
