package org.orbweaver.crawler.browser;

import java.util.List;
import java.util.Locale;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * A request that a page, or one of its scripts, makes while it is rendered.
 *
 * @param page the URL of the page that is rendered
 * @param url absolute, http or https, without a fragment
 * @param kind what it is for
 * @param headers to be sent beside the crawler's own
 * @param body of a POST; null for a GET
 */
public record ResourceRequest(
    String page, String url, Kind kind, List<Header> headers, String body) {
  /** What a request is for. */
  public enum Kind {
    SCRIPT,
    /** What a script asks for: fetch or XMLHttpRequest. */
    DATA,
    /** The document of a frame of the page's own site. */
    FRAME
  }

  /**
   * Names what is asked for, the same for all pages: the URL, with the fingerprint of a body and of
   * headers that may decide on the answer, if there are any, as its fragment.
   */
  public String key() {
    StringBuilder more =
        new StringBuilder(body == null ? "" : "POST " + body.length() + ' ' + body);
    headers.stream()
        .filter(this::decides)
        .map(header -> "\n" + header.name().toLowerCase(Locale.ROOT) + ": " + header.value())
        .sorted()
        .forEach(more::append);
    return more.isEmpty() ? url : url + "#" + Long.toHexString(Fingerprint.of(more.toString()));
  }

  private boolean decides(Header header) {
    return switch (header.name().toLowerCase(Locale.ROOT)) {
      case "origin", "referer" -> false;
      case "accept" -> kind == Kind.DATA && !header.value().equals("*/*");
      default -> true;
    };
  }

  /** The request to be made, from one for its key. */
  public FetchRequest of(FetchRequest plain) {
    FetchRequest own = plain.to(url).with(headers);
    return body == null ? own : own.post(body);
  }
}
