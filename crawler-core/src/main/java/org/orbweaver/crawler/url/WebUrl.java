package org.orbweaver.crawler.url;

/**
 * An http or https URL in parts, as {@link UrlParser} reads it. Its path is absolute and free of
 * dot segments, percent-encodings are in normal form, and there is neither user information nor
 * fragment.
 *
 * @param scheme {@code http} or {@code https}, or that of a plugin
 * @param host lower case, ASCII (punycode), without a trailing dot, an IPv6 address in brackets
 * @param port −1 for the scheme's own port
 * @param path begins with a slash
 * @param query without the question mark, null if there is none
 */
public record WebUrl(String scheme, String host, int port, String path, String query) {

  /** The port of a scheme; −1 for one other than http and https. */
  public static int defaultPort(String scheme) {
    return scheme.equals("http") ? 80 : scheme.equals("https") ? 443 : -1;
  }

  WebUrl withHost(String other) {
    return new WebUrl(scheme, other, port, path, query);
  }

  WebUrl withPath(String other) {
    return new WebUrl(scheme, host, port, other, query);
  }

  WebUrl withQuery(String other) {
    return new WebUrl(scheme, host, port, path, other);
  }

  /** The URL in full. */
  @Override
  public String toString() {
    var text = new StringBuilder(128).append(scheme).append("://").append(host);
    if (port >= 0) {
      text.append(':').append(port);
    }
    text.append(path);
    if (query != null) {
      text.append('?').append(query);
    }
    return text.toString();
  }
}
