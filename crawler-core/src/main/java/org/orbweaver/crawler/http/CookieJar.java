package org.orbweaver.crawler.http;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.ObjectUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.hc.client5.http.cookie.MalformedCookieException;
import org.apache.hc.client5.http.impl.cookie.BasicClientCookie;
import org.apache.hc.client5.http.impl.cookie.LaxExpiresHandler;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.IpAddresses;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;

/**
 * The cookies of one site or of one chain of redirects, by the rules of RFC 6265bis
 * (draft-ietf-httpbis-rfc6265bis, sections 5.6 to 5.8), as far as they concern a client without
 * scripts. It is stricter in one point: a cookie that came over https never leaves over http,
 * whether it is marked Secure or not. Safe for use by many threads.
 */
public final class CookieJar {
  private static final int MOST_COOKIES = 180;
  private static final int MOST_OF_DOMAIN = 50;
  private static final int MAX_PAIR = 4096;
  private static final int MAX_ATTRIBUTE = 1024;
  private static final Duration LONGEST = Duration.ofDays(400);
  private static final int NETSCAPE_COLUMNS = 7;
  private static final String NETSCAPE_HTTP_ONLY = "#HttpOnly_";

  private final Clock clock;

  /** By domain, path and name. */
  private final Map<Key, Cookie> cookies = new LinkedHashMap<>();

  private record Key(String domain, boolean hostOnly, String path, String name) {}

  private record Cookie(Key key, String value, boolean secure, Instant expires, long number) {
    boolean isFor(WebUrl url) {
      String host = url.host();
      return (key.hostOnly ? host.equals(key.domain) : isWithin(host, key.domain))
          && pathMatches(url.path(), key.path)
          && (isSecure(url) || !secure);
    }
  }

  private long number;

  /** An empty jar. */
  public CookieJar() {
    this(Clock.systemUTC());
  }

  CookieJar(Clock clock) {
    this.clock = clock;
  }

  /**
   * Adds the cookies of a file in Netscape's format: lines of seven fields, separated by tabs.
   *
   * @throws IllegalArgumentException with the number of a line that is none; never with its value
   */
  public synchronized void addNetscape(String text) {
    int line = 0;
    for (String raw : text.lines().toList()) {
      line++;
      String row =
          raw.startsWith(NETSCAPE_HTTP_ONLY) ? raw.substring(NETSCAPE_HTTP_ONLY.length()) : raw;
      if (row.isBlank() || row.startsWith("#")) {
        continue;
      }
      String[] fields = row.split("\t", -1);
      if (fields.length != NETSCAPE_COLUMNS
          || fields[0].isBlank()
          || !fields[2].startsWith("/")
          || !fields[4].matches("-?[0-9]{1,18}")) {
        throw new IllegalArgumentException(
            "line "
                + line
                + ": expected domain, TRUE or FALSE, path, TRUE or FALSE, expiry in seconds, name"
                + " and value, separated by tabs");
      }
      String domain = fields[0].replaceFirst("^\\.", "").toLowerCase(Locale.ROOT);
      long expiry = Long.parseLong(fields[4]);
      Instant latest = clock.instant().plus(LONGEST);
      Instant expires =
          expiry <= 0 || expiry > latest.getEpochSecond() ? latest : Instant.ofEpochSecond(expiry);
      boolean hostOnly = !fields[1].equalsIgnoreCase("TRUE") || isShared(domain);
      Key key = new Key(domain, hostOnly, fields[2], fields[5]);
      put(new Cookie(key, fields[6], fields[3].equalsIgnoreCase("TRUE"), expires, ++number));
    }
  }

  /**
   * Takes the cookies that an answer sets.
   *
   * @param url of the request, in normal form
   * @return whether a cookie is new, or has another value now
   */
  public synchronized boolean receive(String url, List<Header> headers) {
    WebUrl parsed = UrlNormalizer.parse(url);
    boolean changed = false;
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase("Set-Cookie")
          && header.value() != null
          && parsed != null) {
        changed |= set(parsed, header.value());
      }
    }
    return changed;
  }

  private boolean set(WebUrl url, String text) {
    if (text.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f)) {
      return false;
    }
    String[] parts = text.split(";", -1);
    int equals = parts[0].indexOf('=');
    String name = equals < 0 ? "" : strip(parts[0].substring(0, equals));
    String value = strip(parts[0].substring(equals + 1));
    if ((name.isEmpty() && value.isEmpty()) || name.length() + value.length() > MAX_PAIR) {
      return false;
    }
    Map<String, String> attributes = attributes(parts);
    String host = url.host();
    boolean overTls = isSecure(url);
    String domain = attributes.getOrDefault("domain", "");
    boolean hostOnly = domain.isEmpty();
    if (!hostOnly && isShared(domain)) {
      if (!domain.equals(host)) {
        return false;
      }
      hostOnly = true;
    } else if (!hostOnly && !isWithin(host, domain)) {
      return false;
    }
    String path = attributes.getOrDefault("path", "");
    boolean ownPath = path.startsWith("/");
    boolean secure = attributes.containsKey("secure");
    if ((secure && !overTls)
        || (!secure && "none".equalsIgnoreCase(attributes.get("samesite")))
        || !prefixAllows(name.isEmpty() ? value : name, name.isEmpty(), secure)
        || (startsWith(name, "__Host-") && !(hostOnly && path.equals("/")))) {
      return false;
    }
    Key key = new Key(hostOnly ? host : domain, hostOnly, ownPath ? path : defaultPath(url), name);
    if (!overTls && overwritesSecure(key)) {
      return false;
    }
    Cookie known = cookies.get(key);
    Instant expires = expires(attributes);
    if (!expires.isAfter(clock.instant())) {
      return cookies.remove(key) != null;
    }
    put(
        new Cookie(
            key, value, secure || overTls, expires, known == null ? ++number : known.number));
    return known == null || !known.value.equals(value);
  }

  private static boolean prefixAllows(String name, boolean nameless, boolean secure) {
    boolean prefixed = startsWith(name, "__Secure-") || startsWith(name, "__Host-");
    return !prefixed || (secure && !nameless);
  }

  private static boolean startsWith(String name, String prefix) {
    return name.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  /** The last of each attribute counts. */
  private static Map<String, String> attributes(String[] parts) {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      String name = strip(equals < 0 ? parts[i] : parts[i].substring(0, equals));
      String value = equals < 0 ? "" : strip(parts[i].substring(equals + 1));
      if (value.length() <= MAX_ATTRIBUTE) {
        String key = name.toLowerCase(Locale.ROOT);
        boolean isDomain = key.equals("domain");
        attributes.put(
            key, isDomain ? value.replaceFirst("^\\.", "").toLowerCase(Locale.ROOT) : value);
      }
    }
    return attributes;
  }

  private Instant expires(Map<String, String> attributes) {
    Instant now = clock.instant();
    Instant latest = now.plus(LONGEST);
    String age = attributes.getOrDefault("max-age", "");
    if (age.matches("-?[0-9]+")) {
      boolean huge = age.length() > 10 && !age.startsWith("-");
      long seconds = huge ? LONGEST.toSeconds() : age.startsWith("-") ? 0 : Long.parseLong(age);
      return seconds <= 0 ? Instant.MIN : ObjectUtils.min(now.plusSeconds(seconds), latest);
    }
    if (attributes.containsKey("expires")) {
      BasicClientCookie date = new BasicClientCookie("date", "");
      try {
        LaxExpiresHandler.INSTANCE.parse(date, attributes.get("expires"));
      } catch (MalformedCookieException e) {
        return latest; // As without the attribute.
      }
      if (date.getExpiryInstant() != null) {
        return ObjectUtils.min(date.getExpiryInstant(), latest);
      }
    }
    return latest;
  }

  private boolean overwritesSecure(Key key) {
    return cookies.values().stream()
        .anyMatch(
            known ->
                known.secure
                    && known.key.name.equals(key.name)
                    && (isWithin(known.key.domain, key.domain)
                        || isWithin(key.domain, known.key.domain))
                    && pathMatches(key.path, known.key.path));
  }

  private void put(Cookie cookie) {
    cookies.put(cookie.key, cookie);
    Instant now = clock.instant();
    cookies.values().removeIf(known -> !known.expires.isAfter(now));
    List<Key> ofDomain =
        cookies.keySet().stream().filter(key -> key.domain.equals(cookie.key.domain)).toList();
    if (ofDomain.size() > MOST_OF_DOMAIN) {
      cookies.remove(ofDomain.get(0));
    } else if (cookies.size() > MOST_COOKIES) {
      cookies.remove(cookies.keySet().iterator().next());
    }
  }

  /** The Cookie header for a request, if any cookie is for it. */
  public synchronized Optional<String> header(String request) {
    WebUrl url = UrlNormalizer.parse(request);
    Instant now = clock.instant();
    List<Cookie> fitting = new ArrayList<>();
    for (Cookie cookie : cookies.values()) {
      if (url != null && cookie.isFor(url) && cookie.expires.isAfter(now)) {
        fitting.add(cookie);
      }
    }
    // The last to be removed, if there are too many.
    fitting.forEach(cookie -> cookies.remove(cookie.key));
    fitting.forEach(cookie -> cookies.put(cookie.key, cookie));
    fitting.sort(
        Comparator.comparingInt((Cookie cookie) -> -cookie.key.path.length())
            .thenComparingLong(Cookie::number));
    List<String> pairs =
        fitting.stream()
            .map(one -> one.key.name.isEmpty() ? one.value : one.key.name + "=" + one.value)
            .toList();
    return pairs.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", pairs));
  }

  /** The value of a valid cookie of that name; empty if there is none. */
  public synchronized Optional<String> value(String name) {
    Instant now = clock.instant();
    return cookies.values().stream()
        .filter(cookie -> cookie.key.name.equals(name) && cookie.expires.isAfter(now))
        .map(Cookie::value)
        .findFirst();
  }

  /** Removes all. */
  public synchronized void clear() {
    cookies.clear();
  }

  /** Whether it has no cookie. */
  public synchronized boolean isEmpty() {
    return cookies.isEmpty();
  }

  private static boolean isSecure(WebUrl url) {
    return url.scheme().equals("https");
  }

  private static String defaultPath(WebUrl url) {
    String path = url.path();
    return path.lastIndexOf('/') == 0 ? "/" : path.substring(0, path.lastIndexOf('/'));
  }

  private static boolean pathMatches(String path, String of) {
    return path.equals(of)
        || (path.startsWith(of) && (of.endsWith("/") || path.charAt(of.length()) == '/'));
  }

  private static boolean isWithin(String host, String domain) {
    return host.equals(domain)
        || (host.endsWith("." + domain) && !domain.isEmpty() && !IpAddresses.isAddress(host));
  }

  /** Whether strangers share the domain: a public suffix, or a name without a dot. */
  private static boolean isShared(String domain) {
    return domain.indexOf('.') < 0 || Hosts.isPublicSuffix(domain);
  }

  private static String strip(String text) {
    return StringUtils.strip(text, " \t");
  }

  /** Says how many it has; their values are secrets. */
  @Override
  public synchronized String toString() {
    return cookies.size() + " cookies";
  }
}
