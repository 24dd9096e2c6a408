package org.orbweaver.crawler.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;

/** What holds for a host, a domain with all its hosts, or the URLs with one prefix. */
public final class SiteBlock {
  /** What a block is for, the most specific last. */
  enum Kind {
    DOMAIN,
    HOST,
    PREFIX
  }

  private final Kind kind;
  private final String pattern;
  private final String scheme;
  private final String host;
  private final int port;

  /** By key, in the order of the text; the values of a mapping are {@code NAME VALUE}. */
  private final Map<String, List<String>> values = new HashMap<>();

  /** Parsed once, as they are for each page. */
  private final Map<String, FieldSelector> fields = new LinkedHashMap<>();

  private SiteBlock(Kind kind, String pattern, String scheme, String host, int port) {
    this.kind = kind;
    this.pattern = pattern;
    this.scheme = scheme;
    this.host = host;
    this.port = port;
  }

  /**
   * A block without values.
   *
   * @param kind {@code host}, {@code domain} or {@code prefix}
   * @throws IllegalArgumentException naming what is wrong with the pattern
   */
  static SiteBlock of(String kind, String pattern) {
    return switch (kind) {
      case "prefix" -> ofPrefix(pattern);
      case "host" -> ofHost(Kind.HOST, pattern, "a host, such as docs.example.org");
      case "domain" -> ofHost(Kind.DOMAIN, pattern, "a domain, such as example.org");
      default -> throw unexpected("host, domain or prefix", kind);
    };
  }

  private static SiteBlock ofPrefix(String pattern) {
    WebUrl url = pattern.matches("(?i)https?://.*") ? UrlNormalizer.parse(pattern) : null;
    String normal = url == null ? null : new UrlNormalizer().normalize(pattern);
    if (normal == null) {
      throw unexpected("the beginning of a URL, such as https://example.org/docs/", pattern);
    }
    return new SiteBlock(Kind.PREFIX, normal, url.scheme(), url.host(), port(url));
  }

  private static SiteBlock ofHost(Kind kind, String pattern, String expected) {
    boolean isUrl = pattern.matches(".*[/?#@\\s].*");
    WebUrl url = isUrl ? null : UrlNormalizer.parse("http://" + pattern + "/");
    boolean hasPort = pattern.matches("(?s).*[^:]:[0-9]+");
    if (url == null || url.host().isEmpty() || (kind == Kind.DOMAIN && hasPort)) {
      throw unexpected(expected, pattern);
    }
    int port = hasPort ? port(url) : -1;
    String name = url.host() + (hasPort ? ":" + port : "");
    return new SiteBlock(kind, name, "", url.host(), port);
  }

  private static IllegalArgumentException unexpected(String expected, String got) {
    return new IllegalArgumentException("expected " + expected + ", got '" + got + "'");
  }

  void add(String key, String value) {
    values.computeIfAbsent(key, none -> new ArrayList<>()).add(value);
    if (key.equals("fields")) {
      fields.putAll(FieldSelector.map(Stream.of(value)));
    }
  }

  Kind kind() {
    return kind;
  }

  String pattern() {
    return pattern;
  }

  String host() {
    return host;
  }

  /** Whether it is for all ports of its hosts, and for all their paths. */
  boolean isWholeHost() {
    return kind != Kind.PREFIX && port < 0;
  }

  /** Its name for people: {@code host docs.example.org}. */
  public String name() {
    return kind.name().toLowerCase(Locale.ROOT) + " " + pattern;
  }

  /** The values of a key; empty if it has none. */
  public List<String> all(String key) {
    return values.getOrDefault(key, List.of());
  }

  /** The value of a key. */
  public Optional<String> get(String key) {
    return all(key).stream().findFirst();
  }

  /** The entries of a key that is a mapping. */
  public Map<String, String> map(String key) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String entry : all(key)) {
      int space = entry.indexOf(' ');
      map.put(entry.substring(0, space), entry.substring(space + 1));
    }
    return map;
  }

  Map<String, FieldSelector> fields() {
    return fields;
  }

  /** Whether it has the key, or one within it. */
  public boolean has(String key) {
    return values.keySet().stream().anyMatch(one -> one.equals(key) || one.startsWith(key + "."));
  }

  /** All keys that it has. */
  Set<String> keys() {
    return values.keySet();
  }

  /** Whether it is for a URL, which is without dot segments once it is parsed. */
  boolean covers(WebUrl url) {
    return switch (kind) {
      case PREFIX -> isBelow(url.toString());
      case HOST -> host.equals(url.host()) && (port < 0 || port == port(url));
      case DOMAIN -> host.equals(url.host()) || url.host().endsWith("." + host);
    };
  }

  /** {@code https://a.org/x} is the beginning of its path x and of x/y, not of xy. */
  private boolean isBelow(String url) {
    if (!url.startsWith(pattern)) {
      return false;
    }
    return pattern.endsWith("/")
        || url.length() == pattern.length()
        || "/?#".indexOf(url.charAt(pattern.length())) >= 0;
  }

  /**
   * Whether the secrets of this block (login, headers, cookies, certificate) may be sent to a URL
   * that it covers: over https, and over http only if the block says so; to the default port, or to
   * the port that the block names. Another port is another origin, where a stranger may listen.
   */
  public boolean mayHaveSecrets(String url) {
    WebUrl parsed = UrlNormalizer.parse(url);
    if (parsed == null || !covers(parsed)) {
      return false;
    }
    boolean isHttp = parsed.scheme().equals("http");
    if (isHttp && !scheme.equals("http") && !isOn("send-over-http")) {
      return false;
    }
    return port < 0 ? port(parsed) == WebUrl.defaultPort(parsed.scheme()) : port(parsed) == port;
  }

  boolean isOn(String key) {
    return get(key).map(Boolean::parseBoolean).orElse(false);
  }

  static int port(WebUrl url) {
    return url.port() >= 0 ? url.port() : WebUrl.defaultPort(url.scheme());
  }

  /** Whether strangers may have hosts below its domain. */
  boolean isShared() {
    return kind == Kind.DOMAIN && Hosts.isPublicSuffix(host);
  }
}
