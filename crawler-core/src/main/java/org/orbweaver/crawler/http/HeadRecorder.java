package org.orbweaver.crawler.http;

import java.util.Arrays;

/**
 * Records the bytes of a response's head while a connection's buffer is filled. The buffer reads
 * ahead into the body, so the head is all that was read without the bytes that are left in the
 * buffer.
 *
 * <p>It holds bytes only from the first one of a head to its last, at most {@link HttpHeads#LIMIT}:
 * thousands of connections are open.
 */
final class HeadRecorder {
  private static final byte[] NONE = new byte[0];

  private byte[] bytes = NONE;

  /** The number of bytes read so far, of which {@link #bytes} has the first ones. */
  private long total;

  /** Bytes of the next head that were read with an interim one; null if they are not known. */
  private byte[] ahead;

  private boolean known;

  /**
   * Starts a head.
   *
   * @param buffered bytes of it that have been read already
   */
  void begin(int buffered) {
    known = buffered == 0 || (ahead != null && ahead.length == buffered);
    bytes = NONE;
    total = 0;
    if (buffered > 0 && known) {
      read(ahead, 0, buffered);
    }
    ahead = null;
  }

  /** Takes bytes that were read from the connection. */
  void read(byte[] from, int offset, int length) {
    int kept = (int) Math.min(total, HttpHeads.LIMIT);
    int more = Math.min(length, HttpHeads.LIMIT - kept);
    if (kept + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(kept + more, Math.min(HttpHeads.LIMIT, 2 * kept)));
    }
    System.arraycopy(from, offset, bytes, kept, more);
    total += length;
  }

  /**
   * Ends a head.
   *
   * @param unread bytes left in the buffer
   * @param interim whether another head follows
   * @return the head, at most {@link HttpHeads#LIMIT} bytes of it; null if its beginning is unknown
   */
  byte[] end(int unread, boolean interim) {
    long length = total - unread;
    if (interim && total <= HttpHeads.LIMIT && length >= 0) {
      ahead = Arrays.copyOfRange(bytes, (int) length, (int) total);
    }
    int kept = (int) Math.min(length, HttpHeads.LIMIT);
    int start = 0;
    // A server may send empty lines before the status line, which belong to no response.
    while (start < kept && (bytes[start] == '\r' || bytes[start] == '\n')) {
      start++;
    }
    byte[] head = known && kept > start ? Arrays.copyOfRange(bytes, start, kept) : null;
    bytes = NONE;
    return head;
  }

  /** Whether the head that ended last was longer than what was kept of it. */
  boolean isCut(int unread) {
    return total - unread > HttpHeads.LIMIT;
  }
}
