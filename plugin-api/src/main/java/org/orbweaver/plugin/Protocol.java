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
 * <pre>
 * record Notes(Map&lt;String, String&gt; notes) implements Protocol {
 *   &#64;Override
 *   public Set&lt;String&gt; schemes() {
 *     return Set.of("notes");
 *   }
 *
 *   &#64;Override
 *   public Answer fetch(Request request) {
 *     String note = notes.get(request.url());
 *     return note == null
 *         ? Answer.of(404)
 *         : new Answer(200, List.of(new Header("Content-Type", "text/html")), note.getBytes(UTF_8), false);
 *   }
 * }
 * </pre>
 *
 * <p>HTTP itself is no such protocol: logins, addresses, TLS and politeness are part of it.
 *
 * <p>Safe for use by many threads. Made anew wherever its schemes are asked for, so it opens what
 * it reads at the first request; the task that asked it closes it. It ends each call in time: there
 * is no other deadline. If it throws, or gives null or a wrong answer, the URL is a failed one,
 * which is tried again in a later round.
 */
public interface Protocol extends Closeable {
  /**
   * The schemes whose URLs it answers, lower case, other than http and https. Such a URL has the
   * form {@code scheme://host/path}, with a query or without, as one of http; only seeds and pages
   * of the same scheme lead there. If several claim a scheme, the first gets it.
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
   * @param links takes links besides those in the body, as many as there are
   */
  record Request(String url, String etag, String modifiedSince, int maxBytes, Links links) {}

  /** Takes links of a page, such as the entries of a folder. */
  interface Links {
    /**
     * Adds a link, which is followed in a later round if the rules for URLs let it; it is one link
     * away from a seed.
     */
    void add(String url) throws IOException;
  }

  /**
   * An answer.
   *
   * @param status as of HTTP: 200 with a body, 304, a redirect with a Location header, 404, 403
   * @param headers of which the crawl knows Content-Type, Last-Modified, ETag, Location,
   *     Content-Disposition, Content-Language, X-Robots-Tag and Link; and X-Refused, which says why
   *     the answer to a URL of its own schemes is 403
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
