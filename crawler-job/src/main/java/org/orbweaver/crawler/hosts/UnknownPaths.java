package org.orbweaver.crawler.hosts;

import java.io.DataInputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.orbweaver.crawler.page.noncontent.UnknownPage;
import org.orbweaver.crawler.robots.RobotsRules;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers of origins to a path that does not exist, by which a fetch task recognises their soft
 * 404s. The record is kept in the table of hosts under the requested URL: a letter for the kind of
 * answer, and a fingerprint or a redirect target. A home page is never a soft 404, so a host whose
 * home page alone is fetched gets no such request.
 *
 * <p>Safe for use by many threads.
 */
public final class UnknownPaths {
  private static final int LETTERS = 13;
  private static final long RETRY_MS = Duration.ofDays(1).toMillis();
  private static final Logger LOG = LoggerFactory.getLogger(UnknownPaths.class);

  /** The kind of answer. */
  public enum UnknownPathAnswer {
    /** Not found, as it should be; or an answer recognisable without this record. */
    HONEST('h'),
    /** A page: its fingerprint. */
    PAGE('p'),
    /** A redirect: its target without the query. */
    MOVED('m'),
    /** No usable answer; requested again after a day. */
    UNANSWERED('u');

    private final char code;

    UnknownPathAnswer(char code) {
      this.code = code;
    }
  }

  /**
   * The answer of an origin.
   *
   * @param requestedAt milliseconds since 1970
   * @param value fingerprint or target, else empty
   */
  public record Known(long requestedAt, UnknownPathAnswer kind, String value) {
    byte[] encode() {
      return HostRecords.encode(
          HostRecords.UNKNOWN_PATH,
          requestedAt,
          out -> {
            out.writeByte(kind.code);
            out.writeUTF(value);
          });
    }

    /**
     * Decodes a record.
     *
     * @throws IOException if it cannot be read
     */
    public static Known decode(byte[] record) throws IOException {
      return HostRecords.decode(
          HostRecords.UNKNOWN_PATH, record, in -> read(HostRecords.time(record), in));
    }

    private static Known read(long requestedAt, DataInputStream in) throws IOException {
      int code = in.readUnsignedByte();
      for (UnknownPathAnswer kind : UnknownPathAnswer.values()) {
        if (kind.code == code) {
          return new Known(requestedAt, kind, in.readUTF());
        }
      }
      throw new IOException("not a record of an unknown path");
    }
  }

  private final HostTable table;
  private final Clock clock;
  private final int days;

  /**
   * The answers in a table of hosts.
   *
   * @param days for which an answer is valid; 0: no host is asked
   */
  public UnknownPaths(HostTable table, Clock clock, int days) {
    this.table = table;
    this.clock = clock;
    this.days = days;
  }

  /** The URL to request before a page, or null. */
  public String wanted(String url, RobotsRules robots) throws IOException {
    if (days == 0 || isHome(url)) {
      return null;
    }
    String unknown = unknownUrl(Hosts.origin(url));
    return robots.allows(unknown) && known(unknown) == null ? unknown : null;
  }

  /**
   * The fingerprint of the page with which the origin of a URL answers unknown paths, if it does.
   */
  public Optional<String> page(String url) throws IOException {
    return value(url, UnknownPathAnswer.PAGE);
  }

  /** The redirect target, without the query, of unknown paths at the origin of a URL. */
  public Optional<String> target(String url) throws IOException {
    return value(url, UnknownPathAnswer.MOVED);
  }

  private Optional<String> value(String url, UnknownPathAnswer kind) throws IOException {
    Known known = days == 0 || isHome(url) ? null : known(unknownUrl(Hosts.origin(url)));
    return Optional.ofNullable(known).filter(one -> one.kind() == kind).map(Known::value);
  }

  private Known known(String unknownUrl) throws IOException {
    byte[] record = table.find(unknownUrl);
    if (record == null) {
      return null;
    }
    try {
      Known known = Known.decode(record);
      long age = clock.millis() - known.requestedAt();
      long fresh =
          known.kind() == UnknownPathAnswer.UNANSWERED
              ? RETRY_MS
              : Duration.ofDays(days).toMillis();
      return age >= 0 && age < fresh ? known : null;
    } catch (IOException e) {
      LOG.warn("cannot read what is known of {}; requesting it again", unknownUrl, e);
      return null;
    }
  }

  /** Takes the result of the wanted request. */
  public void complete(String unknownUrl, UnknownPathAnswer kind, String value) {
    table.put(unknownUrl, new Known(clock.millis(), kind, value).encode());
  }

  /** Takes a page as the result of the wanted request. */
  public void completePage(String unknownUrl, UnknownPage page) {
    if (page.isBlank()) {
      complete(unknownUrl, UnknownPathAnswer.HONEST, "");
    } else {
      complete(unknownUrl, UnknownPathAnswer.PAGE, page.encode());
    }
  }

  /** Whether a URL is its host's home page, which exists whatever the host answers. */
  public static boolean isHome(String url) {
    String path = url.substring(Hosts.origin(url).length());
    return path.isEmpty() || path.equals("/");
  }

  /** Whether a URL is the one that is requested from its origin because it does not exist. */
  public static boolean isUnknown(String url) {
    return url.equals(unknownUrl(Hosts.origin(url)));
  }

  /**
   * The unknown URL of an origin: letters alone, different for each host and always the same for
   * one.
   */
  static String unknownUrl(String origin) {
    StringBuilder url = new StringBuilder(origin).append('/');
    long bits = Fingerprint.of("unknown path of " + origin);
    for (int i = 0; i < LETTERS; i++) {
      url.append((char) ('a' + Long.remainderUnsigned(bits, 26)));
      bits = Long.divideUnsigned(bits, 26);
    }
    return url.toString();
  }
}
