package org.orbweaver.index.codec;

import java.io.IOException;
import java.util.HashMap;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;

/**
 * The properties of a field, over all documents seen.
 *
 * @param options how it is inverted
 * @param norms whether its length is kept
 * @param values its doc values
 */
public record FieldTraits(IndexOptions options, boolean norms, DocValuesType values) {
  /** Stored, or nothing. */
  public static final FieldTraits NONE =
      new FieldTraits(IndexOptions.NONE, false, DocValuesType.NONE);

  /**
   * The union of both.
   *
   * @throws IllegalArgumentException if they differ and neither is absent
   */
  public FieldTraits and(String field, FieldTraits other) {
    boolean fit =
        (options == IndexOptions.NONE
                || other.options == IndexOptions.NONE
                || (options == other.options && norms == other.norms))
            && (values == DocValuesType.NONE
                || other.values == DocValuesType.NONE
                || values == other.values);
    if (!fit) {
      throw new IllegalArgumentException(
          "field " + field + " is " + this + " in one document and " + other + " in another");
    }
    return new FieldTraits(
        options == IndexOptions.NONE ? other.options : options,
        norms || other.norms,
        values == DocValuesType.NONE ? other.values : values);
  }

  boolean hasFrequencies() {
    return options.compareTo(IndexOptions.DOCS_AND_FREQS) >= 0;
  }

  boolean hasPositions() {
    return options == IndexOptions.DOCS_AND_FREQS_AND_POSITIONS;
  }

  FieldInfo info(String name, int number) {
    return new FieldInfo(
        name,
        number,
        false,
        options != IndexOptions.NONE && !norms,
        false,
        options,
        values,
        -1,
        new HashMap<>(),
        0,
        0,
        0,
        0,
        VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN,
        false,
        false);
  }

  void write(DataOutput out) throws IOException {
    out.writeString(options.name());
    out.writeByte((byte) (norms ? 1 : 0));
    out.writeString(values.name());
  }

  static FieldTraits read(DataInput in) throws IOException {
    return new FieldTraits(
        IndexOptions.valueOf(in.readString()),
        in.readByte() != 0,
        DocValuesType.valueOf(in.readString()));
  }
}
