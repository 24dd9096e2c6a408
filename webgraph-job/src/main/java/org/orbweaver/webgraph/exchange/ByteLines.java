package org.orbweaver.webgraph.exchange;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.zip.ZipException;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.math.NumberUtils;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

/**
 * Splits consecutive byte streams into lines, and a line into words at blanks and tabs. Line ends
 * are LF or CRLF. A last line without an end counts if it is not empty.
 */
final class ByteLines implements Closeable {
  /** No link file has a longer word; the URLs of a crawl are shorter. */
  private static final int MAX_WORD = 1 << 20;

  /** The characters of a decimal number; Java would also accept {@code NaN} and {@code 1f}. */
  private static final String DECIMAL = "0123456789.+-eE";

  private final Iterator<LinkFiles.LinkFile> sources;
  private InputStream in = InputStream.nullInputStream();
  private String file = "";
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private long line;
  private boolean open;
  private boolean lineEnd = true;

  private byte[] word = new byte[256];
  private int length;

  ByteLines(List<LinkFiles.LinkFile> sources) {
    this.sources = sources.iterator();
  }

  /** Moves to the next line, skipping the rest of this one; false at the end of the last file. */
  boolean nextLine() throws IOException {
    while (open) {
      skipLine();
    }
    while (position == limit && !fill()) {
      if (!sources.hasNext()) {
        return false;
      }
      in.close();
      LinkFiles.LinkFile next = sources.next();
      file = next.name();
      line = 0;
      in = next.open();
    }
    line++;
    open = true;
    return true;
  }

  /** The number of the current line in its file, from 1. */
  long line() {
    return line;
  }

  /** True if the last byte read ended a line, so that the last line is complete. */
  boolean endedWithLineEnd() {
    return lineEnd;
  }

  private void skipLine() throws IOException {
    while (open) {
      int b = read();
      if (b < 0 || b == '\n') {
        lineEnd = b == '\n';
        open = false;
      }
    }
  }

  /** Moves to the next word of the line; false if there is none. */
  boolean nextWord() throws IOException {
    if (!open) {
      return false;
    }
    int b = read();
    while (b == ' ' || b == '\t' || b == '\r') {
      b = read();
    }
    length = 0;
    while (b >= 0 && b != '\n' && b != ' ' && b != '\t' && b != '\r') {
      if (length == word.length) {
        if (length >= MAX_WORD) {
          throw failed("a word longer than " + MAX_WORD + " bytes");
        }
        word = Arrays.copyOf(word, 2 * length);
      }
      word[length++] = (byte) b;
      b = read();
    }
    if (b < 0 || b == '\n') {
      lineEnd = b == '\n';
      open = false;
    }
    return length > 0;
  }

  /** The current word's bytes, in the first {@link #length()} places; valid until the next word. */
  byte[] word() {
    return word;
  }

  int length() {
    return length;
  }

  /** The current word as a node's number. */
  int number() {
    long value = 0;
    boolean good = length > 0 && length <= 10;
    for (int i = 0; good && i < length; i++) {
      int digit = word[i] - '0';
      good = digit >= 0 && digit <= 9;
      value = 10 * value + digit;
    }
    if (!good || value >= Integer.MAX_VALUE) {
      throw failed("expected a node number, got " + shown());
    }
    return (int) value;
  }

  /** The current word as a link's weight: a decimal number above 0 in the range of a float. */
  double weight() {
    String text = new String(word, 0, length, StandardCharsets.US_ASCII);
    double value =
        StringUtils.containsOnly(text, DECIMAL)
            ? NumberUtils.toDouble(text, Double.NaN)
            : Double.NaN;
    float kept = (float) value;
    // Written so that NaN fails, too.
    if (!(kept > 0 && kept <= Float.MAX_VALUE)) {
      throw failed("expected a weight (a finite number above 0), got " + shown());
    }
    return value;
  }

  /** The current word in quotes, truncated if long; for messages. */
  String shown() {
    return "'"
        + Console.safe(new String(word, 0, Math.min(length, 40), StandardCharsets.UTF_8))
        + (length > 40 ? "…'" : "'");
  }

  OrbException failed(String what) {
    return OrbException.failed(place(line) + ": " + what);
  }

  /** A line of the current file, for later messages about it. */
  String place(long atLine) {
    return file + ", line " + atLine;
  }

  private int read() throws IOException {
    if (position == limit && !fill()) {
      return -1;
    }
    return buffer[position++] & 0xff;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = 0;
    try {
      limit = Math.max(0, in.read(buffer, 0, buffer.length));
    } catch (EOFException | ZipException e) {
      throw OrbException.failed(
          place(open ? line : line + 1) + ": damaged gzip file: " + e.getMessage(), e);
    }
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
