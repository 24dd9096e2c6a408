package org.orbweaver.plugin;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * A source of documents: of a URL scheme of its own, or in place of the web for chosen sites. It
 * answers as a web server would, and the crawl treats its answers so: redirects, validators,
 * robots.txt, delays between requests to a host.
 *
 * <p>Safe for use by many threads.
 */
public interface Protocol extends Closeable {
  /**
   * The schemes whose URLs it answers, lower case, other than http and https. Such a URL has the
   * form {@code scheme://host/path}; a page of the web cannot link to it.
   */
  default Set<String> schemes() {
    return Set.of();
  }

  /** Whether it answers for an http or https URL; the web is not asked then. */
  default boolean answers(String url) {
    return false;
  }

  /**
   * Answers a request.
   *
   * @throws IOException if there is no answer now; the page is tried again in a later round
   */
  Answer fetch(Request request) throws IOException;

  @Override
  default void close() throws IOException {
    // Most have nothing open.
  }

  /**
   * A request.
   *
   * @param url in normal form
   * @param etag of the version that the crawl has, else null: if it is still the current one, the
   *     answer may be status 304
   * @param modifiedSince its Last-Modified header, else null
   * @param maxBytes of the body that are read; more are cut off
   */
  record Request(String url, String etag, String modifiedSince, int maxBytes) {}

  /**
   * An answer.
   *
   * @param status as of HTTP: 200 with a body, 304, a redirect with a Location header, 404, 403
   * @param headers of which the crawl knows Content-Type, Last-Modified, ETag, Location,
   *     Content-Disposition, Content-Language, X-Robots-Tag and Link
   * @param body whole, or cut at {@link Request#maxBytes}
   * @param truncated whether the end of the body is missing
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
  record Answer(int status, List<Header> headers, byte[] body, boolean truncated) {
    /** A status alone. */
    public static Answer of(int status) {
      return new Answer(status, List.of(), new byte[0], false);
    }
  }

  /** A header line. */
  record Header(String name, String value) {}
}
