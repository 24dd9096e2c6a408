package org.orbweaver.crawler.browser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.orbweaver.crawler.browser.ResourceRequest.Kind;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.url.Hosts;

/**
 * Which requests of a page are made. Those for text and links are: scripts, data, and frames of the
 * page's own site, by GET or HEAD, or by a POST that may be made. All others are off, and some of
 * these get an empty answer, since scripts wait for it: an image has one pixel, a style sheet no
 * rule.
 */
final class RequestPolicy {
  /** What is done about a request. */
  sealed interface Decision {
    /** It is made. */
    record Load(Kind kind) implements Decision {}

    /** It is not made, and fails in the page. */
    record Off(String why) implements Decision {}

    /** It asks whether another one may be made, which the crawler itself decides. */
    record Granted(List<Header> headers) implements Decision {}

    /** It is not made, and succeeds in the page. */
    @SuppressWarnings("ArrayRecordComponent") // Is not compared.
    record Empty(String type, byte[] body) implements Decision {}
  }

  /** Said of what is never loaded. */
  static final String OFF = "off";

  private static final int MAX_URL = 8000;
  private static final int MAX_BODY = 64 << 10;
  private static final int MAX_HEADERS = 30;

  /** Longer ones are not sent. */
  private static final int MAX_HEADER = 1024;

  private static final String MAY_CHANGE = ", which may change something";

  private static final Set<String> MADE = Set.of("Script", "XHR", "Fetch", "Document");

  /** A GIF of one transparent pixel. */
  private static final byte[] PIXEL = {
    'G',
    'I',
    'F',
    '8',
    '9',
    'a',
    1,
    0,
    1,
    0,
    (byte) 0x80,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    '!',
    (byte) 0xf9,
    4,
    1,
    0,
    0,
    0,
    0,
    ',',
    0,
    0,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
    2,
    2,
    'D',
    1,
    0,
    ';'
  };

  /** Headers with which some servers take a request for one of another method or URL. */
  private static final Set<String> OVERRIDES =
      Set.of(
          "x-http-method",
          "x-http-method-override",
          "x-method-override",
          "x-original-url",
          "x-rewrite-url");

  private static final Pattern JSON_TYPE =
      Pattern.compile("application/json(\\s*;\\s*charset=\"?utf-8\"?)?", Pattern.CASE_INSENSITIVE);

  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9-]+");

  /** Headers that claim another sender, or differ from request to request. */
  private static final Pattern OF_THE_WAY =
      Pattern.compile(
          "forwarded|via|x-forwarded-.*|x-real-ip|true-client-ip|x-client-ip|baggage|b3|newrelic"
              + "|sentry-trace|trace(parent|state)|x-b3-.*|x-datadog-.*|x-(request|correlation)-id");

  /** Headers that are the fetcher's own concern, or tell of the browser. */
  private static final Set<String> NOT_SENT =
      Set.of(
          "accept-encoding",
          "accept-language",
          "cache-control",
          "connection",
          "content-length",
          "cookie",
          "dnt",
          "from",
          "host",
          "if-match",
          "if-modified-since",
          "if-none-match",
          "if-range",
          "if-unmodified-since",
          "pragma",
          "priority",
          "range",
          "signature",
          "signature-agent",
          "signature-input",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "upgrade-insecure-requests",
          "user-agent");

  /**
   * Headers of answers that are of the bytes as sent, or would change what later pages meet. The
   * browser gets a body that is decoded and complete.
   */
  private static final Set<String> NOT_RECEIVED =
      Set.of(
          "accept-ch",
          "alt-svc",
          "clear-site-data",
          "content-encoding",
          "content-length",
          "critical-ch",
          "cross-origin-opener-policy",
          "nel",
          "report-to",
          "reporting-endpoints",
          "service-worker-allowed",
          "set-cookie",
          "set-cookie2",
          "strict-transport-security",
          "transfer-encoding");

  private RequestPolicy() {}

  /**
   * Decides about a request.
   *
   * @param type the resource type of the DevTools protocol
   * @param url without its fragment
   * @param headers that the browser would send
   * @param body that the browser would send; null if it is no text
   * @param domain the registered domain of the page
   */
  static Decision decide(
      String type,
      String method,
      String url,
      Map<String, Object> headers,
      String body,
      String domain,
      PostMode post) {
    boolean isWeb = url.startsWith("http://") || url.startsWith("https://");
    if (type.equals("Image")) {
      return new Decision.Empty("image/gif", PIXEL);
    }
    if (type.equals("Stylesheet")) {
      return new Decision.Empty("text/css", new byte[0]);
    }
    // So come the scripts of workers, and preloaded data; and icons, which accept images.
    boolean isOther = type.equals("Other") && value(headers, "accept").equals("*/*");
    if (!MADE.contains(type) && !isOther) {
      return new Decision.Off(OFF);
    }
    // Both come as a script's requests.
    if (value(headers, "accept").contains("text/event-stream")
        || (value(headers, "purpose") + value(headers, "sec-purpose")).contains("prefetch")) {
      return new Decision.Off(OFF);
    }
    if (!isWeb) {
      return new Decision.Off("not of the web");
    }
    if (url.length() > MAX_URL) {
      return new Decision.Off("URL of more than " + MAX_URL + " characters");
    }
    String wanted = value(headers, "access-control-request-method");
    if (method.equals("OPTIONS") && !wanted.isEmpty()) {
      return List.of("GET", "HEAD", "POST").contains(wanted)
          ? new Decision.Granted(grant(headers))
          : new Decision.Off("method " + wanted + MAY_CHANGE);
    }
    if (body != null && body.length() > MAX_BODY) {
      return new Decision.Off("body of more than " + MAX_BODY + " characters");
    }
    boolean mayPost = type.equals("XHR") || type.equals("Fetch");
    if (!method.equals("GET")
        && !method.equals("HEAD")
        && !(method.equals("POST") && mayPost && isMade(post, headers, body))) {
      return new Decision.Off("method " + method + MAY_CHANGE);
    }
    for (String name : headers.keySet()) {
      if (OVERRIDES.contains(name.toLowerCase(Locale.ROOT).replace('_', '-'))) {
        return new Decision.Off("header " + name + MAY_CHANGE);
      }
    }
    List<Header> sent = sent(headers);
    if (sent.size() > MAX_HEADERS) {
      return new Decision.Off("more than " + MAX_HEADERS + " headers");
    }
    // A long Referer is left out.
    if (sent.stream()
        .filter(header -> !header.name().equalsIgnoreCase("Referer"))
        .anyMatch(header -> header.value().length() > MAX_HEADER)) {
      return new Decision.Off("header of more than " + MAX_HEADER + " characters");
    }
    if (type.equals("Document")) {
      return Hosts.domainOf(url).equals(domain)
          ? new Decision.Load(Kind.FRAME)
          : new Decision.Off("frame of another site");
    }
    return new Decision.Load(type.equals("Script") || isOther ? Kind.SCRIPT : Kind.DATA);
  }

  private static boolean isMade(PostMode post, Map<String, Object> headers, String body) {
    return switch (post) {
      case NEVER -> false;
      case QUERIES ->
          body != null
              && JSON_TYPE.matcher(value(headers, "content-type").strip()).matches()
              && GraphQl.isQuery(body);
      case ALWAYS -> body != null;
    };
  }

  /**
   * The answer to a preflight of CORS. It protects a server from requests with the rights of a
   * browser's user, or from within its network; such requests are made for pages of the same site
   * alone. Whether the page gets the answer to the request itself is still up to the server.
   */
  private static List<Header> grant(Map<String, Object> headers) {
    return List.of(
        new Header("Access-Control-Allow-Origin", value(headers, "origin")),
        new Header("Access-Control-Allow-Credentials", "true"),
        new Header("Access-Control-Allow-Methods", value(headers, "access-control-request-method")),
        new Header(
            "Access-Control-Allow-Headers", value(headers, "access-control-request-headers")));
  }

  private static String value(Map<String, Object> headers, String name) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(name))
        .map(header -> "" + header.getValue())
        .collect(Collectors.joining());
  }

  /** The headers of a request to be made, from those that the browser would send. */
  static List<Header> sent(Map<String, Object> headers) {
    List<Header> sent = new ArrayList<>();
    headers.forEach(
        (name, value) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (HEADER_NAME.matcher(name).matches()
              && !NOT_SENT.contains(lower)
              && !OF_THE_WAY.matcher(lower).matches()
              && !lower.startsWith("sec-")
              && !lower.startsWith("proxy-")
              && value instanceof String text) {
            sent.add(new Header(name, text));
          }
        });
    return sent;
  }

  /** The headers of an answer, as the browser is to see them. */
  static List<Map<String, String>> received(List<Header> headers) {
    List<Map<String, String>> received = new ArrayList<>();
    for (Header header : headers) {
      if (header.value() != null
          && !NOT_RECEIVED.contains(header.name().toLowerCase(Locale.ROOT))
          && header.name().matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
          && header.value().chars().noneMatch(c -> c < ' ' && c != '\t')) {
        received.add(Map.of("name", header.name(), "value", header.value()));
      }
    }
    return received;
  }
}
