package org.orbweaver.crawler.url;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import crawlercommons.domains.EffectiveTldFinder;
import java.util.regex.Pattern;

/**
 * The host and the registered domain of URLs. The registered domain is a public suffix and the
 * label before it (<a href="https://publicsuffix.org">publicsuffix.org</a>). Private suffixes such
 * as {@code github.io} count, since their tenants are independent of each other; an IP address, a
 * single label or a bare suffix is its own domain.
 */
public final class Hosts {
  private static final int REMEMBERED = 10_000;
  private static final int LONGEST_PORT = 6;
  private static final Pattern PLAIN_ORIGIN = Pattern.compile("https?://[a-z0-9.:\\[\\]_-]+");

  /** The last hosts looked up: a search in the list of suffixes takes some microseconds. */
  private static final Cache<String, String> DOMAINS =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();

  private Hosts() {}

  /**
   * The host of a URL in the form {@link UrlNormalizer} gives, without its port. A URL in another
   * form is parsed. A file has the host of its file system, or else its scheme for a host.
   *
   * @return an empty string when the URL has no host
   */
  public static String host(String url) {
    int from = url.startsWith("http://") ? 7 : url.startsWith("https://") ? 8 : -1;
    if (from >= 0) {
      int end = from;
      while (end < url.length() && HostParser.isPlain(url.charAt(end))) {
        end++;
      }
      boolean named = end > from && url.charAt(end - 1) != '.';
      boolean whole = named && (end == url.length() || url.charAt(end) == '/');
      if (whole || (named && url.charAt(end) == ':' && isPort(url, end + 1))) {
        return url.substring(from, end);
      }
    }
    WebUrl parsed = UrlNormalizer.parse(url);
    return parsed != null ? parsed.host() : SourceUrl.is(url) ? SourceUrl.host(url) : "";
  }

  /**
   * The origin of a URL: scheme, host and port in normal form, as in {@code http://example.org} or
   * {@code https://example.org:8443}. Each has a robots.txt.
   *
   * @return an empty string when the text has no scheme
   */
  public static String origin(String url) {
    int scheme = url.indexOf("://");
    if (scheme < 0) {
      return "";
    }
    int end = scheme + 3;
    // A foreign crawldb may hold http://host?query, whose robots.txt is not at ?query/robots.txt.
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    String origin = url.substring(0, end);
    // Ours are in this form already; a foreign one may have capitals, or a name and a password.
    return PLAIN_ORIGIN.matcher(origin).matches() ? origin : normalOrigin(origin);
  }

  private static String normalOrigin(String origin) {
    WebUrl parsed = UrlNormalizer.parse(origin);
    if (parsed == null) {
      return origin;
    }
    String port = parsed.port() < 0 ? "" : ":" + parsed.port();
    return parsed.scheme() + "://" + parsed.host() + port;
  }

  /** Whether digits follow and then the path, rather than the password of user information. */
  private static boolean isPort(String url, int from) {
    int i = from;
    while (i < url.length() && i - from < LONGEST_PORT && Character.isDigit(url.charAt(i))) {
      i++;
    }
    return i == url.length() || url.charAt(i) == '/';
  }

  /** The registered domain of a host, or the host itself if it has none. */
  public static String domain(String host) {
    return DOMAINS.get(host, Hosts::lookUp);
  }

  /** The name behind the first dot of a name; empty if it has none. */
  public static String parent(String name) {
    return name.substring(name.indexOf('.') < 0 ? name.length() : name.indexOf('.') + 1);
  }

  private static String lookUp(String host) {
    if (host.indexOf('.') < 0 || host.startsWith("[") || IpAddresses.endsInNumber(host)) {
      return host;
    }
    String domain = EffectiveTldFinder.getAssignedDomain(host, true, false);
    return domain == null ? host : domain;
  }

  /** Whether a name looks like that of a host: it has a dot, and ends in a public suffix. */
  public static boolean hasPublicSuffix(String name) {
    return name.indexOf('.') > 0 && EffectiveTldFinder.getAssignedDomain(name, true, false) != null;
  }

  /** Whether a name is a public suffix, such as co.uk or github.io. */
  public static boolean isPublicSuffix(String name) {
    EffectiveTldFinder.EffectiveTLD suffix = EffectiveTldFinder.getEffectiveTLD(name, false);
    return suffix != null && EffectiveTldFinder.getAssignedDomain(name, true, false) == null;
  }

  /** The registered domain of a URL's host; see {@link #host} and {@link #domain}. */
  public static String domainOf(String url) {
    return domain(host(url));
  }
}
