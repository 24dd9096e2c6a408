package org.orbweaver.crawler.url;

/**
 * Gives each page one URL. A link is read as browsers read it (see {@link UrlParser}) and written
 * with a lower-case host without a dot at its end, without the scheme's default port, fragment,
 * user information, dot segments and session ids, with at least a slash for a path and
 * percent-encodings in one form.
 *
 * <p>Guarantees, held by property tests: normalising twice changes nothing; the host is never
 * changed to another (that dot is none of its name); a result is a valid {@link java.net.URI} of
 * scheme http or https; no input makes it throw. Immutable but for a memory of the last base, and
 * safe for use by many threads.
 *
 * <p>It does not remove parameters that only look needless, fold {@code index.html} or {@code www},
 * or collapse double slashes: servers may tell such URLs apart.
 */
public final class UrlNormalizer {
  /** Longer URLs are refused, in characters: servers refuse them too, and traps make them. */
  public static final int MAX_LENGTH = 8192;

  private volatile Base lastBase = new Base(null, null);

  private record Base(String text, WebUrl url) {}

  /** The URL in its one spelling, or null when it is not http or https or is hopeless. */
  public String normalize(String url) {
    if (url == null || url.length() > MAX_LENGTH) {
      return null;
    }
    return isNormal(url) ? url : write(UrlParser.parse(url, null));
  }

  /**
   * Makes a link absolute and normalises it.
   *
   * @param base the URL of the page, or what its base element says; the last one is remembered, so
   *     that a page's links cost one parse of it
   * @return null when the result is not http or https, or either is hopeless
   */
  public String resolve(String base, String link) {
    if (link == null || base == null || link.length() > MAX_LENGTH) {
      return null;
    }
    if (isNormal(link)) {
      return link;
    }
    Base known = lastBase;
    if (!base.equals(known.text)) {
      known = new Base(base, base.length() > MAX_LENGTH ? null : UrlParser.parse(base, null));
      lastBase = known;
    }
    return known.url == null ? normalize(link) : write(UrlParser.parse(link, known.url));
  }

  /** The parts of a URL, or null when it is not http or https or is hopeless. */
  public static WebUrl parse(String url) {
    return url == null || url.length() > MAX_LENGTH ? null : UrlParser.parse(url, null);
  }

  /**
   * The text without white space and invisible characters at both ends: what is left there by
   * copying and by word processors, and would become part of the URL.
   */
  public static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  /** White space of any kind (no-break space too) or a format character. */
  private static boolean isBlank(char c) {
    return c == '\u0085'
        || Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || Character.getType(c) == Character.FORMAT;
  }

  /** Whether white space or an invisible character is in the text. */
  public static boolean hasBlank(String text) {
    return text.chars().anyMatch(c -> isBlank((char) c));
  }

  private static String write(WebUrl url) {
    if (url == null) {
      return null;
    }
    String text = url.toString();
    return text.length() > MAX_LENGTH ? null : text;
  }

  /**
   * Whether the URL is plainly in normal form already, as most links of most pages are: it costs a
   * tenth of a parse. A false answer means only that a parse is needed.
   */
  static boolean isNormal(String url) {
    int host = url.startsWith("http://") ? 7 : url.startsWith("https://") ? 8 : -1;
    if (host < 0) {
      return false;
    }
    int i = host;
    int label = host;
    int n = url.length();
    for (; i < n && url.charAt(i) != '/'; i++) {
      char c = url.charAt(i);
      if (c == '.') {
        if (i == label) {
          return false;
        }
        label = i + 1;
      } else if (!HostParser.isPlain(c)) {
        return false;
      }
    }
    // A last label that begins with a digit may be an address; no label at all is no host.
    if (i == n || i == label || i - host > 253 || Character.isDigit(url.charAt(label))) {
      return false;
    }
    for (; i < n; i++) {
      char c = url.charAt(i);
      if (c == '?') {
        return isNormalQuery(url, i + 1);
      }
      if (!Percent.bareInPath(c)
          || c == ';'
          || (c == '/' && i + 1 < n && url.charAt(i + 1) == '.')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNormalQuery(String url, int from) {
    int n = url.length();
    for (int i = from; i < n; i++) {
      if (!Percent.bareInQuery(url.charAt(i))) {
        return false;
      }
    }
    return from < n && !SessionIds.mayBeInQuery(url.substring(from));
  }
}
