package org.orbweaver.index.codec;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Version;

/** The codec of all shards, and the commit of an index of one segment. */
public final class Segments {
  /** Lucene's own, with stored text compressed for size rather than speed. */
  public static final Codec CODEC = new Lucene912Codec(Lucene912Codec.Mode.BEST_COMPRESSION);

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
