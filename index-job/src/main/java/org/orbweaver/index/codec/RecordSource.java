package org.orbweaver.index.codec;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/** The records of all runs of a shard, in the order of their keys. */
public interface RecordSource {
  /** Advances to the next record; false at the end. */
  boolean next() throws IOException;

  RecordKey key();

  /** The record's bytes, valid until the next one. */
  BytesRef value();
}
