package org.orbweaver.index.serve;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the users of an opened build: its owner and each question. The last to release it closes
 * it.
 */
final class ReferenceCount {
  private static final Logger LOG = LoggerFactory.getLogger(ReferenceCount.class);

  private final Closeable build;
  private final AtomicInteger count = new AtomicInteger(1);

  ReferenceCount(Closeable build) {
    this.build = build;
  }

  /** Registers a user, who must release it; false if the build is closed. */
  boolean use() {
    return count.getAndUpdate(n -> n == 0 ? 0 : n + 1) > 0;
  }

  void release() {
    if (count.decrementAndGet() == 0) {
      try {
        build.close();
      } catch (IOException e) {
        LOG.warn("cannot close an index", e);
      }
    }
  }
}
