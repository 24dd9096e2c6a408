package org.orbweaver.crawler.url;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads http and https URLs as <a href="https://url.spec.whatwg.org/#concept-basic-url-parser">the
 * WHATWG URL standard</a> does: tabs and line ends inside are dropped, a backslash is a slash, any
 * number of slashes may follow the scheme, {@code 0x7f.1} is 127.0.0.1, {@code %2e%2e} is a dot
 * segment.
 *
 * <p>It differs where a crawler must: user information and the fragment are left out (a crawler
 * must not use credentials found on a page); an empty query is no query; percent-encodings are put
 * into the normal form of RFC 3986 section 6.2.2, and characters that the RFC does not allow in a
 * path or query are encoded, so that every result is a valid {@link java.net.URI}; session ids are
 * removed (see {@link SessionIds}); hosts with characters that no name on the Internet has are
 * refused.
 */
final class UrlParser {
  private static final Pattern INNER = Pattern.compile("[\\t\\n\\r]");

  private static final Pattern PORT = Pattern.compile("0*+(?<port>[0-9]{0,5})");
  private static final Set<String> WEB = Set.of("http", "https");

  private UrlParser() {}

  /**
   * Parses a URL, against a base if there is one.
   *
   * @param input as found; null is refused like any other text that is not a URL
   * @param base the base of relative references, or null
   * @return null if the URL is not http or https, or is malformed
   */
  static WebUrl parse(String input, WebUrl base) {
    return parse(input, base, WEB);
  }

  /** As above, for URLs of these schemes (lower case), which are read like those of http. */
  static WebUrl parse(String input, WebUrl base, Set<String> schemes) {
    if (input == null) {
      return null;
    }
    String text = clean(input);
    int colon = schemeEnd(text);
    if (colon < 0) {
      return base == null ? null : relative(text, 0, base);
    }
    String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!schemes.contains(scheme)) {
      return null;
    }
    int rest = colon + 1;
    if (base != null && base.scheme().equals(scheme) && slashes(text, rest) < rest + 2) {
      // "http:page" means a page beside the base: an old form that browsers still honour.
      return relative(text, rest, base);
    }
    return authority(scheme, text, slashes(text, rest));
  }

  /** Without spaces and controls at both ends, and without tabs and line ends anywhere. */
  private static String clean(String input) {
    return INNER.matcher(input.trim()).replaceAll("");
  }

  /** The position of the colon after the scheme, −1 if the text has no scheme. */
  private static int schemeEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        return i == 0 ? -1 : i;
      }
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean inner = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (!letter && (i == 0 || !inner)) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }

  private static int slashes(String text, int from) {
    int i = from;
    while (i < text.length() && isSlash(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static WebUrl relative(String text, int from, WebUrl base) {
    int afterSlashes = slashes(text, from);
    if (afterSlashes - from >= 2) {
      return authority(base.scheme(), text, afterSlashes);
    }
    if (from == text.length() || text.charAt(from) == '#') {
      return base;
    }
    int hash = end(text, from, "#");
    int mark = Math.min(hash, end(text, from, "?"));
    String query = mark < hash ? Percent.query(text.substring(mark + 1, hash)) : null;
    String path;
    if (mark == from) {
      path = base.path();
    } else if (afterSlashes > from) {
      path = path("", text.substring(from, mark));
    } else {
      String folder = base.path().substring(0, base.path().lastIndexOf('/') + 1);
      path = path(folder, text.substring(from, mark));
    }
    return new WebUrl(base.scheme(), base.host(), base.port(), path, SessionIds.drop(query));
  }

  private static WebUrl authority(String scheme, String text, int from) {
    int end = end(text, from, "/\\?#");
    int at = text.lastIndexOf('@', end - 1);
    int hostFrom = at >= from ? at + 1 : from;
    int colon = portColon(text, hostFrom, end);
    String host = HostParser.parse(text.substring(hostFrom, colon));
    if (host == null) {
      return null;
    }
    int port = -1;
    if (colon < end) {
      port = port(text, colon + 1, end);
      if (port == -2) {
        return null;
      }
      if (port == WebUrl.defaultPort(scheme)) {
        port = -1;
      }
    }
    int hash = end(text, end, "#");
    int mark = Math.min(hash, end(text, end, "?"));
    String path = path("", text.substring(end, mark));
    String query = mark < hash ? Percent.query(text.substring(mark + 1, hash)) : null;
    return new WebUrl(scheme, host, port, path, SessionIds.drop(query));
  }

  /** The first of the given characters, or the end. */
  private static int end(String text, int from, String stops) {
    int i = from;
    while (i < text.length() && stops.indexOf(text.charAt(i)) < 0) {
      i++;
    }
    return i;
  }

  /** The colon before the port: not one inside the brackets of an IPv6 address. */
  private static int portColon(String text, int from, int end) {
    boolean inBrackets = false;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      if (c == '[') {
        inBrackets = true;
      } else if (c == ']') {
        inBrackets = false;
      } else if (c == ':' && !inBrackets) {
        return i;
      }
    }
    return end;
  }

  /** −1 for an empty port, −2 for a wrong one. */
  private static int port(String text, int from, int end) {
    if (from == end) {
      return -1;
    }
    Matcher digits = PORT.matcher(text).region(from, end);
    int port = digits.matches() ? Integer.parseInt("0" + digits.group("port")) : -2;
    return port > 65_535 ? -2 : port;
  }

  /**
   * Appends a reference to the folder it is relative to: without dot segments, backslashes and
   * session ids, percent-encoded normally.
   *
   * @param folder begins and ends with a slash and is in normal form, or is empty for an absolute
   *     reference
   * @param reference the path as written, with or without a slash in front
   */
  private static String path(String folder, String reference) {
    String path = SessionIds.dropFromPath(Percent.path(reference.replace('\\', '/')));
    boolean rooted = !folder.isEmpty() || path.startsWith("/");
    path = rooted ? folder + path : "/" + path;
    return path.contains("/.") ? withoutDots(path) : path;
  }

  /** As the standard's path state: {@code ..} removes a segment and never goes above the root. */
  private static String withoutDots(String path) {
    Deque<String> segments = new ArrayDeque<>();
    String last = "";
    for (String segment : path.substring(1).split("/", -1)) {
      last = segment;
      if (segment.equals("..")) {
        segments.pollLast();
      } else if (!segment.equals(".")) {
        segments.addLast(segment);
      }
    }
    if (last.equals(".") || last.equals("..")) {
      segments.addLast("");
    }
    return "/" + String.join("/", segments);
  }
}
