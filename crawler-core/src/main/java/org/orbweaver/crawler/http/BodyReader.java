package org.orbweaver.crawler.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hc.core5.http.HttpEntity;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * Reads a body within its limits: bytes, time, and the minimum rate. The bytes read before a limit
 * is reached are kept.
 *
 * <p>Three limits end slow responses. A wait for the next byte, of the head or of the body, ends
 * after {@code http.timeout}. This class ends a slow body, from 10 s after the start of the
 * request. A slow head, and any other delay, ends with {@code orbweaver.fetch.deadline.ms}.
 */
final class BodyReader {
  /** The time after the start of a request from which the rate of its body is checked. */
  static final long GRACE_NANOS = 10_000_000_000L;

  private final int limit;
  private final int minRate;
  private final long start;
  private final LongSupplier clock;
  private final BooleanSupplier late;

  private byte[] bytes;
  private int length;
  private Truncation truncation = Truncation.NONE;

  /**
   * A reader of one body.
   *
   * @param limit bytes to keep
   * @param minRate bytes a second, 0 for any
   * @param start of the request, on the clock
   * @param clock monotonic, nanoseconds
   * @param late whether the deadline has passed
   */
  BodyReader(int limit, int minRate, long start, LongSupplier clock, BooleanSupplier late) {
    this.limit = limit;
    this.minRate = minRate;
    this.start = start;
    this.clock = clock;
    this.late = late;
  }

  /**
   * Reads the body.
   *
   * @param cancel closes the connection; called when the rest of the body is dropped, since closing
   *     its stream would first read it to its end
   */
  void read(HttpEntity entity, Runnable cancel) {
    long announced = entity.getContentLength();
    long first = announced < 0 ? 16 << 10 : Math.min(announced, 1 << 20);
    bytes = new byte[(int) Math.min(limit, Math.max(1, first))];
    try (InputStream in = entity.getContent()) {
      while (truncation == Truncation.NONE && readMore(in)) {
        if (isTooSlow()) {
          truncation = Truncation.TIME;
        }
      }
      if (truncation != Truncation.NONE) {
        cancel.run();
      }
    } catch (IOException e) {
      if (truncation == Truncation.NONE) {
        truncation = late.getAsBoolean() ? Truncation.TIME : Truncation.DISCONNECT;
      }
    }
  }

  /** Returns false at the end of the body. */
  private boolean readMore(InputStream in) throws IOException {
    if (length < bytes.length) {
      int n = in.read(bytes, length, bytes.length - length);
      length += Math.max(0, n);
      return n >= 0;
    }
    int next = in.read();
    if (next < 0) {
      return false;
    }
    if (length == limit) {
      truncation = Truncation.LENGTH;
    } else {
      bytes = Arrays.copyOf(bytes, (int) Math.min(limit, 2L * length + 16));
      bytes[length++] = (byte) next;
    }
    return true;
  }

  /**
   * Measured over the time after the grace period, so that a server that takes time to compute its
   * answer is not cut short.
   */
  private boolean isTooSlow() {
    double judged = (clock.getAsLong() - start - GRACE_NANOS) / 1e9;
    return judged > 0 && length < minRate * judged;
  }

  byte[] bytes() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  Truncation truncation() {
    return truncation;
  }
}
