package org.orbweaver.crawler.page;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the encoding that a page of markup declares about itself, by the HTML standard's <a
 * href="https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding">
 * prescan</a>. The standard looks at 1,024 bytes and leaves later declarations to the parser, which
 * begins again when it meets one. Here the scan goes on instead, and beyond those bytes passes over
 * the contents of scripts, styles, titles and text areas, as the parser would. Linear in time.
 */
final class EncodingPrescan {

  private static final int STANDARD_BYTES = 1024;
  private static final int MAX_BYTES = 1 << 16;
  private static final Set<String> RAW_TEXT = Set.of("script", "style", "title", "textarea");

  /** The value of the last attribute that {@link #attribute} found. */
  private final StringBuilder value = new StringBuilder();

  private final byte[] bytes;
  private final int end;
  private int at;

  private EncodingPrescan(byte[] bytes) {
    this.bytes = bytes;
    this.end = Math.min(bytes.length, MAX_BYTES);
  }

  /** The encoding that meta elements, or else the XML declaration, declare, or null. */
  static Encoding find(byte[] bytes) {
    Encoding declared = new EncodingPrescan(bytes).meta();
    return declared != null ? declared : xmlDeclaration(bytes);
  }

  private Encoding meta() {
    while (at < end) {
      if (bytes[at] != '<') {
        at++;
      } else if (startsWith(bytes, at, "<!--")) {
        at += 2;
        skipBehind("-->");
      } else if (startsWith(bytes, at, "<meta") && isSpaceOrSlash(byteAt(at + 5))) {
        at += 5;
        Encoding declared = ofMeta();
        if (declared != null) {
          return declared;
        }
      } else if (isLetter(byteAt(at + 1)) || (byteAt(at + 1) == '/' && isLetter(byteAt(at + 2)))) {
        tag();
      } else if (byteAt(at + 1) == '!' || byteAt(at + 1) == '/' || byteAt(at + 1) == '?') {
        skipBehind(">");
      } else {
        at++;
      }
    }
    return null;
  }

  private void tag() {
    int start = at + 1;
    while (at < end && !isSpace(bytes[at]) && bytes[at] != '>') {
      at++;
    }
    String name = lower(start, Math.min(at, start + 9));
    while (attribute() != null) {
      // Attributes are passed over, for the sake of the quotes around their values.
    }
    if (start > STANDARD_BYTES && RAW_TEXT.contains(name)) {
      skipBehind("</" + name);
    }
  }

  private Encoding ofMeta() {
    Set<String> seen = new HashSet<>();
    boolean isPragma = false;
    boolean needsPragma = false;
    boolean found = false;
    Encoding encoding = null;
    for (String name = attribute(); name != null; name = attribute()) {
      if (!seen.add(name)) {
        continue;
      }
      switch (name) {
        case "http-equiv" -> isPragma = value.toString().equals("content-type");
        case "content" -> {
          Encoding inContent = Encoding.forLabel(labelIn(value.toString()));
          if (!found && inContent != null) {
            found = true;
            needsPragma = true;
            encoding = inContent;
          }
        }
        case "charset" -> {
          found = true;
          needsPragma = false;
          encoding = Encoding.forLabel(value.toString());
        }
        default -> {}
      }
    }
    boolean counts = at < end && found && (isPragma || !needsPragma);
    return counts ? asAsciiShows(encoding) : null;
  }

  /** A declaration that was read as ASCII cannot be right about UTF-16. */
  private static Encoding asAsciiShows(Encoding declared) {
    if (declared == null) {
      return null;
    }
    if (declared.isUtf16()) {
      return Encoding.UTF_8;
    }
    return declared.name().equals("x-user-defined") ? Encoding.WINDOWS_1252 : declared;
  }

  /**
   * Reads an attribute and leaves its value in {@link #value}, both in lower case.
   *
   * @return its name, or null at the tag's or the scan's end
   */
  private String attribute() {
    value.setLength(0);
    while (at < end && isSpaceOrSlash(bytes[at])) {
      at++;
    }
    if (at >= end || bytes[at] == '>') {
      return null;
    }
    int start = at;
    while (at < end && !(bytes[at] == '=' && at > start) && !endsName(bytes[at])) {
      at++;
    }
    String name = lower(start, at);
    skipSpaces();
    if (at < end && bytes[at] == '=') {
      at++;
      skipSpaces();
      value();
    }
    return at < end ? name : null;
  }

  private void value() {
    if (at >= end) {
      return;
    }
    byte quote = bytes[at];
    int start;
    if (quote == '"' || quote == '\'') {
      start = ++at;
      while (at < end && bytes[at] != quote) {
        at++;
      }
      value.append(lower(start, at));
      at++;
    } else {
      start = at;
      while (at < end && bytes[at] != '>' && !isSpace(bytes[at])) {
        at++;
      }
      value.append(lower(start, at));
    }
  }

  /** The label in a content attribute: {@code text/html; charset=label}; null when none. */
  private static String labelIn(String content) {
    int i = content.indexOf("charset");
    while (i >= 0) {
      i = skipSpaces(content, i + 7);
      if (i < content.length() && content.charAt(i) == '=') {
        i = skipSpaces(content, i + 1);
        char first = i < content.length() ? content.charAt(i) : ' ';
        if (first == '"' || first == '\'') {
          int close = content.indexOf(first, i + 1);
          return close < 0 ? null : content.substring(i + 1, close);
        }
        int close = i;
        while (close < content.length() && !isSpace(content.charAt(close))) {
          if (content.charAt(close) == ';') {
            break;
          }
          close++;
        }
        return content.substring(i, close);
      }
      i = content.indexOf("charset", i);
    }
    return null;
  }

  private static int skipSpaces(String content, int from) {
    int i = from;
    while (i < content.length() && isSpace(content.charAt(i))) {
      i++;
    }
    return i;
  }

  /** The encoding of {@code <?xml … encoding="label"?>} at the very beginning, or null. */
  static Encoding xmlDeclaration(byte[] bytes) {
    if (startsWith(bytes, 0, "<\0?\0x\0")) {
      return Encoding.UTF_16LE;
    }
    if (startsWith(bytes, 0, "\0<\0?\0x")) {
      return Encoding.UTF_16BE;
    }
    if (!startsWith(bytes, 0, "<?xml")) {
      return null;
    }
    String head =
        new String(bytes, 0, Math.min(bytes.length, STANDARD_BYTES), StandardCharsets.ISO_8859_1);
    int close = head.indexOf('>');
    int i = head.indexOf("encoding");
    if (i < 0 || i > close) {
      return null;
    }
    i = skipSpaces(head, i + 8);
    if (head.charAt(i) != '=') {
      return null;
    }
    i = skipSpaces(head, i + 1);
    char quote = head.charAt(i);
    int endQuote = head.indexOf(quote, i + 1);
    boolean quoted = (quote == '"' || quote == '\'') && endQuote > 0 && endQuote < close;
    return quoted ? asAsciiShows(Encoding.forLabel(head.substring(i + 1, endQuote))) : null;
  }

  private int byteAt(int index) {
    return index < end ? bytes[index] : -1;
  }

  private String lower(int from, int to) {
    StringBuilder lower = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      lower.append((char) (bytes[i] >= 'A' && bytes[i] <= 'Z' ? bytes[i] + 32 : bytes[i] & 0xFF));
    }
    return lower.toString();
  }

  private void skipSpaces() {
    while (at < end && isSpace(bytes[at])) {
      at++;
    }
  }

  private void skipBehind(String mark) {
    while (at < end && !startsWith(bytes, at, mark)) {
      at++;
    }
    at += mark.length();
  }

  /** Whether these bytes stand there, in ASCII, the letters in either case. */
  private static boolean startsWith(byte[] bytes, int from, String ascii) {
    if (bytes.length - from < ascii.length()) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      int b = bytes[from + i];
      if ((isLetter(b) ? b | 32 : b) != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean endsName(int b) {
    return isSpaceOrSlash(b) || b == '>';
  }

  private static boolean isSpaceOrSlash(int b) {
    return isSpace(b) || b == '/';
  }

  private static boolean isSpace(int b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f';
  }

  private static boolean isLetter(int b) {
    return (b | 32) >= 'a' && (b | 32) <= 'z';
  }
}
