package org.orbweaver.crawler.hosts;

import java.io.IOException;

/** Records about hosts, by key. Safe for use by many threads. */
public interface HostStore {
  /** Finds a record, or null. The caller must not change it. */
  byte[] find(String key) throws IOException;
}
