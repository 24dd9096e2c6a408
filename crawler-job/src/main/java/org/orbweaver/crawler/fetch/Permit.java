package org.orbweaver.crawler.fetch;

import java.io.IOException;

/** Whether the task may go on contacting hosts. */
@FunctionalInterface
interface Permit {
  /** Always. */
  Permit GRANTED = () -> {};

  /**
   * Returns when it may.
   *
   * @throws IOException when it may no longer: another attempt may be at work on the same list
   */
  void check() throws IOException;
}
