package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.aayushatharva.brotli4j.encoder.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * The fake web's response to a request, faults included. Immutable: each method gives a changed
 * copy, so that a response can be shared between paths and hosts.
 *
 * <p>Without any of the fault methods a response is a correct HTTP/1.1 response: Content-Length is
 * sent, HEAD gets no body, and a conditional request that matches the response's ETag or is not
 * older than its Last-Modified gets 304.
 */
public final class Response implements Cloneable {
  /** HTTP's own date format, RFC 9110 section 5.6.7. */
  static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final String HTML = "text/html; charset=utf-8";

  /** The kinds of premature end of a connection. */
  enum Cut {
    NONE,
    /** Closed in good order (FIN). */
    CLOSE,
    /** Reset (RST). */
    RESET
  }

  private int status = 200;
  private Map<String, String> headers = new LinkedHashMap<>();
  private byte[] body = {};
  private boolean endless;
  private boolean raw;
  private boolean close;
  private boolean hang;
  private boolean lengthless;
  private Cut cut = Cut.NONE;
  private long cutAfter = Long.MAX_VALUE;
  private long delayNanos;
  private int dripBytes;
  private long dripNanos;

  private Response() {}

  private Response copy() {
    try {
      Response copy = (Response) clone();
      copy.headers = new LinkedHashMap<>(headers);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** 200 with an HTML page in UTF-8. */
  public static Response html(String html) {
    return bytes(HTML, html.getBytes(UTF_8));
  }

  /** 200 with plain text in UTF-8. */
  public static Response text(String text) {
    return bytes("text/plain; charset=utf-8", text.getBytes(UTF_8));
  }

  /** 200 with these bytes; no Content-Type if {@code contentType} is empty. */
  public static Response bytes(String contentType, byte[] body) {
    Response a = new Response();
    a.body = body.clone();
    return contentType.isEmpty() ? a : a.header("Content-Type", contentType);
  }

  /** A generated page; the bytes are not copied. */
  static Response page(byte[] html, String etag, Instant modified, Duration delay) {
    Response a = new Response();
    a.delayNanos = delay.toNanos();
    a.body = html;
    a.headers.put("Content-Type", HTML);
    a.headers.put("ETag", etag);
    a.headers.put("Last-Modified", HTTP_DATE.format(modified));
    return a;
  }

  /** A status with a short page. */
  public static Response status(int status) {
    return html("<html><title>" + status + "</title><body>Status " + status + "</body></html>")
        .code(status);
  }

  /** 301, 302, 303, 307 or 308 to {@code location}, sent unchanged. */
  public static Response redirect(int status, String location) {
    return html("<a href=\"" + location + "\">moved</a>").code(status).header("Location", location);
  }

  /** A chunked body that goes on until the client closes the connection. */
  public static Response endless() {
    byte[] text =
        "<p>All work and no play makes Jack a dull boy.</p>\n".repeat(1300).getBytes(US_ASCII);
    Response a = new Response().header("Content-Type", HTML).header("Transfer-Encoding", "chunked");
    a.lengthless = true;
    a.body = chunk(text, 0, text.length);
    a.endless = true;
    return a;
  }

  /** The connection is closed without any byte of a response. */
  public static Response drop() {
    Response a = new Response();
    a.raw = true;
    a.close = true;
    return a;
  }

  /** The connection is reset without any byte of a response. */
  public static Response reset() {
    Response a = drop();
    a.cut = Cut.RESET;
    a.cutAfter = 0;
    return a;
  }

  /** No response at all: the connection stays open and silent until the client leaves. */
  public static Response hang() {
    Response a = new Response();
    a.hang = true;
    return a;
  }

  /** Another status code, with the same headers and body. */
  public Response code(int newStatus) {
    if (newStatus < 100 || newStatus > 999) {
      throw new IllegalArgumentException("illegal status: " + newStatus + ", must be 100 to 999");
    }
    Response a = copy();
    a.status = newStatus;
    return a;
  }

  /** Sets a header; {@code null} removes it. Neither name nor value is checked. */
  public Response header(String name, String value) {
    Response a = copy();
    a.headers.keySet().removeIf(name::equalsIgnoreCase);
    if (value != null) {
      a.headers.put(name, value);
    }
    return a;
  }

  /** Sets the Content-Type, unchecked, for instance with a charset that does not exist. */
  public Response contentType(String value) {
    return header("Content-Type", value);
  }

  /** Sets an entity tag, given with its quotes; matching requests with If-None-Match get 304. */
  public Response etag(String quoted) {
    return header("ETag", quoted);
  }

  /** Sets a Last-Modified date; requests with If-Modified-Since at or after it get 304. */
  public Response lastModified(Instant time) {
    return header("Last-Modified", HTTP_DATE.format(time));
  }

  /** Sets the time to the first byte. */
  public Response delay(Duration time) {
    Response a = copy();
    a.delayNanos = time.toNanos();
    return a;
  }

  /** Sends slow bytes: {@code bytes} of the body each {@code every}, the first at once. */
  public Response drip(int bytes, Duration every) {
    if (bytes < 1) {
      throw new IllegalArgumentException("illegal drip: " + bytes + " bytes, must be positive");
    }
    Response a = copy();
    a.dripBytes = bytes;
    a.dripNanos = every.toNanos();
    return a;
  }

  /** The connection is closed after so many bytes of the body, in good order (FIN). */
  public Response closeAfter(long bodyBytes) {
    Response a = copy();
    a.cut = Cut.CLOSE;
    a.cutAfter = bodyBytes;
    return a;
  }

  /** The connection is reset after so many bytes of the body. */
  public Response resetAfter(long bodyBytes) {
    Response a = copy();
    a.cut = Cut.RESET;
    a.cutAfter = bodyBytes;
    return a;
  }

  /** Sends Connection: close, and closes. */
  public Response close() {
    Response a = header("Connection", "close");
    a.close = true;
    return a;
  }

  /** Sends the body in chunks of {@code chunkBytes} (Transfer-Encoding: chunked). */
  public Response chunked(int chunkBytes) {
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    for (int from = 0; from < body.length; from += chunkBytes) {
      framed.writeBytes(chunk(body, from, Math.min(chunkBytes, body.length - from)));
    }
    framed.writeBytes("0\r\n\r\n".getBytes(US_ASCII));
    Response a = header("Transfer-Encoding", "chunked");
    a.lengthless = true;
    a.body = framed.toByteArray();
    return a;
  }

  /**
   * Compresses the body with gzip, whatever the client accepts, and sends Content-Encoding: gzip.
   */
  public Response gzip() {
    Response a = header("Content-Encoding", "gzip");
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    a.body = packed.toByteArray();
    return a;
  }

  /** Compresses the body with brotli and sends Content-Encoding: br. */
  Response brotli(int quality) {
    Response a = header("Content-Encoding", "br");
    try {
      a.body = Encoder.compress(body, new Encoder.Parameters().setQuality(quality));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return a;
  }

  int status() {
    return status;
  }

  /** Bytes of the body as sent over the wire; of an endless one, the largest number. */
  long length() {
    return endless ? Long.MAX_VALUE : body.length;
  }

  /** At most {@code max} bytes of the body, from a position before its end on. */
  ByteBuffer chunk(long position, int max) {
    int from = body.length == 0 ? 0 : (int) (position % body.length);
    return ByteBuffer.wrap(body, from, Math.min(max, body.length - from));
  }

  boolean closes() {
    return close;
  }

  boolean hangs() {
    return hang;
  }

  boolean isRaw() {
    return raw;
  }

  Cut cut() {
    return cut;
  }

  /** Bytes of the body after which the connection is cut. */
  long cutAfter() {
    return cutAfter;
  }

  long delayNanos() {
    return delayNanos;
  }

  int dripBytes() {
    return dripBytes;
  }

  long dripNanos() {
    return dripNanos;
  }

  /** True if a conditional request is answered by 304. */
  boolean notModifiedFor(Map<String, String> request) {
    if (raw || status != 200) {
      return false;
    }
    String tags = request.get("if-none-match");
    if (tags != null) {
      // RFC 9110 13.1.3: with If-None-Match, the date does not count
      String tag = headers.get("ETag");
      return tag != null
          && (tags.equals("*") || Arrays.asList(tags.split(" *, *", -1)).contains(tag));
    }
    String since = request.get("if-modified-since");
    String modified = headers.get("Last-Modified");
    if (since == null || modified == null) {
      return false;
    }
    try {
      Instant asked = Instant.from(HTTP_DATE.parse(since));
      return !Instant.from(HTTP_DATE.parse(modified)).isAfter(asked);
    } catch (RuntimeException e) {
      return false; // an unreadable date is ignored, RFC 9110 13.1.3
    }
  }

  /** Status line and headers, with the blank line after them; empty for a raw response. */
  byte[] head(boolean notModified) {
    if (raw) {
      return new byte[0];
    }
    StringBuilder head = new StringBuilder(256);
    head.append("HTTP/1.1 ").append(notModified ? 304 : status).append(' ');
    head.append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    boolean bodiless = notModified || status == 204 || status == 304 || status < 200;
    if (!lengthless && !bodiless) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(ISO_8859_1);
  }

  /** True if the status forbids a body. */
  boolean isBodiless() {
    return !raw && (status == 204 || status == 304 || status < 200);
  }

  private static byte[] chunk(byte[] bytes, int from, int length) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(length + 16);
    out.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(US_ASCII));
    out.write(bytes, from, length);
    out.writeBytes("\r\n".getBytes(US_ASCII));
    return out.toByteArray();
  }
}
