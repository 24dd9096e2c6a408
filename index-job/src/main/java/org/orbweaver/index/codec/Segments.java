package org.orbweaver.index.codec;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.codecs.lucene90.compressing.Lucene90CompressingStoredFieldsFormat;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.Version;

/** The codec of all shards, and the commit of an index of one segment. */
public final class Segments {
  /**
   * Lucene's own, with stored text compressed for size rather than speed, but not at any price; by
   * its name, readers find Lucene's.
   */
  public static final Codec CODEC =
      new FilterCodec("Lucene912", new Lucene912Codec(Lucene912Codec.Mode.BEST_COMPRESSION)) {
        private final StoredFieldsFormat format = new QuickStoredFields();

        @Override
        public StoredFieldsFormat storedFieldsFormat() {
          return format;
        }
      };

  /**
   * The format of {@link Lucene90StoredFieldsFormat} for the best compression, in chunks of half
   * the size: reading a page takes half to two thirds of the time, for 5 % more bytes.
   */
  private static final class QuickStoredFields extends StoredFieldsFormat {
    private static final int CHUNK_BYTES = 240 << 10;

    private static final int MOST_DOCS = 4096;

    private static final int INDEX_SHIFT = 10;

    private final StoredFieldsFormat format =
        new Lucene90CompressingStoredFieldsFormat(
            "Lucene90StoredFieldsHighData",
            new QuickDeflate(),
            CHUNK_BYTES,
            MOST_DOCS,
            INDEX_SHIFT);

    @Override
    public StoredFieldsReader fieldsReader(
        Directory directory, SegmentInfo segment, FieldInfos fields, IOContext context)
        throws IOException {
      // With the writer's object for the compression, so that merges copy compressed blocks.
      return format.fieldsReader(directory, segment, fields, context);
    }

    @Override
    public StoredFieldsWriter fieldsWriter(
        Directory directory, SegmentInfo segment, IOContext context) throws IOException {
      segment.putAttribute(
          Lucene90StoredFieldsFormat.MODE_KEY,
          Lucene90StoredFieldsFormat.Mode.BEST_COMPRESSION.name());
      return format.fieldsWriter(directory, segment, context);
    }
  }

  private Segments() {}

  static SegmentInfo info(Directory directory, String name, int docs, byte[] id) {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        name,
        docs,
        false,
        false,
        CODEC,
        Map.of(),
        id,
        new HashMap<>(),
        null);
  }

  /** Commits an index of one segment, or of none if it is null. */
  static void commit(Directory directory, SegmentInfo segment, byte[] id) throws IOException {
    SegmentInfos infos = new SegmentInfos(Version.LATEST.major);
    if (segment != null) {
      infos.counter = 1;
      infos.add(new SegmentCommitInfo(segment, 0, 0, -1, -1, -1, id));
    }
    infos.commit(directory);
  }
}
