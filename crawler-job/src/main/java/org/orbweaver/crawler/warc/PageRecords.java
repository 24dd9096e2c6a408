package org.orbweaver.crawler.warc;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The entries of a WARC file without the answers to requests other than GET: the answer to a form
 * or a script is not the page at its URL. An answer whose request is not in the file counts as a
 * page.
 *
 * <p>Programs write a request before or after its response, with no other response in between. So
 * each capture is held back until the next one, and a second body is in memory.
 */
final class PageRecords {
  /**
   * The number of ids kept of requests that precede their responses; the records of one connection
   * are adjacent.
   */
  private static final int REMEMBERED = 1000;

  private final WarcFile file;

  private final Set<String> others =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > REMEMBERED;
            }
          });

  private WarcFile.WarcEntry held;

  PageRecords(WarcFile file) {
    this.file = file;
  }

  /** The next entry; null at the end. */
  WarcFile.WarcEntry next() throws IOException {
    while (true) {
      WarcFile.WarcEntry entry = file.next();
      if (entry == null) {
        WarcFile.WarcEntry last = held;
        held = null;
        return last;
      }
      if (entry.exchange() != null && entry.exchange().isForSomethingElse()) {
        others.addAll(entry.exchange().ids());
        held = held == null ? null : checked(held);
      }
      if (entry.capture() == null) {
        return entry;
      }
      WarcFile.WarcEntry before = held;
      held = checked(entry);
      if (before != null) {
        return before;
      }
    }
  }

  /** The entry, without its capture if that answers a request other than GET. */
  private WarcFile.WarcEntry checked(WarcFile.WarcEntry entry) {
    return entry.exchange().ids().stream().anyMatch(others::contains)
        ? new WarcFile.WarcEntry(entry.offset(), null, null, entry.exchange())
        : entry;
  }
}
