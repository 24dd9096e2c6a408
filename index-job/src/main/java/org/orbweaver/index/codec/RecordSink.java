package org.orbweaver.index.codec;

import java.io.IOException;

/** Takes the records of runs. */
@FunctionalInterface
public interface RecordSink {
  /**
   * Takes one record.
   *
   * @param bytes valid during the call
   */
  void put(RecordKey key, byte[] bytes, int length) throws IOException;
}
