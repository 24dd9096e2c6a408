package org.orbweaver.crawler.fetch.spill;

import java.io.IOException;

/** Takes rows. */
@FunctionalInterface
public interface RowSink {
  /** Takes a row, which is its from now on. */
  void accept(Row row) throws IOException;
}
