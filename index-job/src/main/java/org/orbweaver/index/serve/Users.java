package org.orbweaver.index.serve;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those that use an opened build: its owner and each question. The last to go closes it. */
final class Users {
  private static final Logger LOG = LoggerFactory.getLogger(Users.class);

  private final Closeable build;
  private final AtomicInteger count = new AtomicInteger(1);

  Users(Closeable build) {
    this.build = build;
  }

  /** To be followed by a release, unless it is false because the build is closed. */
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
