package org.orbweaver.crawler.url;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes in words how {@link UrlNormalizer} changed a URL, or why it refused a text. It compares
 * input and result part by part and decides nothing itself.
 */
public final class NormalizationSteps {
  /** Scheme, user information, host, port, path, query, fragment. */
  private static final Pattern PARTS =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9+.-]*):[/\\\\]*(?:([^/\\\\?#]*)@)?(\\[[^\\]]*\\]|[^/\\\\?#:]*)"
              + "(:[^/\\\\?#]*)?([^?#]*)(\\?[^#]*)?(#.*)?",
          Pattern.DOTALL);

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");

  private NormalizationSteps() {}

  /**
   * The changes, in the order of the parts; empty if there are none.
   *
   * @param input the URL as it was written
   * @param normal its normal form
   */
  public static List<String> between(String input, String normal) {
    List<String> steps = new ArrayList<>();
    String text = input.strip().replaceAll("[\\t\\r\\n]", "");
    if (!text.equals(input)) {
      steps.add("whitespace removed");
    }
    Matcher parts = PARTS.matcher(text);
    WebUrl url = UrlNormalizer.parse(normal);
    if (normal.equals(text) || url == null || !parts.matches()) {
      return steps;
    }
    if (!parts.group(1).equals(url.scheme())) {
      steps.add("scheme lowercased");
    }
    if (parts.group(2) != null) {
      steps.add("user information removed");
    }
    host(parts.group(3), url.host(), steps);
    if (parts.group(4) != null && url.port() < 0) {
      steps.add("default port removed");
    }
    path(parts.group(5), url.path(), steps);
    query(parts.group(6), url.query(), steps);
    if (parts.group(7) != null) {
      steps.add("fragment removed");
    }
    return steps;
  }

  private static void host(String written, String host, List<String> steps) {
    if (written.equals(host)) {
      return;
    }
    String lower = written.toLowerCase(Locale.ROOT);
    steps.add(
        lower.equals(host)
            ? "host lowercased"
            : lower.equals(host + ".")
                ? "trailing dot of the host removed"
                : "host written " + host);
  }

  private static void path(String written, String path, List<String> steps) {
    if (written.equals(path)) {
      return;
    }
    if (written.isEmpty()) {
      steps.add("path '/' added");
    } else if (written.contains("\\")) {
      steps.add("backslashes replaced by slashes");
    } else if (written.matches("(?i).*/(\\.|%2e){1,2}(/.*)?")) {
      steps.add("dot segments resolved");
    } else {
      steps.add(
          written.contains(";") && !path.contains(";")
              ? "session ID removed from the path"
              : "percent-encoding of the path normalized");
    }
  }

  private static void query(String written, String query, List<String> steps) {
    String before = written == null ? "" : written.substring(1);
    String after = query == null ? "" : query;
    if (written != null && before.isEmpty()) {
      steps.add("empty query removed");
    } else if (!before.equals(after)) {
      long fewer = parameters(before) - parameters(after);
      steps.add(fewer > 0 ? "session ID removed" : "percent-encoding of the query normalized");
    }
  }

  private static long parameters(String query) {
    return query.isEmpty() ? 0 : 1 + query.chars().filter(c -> c == '&').count();
  }

  /** Why a text has no normal form. */
  public static Refusal refusal(String input) {
    if (input.length() > UrlNormalizer.MAX_LENGTH) {
      return new Refusal(
          "too-long",
          "has "
              + input.length()
              + " characters; URLs of more than "
              + UrlNormalizer.MAX_LENGTH
              + " are refused");
    }
    String text = input.strip();
    Matcher scheme = SCHEME.matcher(text);
    if (!scheme.matches()) {
      return new Refusal("malformed", "has no scheme: expected http:// or https://");
    }
    String name = scheme.group(1).toLowerCase(Locale.ROOT);
    if (!name.equals("http") && !name.equals("https")) {
      return new Refusal(
          "scheme",
          "has the scheme '"
              + name
              + "': only http and https are crawled, and what is under the roots of sources");
    }
    Matcher parts = PARTS.matcher(text.replaceAll("[\\t\\r\\n]", ""));
    if (!parts.matches() || parts.group(3).isEmpty()) {
      return new Refusal("malformed", "has no host");
    }
    String port = parts.group(4);
    if (port != null && !port.matches(":0*[0-9]{0,5}")) {
      return new Refusal("malformed", "has an invalid port: '" + port.substring(1) + "'");
    }
    return new Refusal("malformed", "has an invalid host or port: '" + parts.group(3) + "'");
  }

  /**
   * The reason why a text is not a URL.
   *
   * @param cause {@code too-long}, {@code scheme} or {@code malformed}
   * @param sentence goes on after "the URL"
   */
  public record Refusal(String cause, String sentence) {}
}
