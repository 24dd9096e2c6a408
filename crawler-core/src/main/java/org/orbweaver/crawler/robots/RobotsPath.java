package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.orbweaver.crawler.url.Percent;

/**
 * The normal form in which the paths of rules and of URLs are compared octet by octet (RFC 9309,
 * section 2.2.2):
 *
 * <ul>
 *   <li>unreserved characters (RFC 3986, section 2.3) are bare, even if they were percent-encoded;
 *   <li>a reserved character that is allowed in a path or a query (one of {@code /?:@!$&()*+,;=})
 *       is left as it is, encoded or not, since the two can mean different things;
 *   <li>an apostrophe is bare, even if it was encoded: browsers, and {@link
 *       org.orbweaver.crawler.url.UrlNormalizer}, encode it in a query, and servers treat both
 *       alike;
 *   <li>a backslash in a rule's path is a slash, as it is in a URL;
 *   <li>any other octet is percent-encoded, and so is a percent sign that encodes nothing;
 *   <li>hexadecimal digits are upper case.
 * </ul>
 *
 * <p>Within a query, {@code : / ? @} delimit nothing, and the RFC's table of examples holds them
 * equal to their encoded forms there. {@link #openQuery} makes that second form.
 */
final class RobotsPath {
  private RobotsPath() {}

  /**
   * A rule's path in normal form. Its stars and dollars keep their meaning.
   *
   * @param octets as in the file, one character an octet
   */
  static String ofRule(String octets) {
    int query = octets.indexOf('?');
    int backslash = octets.indexOf('\\');
    if (backslash >= 0 && (query < 0 || backslash < query)) {
      int end = query < 0 ? octets.length() : query;
      String path = octets.substring(0, end).replace('\\', '/');
      return normalize(path + octets.substring(end), false);
    }
    return normalize(octets, false);
  }

  /**
   * The path and query of a URL in normal form. Its stars and dollars are encoded: they are text,
   * not patterns.
   */
  static String ofUrl(String url) {
    String path = pathOf(url);
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) >= 0x80) {
        path = new String(path.getBytes(UTF_8), ISO_8859_1);
        break;
      }
    }
    return normalize(path, true);
  }

  private static String normalize(String octets, boolean url) {
    StringBuilder text = null;
    int length = octets.length();
    for (int i = 0; i < length; i++) {
      char c = octets.charAt(i);
      if ((Percent.bareInPath(c) || c == '?') && !(url && (c == '*' || c == '$'))) {
        if (text != null) {
          text.append(c);
        }
        continue;
      }
      if (text == null) {
        text = new StringBuilder(length + 32).append(octets, 0, i);
      }
      int octet = c == '%' ? Percent.octet(octets, i) : -1;
      if (octet >= 0) {
        i += 2;
      }
      if (octet >= 0 && (Percent.isUnreserved(octet) || octet == '\'')) {
        text.append((char) octet);
      } else {
        Percent.encode(octet >= 0 ? octet : c, text);
      }
    }
    return text == null ? octets : text.toString();
  }

  /**
   * The normal form in which encoded {@code : / ? @} behind the first question mark are decoded.
   *
   * @param path in normal form, of a rule or a URL
   * @return the same object if there are none
   */
  static String openQuery(String path) {
    int query = path.indexOf('?');
    int percent = query < 0 ? -1 : path.indexOf('%', query);
    if (percent < 0) {
      return path;
    }
    StringBuilder text = new StringBuilder(path.length());
    int copied = 0;
    while (percent >= 0) {
      int octet = Percent.octet(path, percent);
      if (octet == ':' || octet == '/' || octet == '?' || octet == '@') {
        text.append(path, copied, percent).append((char) octet);
        copied = percent + 3;
      }
      percent = path.indexOf('%', percent + 3);
    }
    return copied == 0 ? path : text.append(path, copied, path.length()).toString();
  }

  /**
   * Path and query of a URL as it writes them, without the fragment; "/" when it has no path. The
   * scheme may be missing, and a path alone is taken as such.
   */
  static String pathOf(String url) {
    int end = url.indexOf('#');
    if (end < 0) {
      end = url.length();
    }
    int authority = url.startsWith("//") ? 2 : 0;
    int path = startOfPath(url, authority, end);
    int scheme = url.indexOf("://", authority);
    if (scheme >= 0 && scheme < path) {
      path = startOfPath(url, scheme + 3, end);
    }
    if (path == end) {
      return "/";
    }
    String text = url.substring(path, end);
    return text.charAt(0) == '/' ? text : "/" + text;
  }

  private static int startOfPath(String url, int from, int end) {
    int i = Math.min(from, end);
    while (i < end && "/?;".indexOf(url.charAt(i)) < 0) {
      i++;
    }
    return i;
  }
}
