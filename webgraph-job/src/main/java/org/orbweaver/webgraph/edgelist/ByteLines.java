package org.orbweaver.webgraph.edgelist;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.orbweaver.common.cli.OrbException;

/**
 * Splits a byte stream into lines, and a line into words at blanks and tabs. Line ends are LF or
 * CRLF. A last line without an end counts if it is not empty.
 */
final class ByteLines {
  /** No link file has a longer word; the URLs of a crawl are shorter. */
  private static final int MAX_WORD = 1 << 20;

  private final InputStream in;
  private final String file;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private long line;
  private boolean open;

  private byte[] word = new byte[256];
  private int length;

  ByteLines(InputStream in, String file) {
    this.in = in;
    this.file = file;
  }

  /** Moves to the next line, behind what is left of this one; false at the end. */
  boolean nextLine() throws IOException {
    while (open) {
      skipLine();
    }
    if (position == limit && !fill()) {
      return false;
    }
    line++;
    open = true;
    return true;
  }

  /** The number of the current line, from 1. */
  long line() {
    return line;
  }

  private void skipLine() throws IOException {
    while (open) {
      int b = read();
      if (b < 0 || b == '\n') {
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
          throw failed("a word of more than " + MAX_WORD + " bytes");
        }
        word = Arrays.copyOf(word, 2 * length);
      }
      word[length++] = (byte) b;
      b = read();
    }
    if (b < 0 || b == '\n') {
      open = false;
    }
    return length > 0;
  }

  /** The current word's bytes, in the first {@link #length()} places; good until the next one. */
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
      String shown =
          new String(word, 0, Math.min(length, 40), java.nio.charset.StandardCharsets.UTF_8);
      throw failed("'" + shown + "' is not the number of a node");
    }
    return (int) value;
  }

  OrbException failed(String what) {
    return failed(line, what);
  }

  OrbException failed(long atLine, String what) {
    return OrbException.failed(file + ", line " + atLine + ": " + what);
  }

  private int read() throws IOException {
    if (position == limit && !fill()) {
      return -1;
    }
    return buffer[position++] & 0xff;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    return limit > 0;
  }
}
