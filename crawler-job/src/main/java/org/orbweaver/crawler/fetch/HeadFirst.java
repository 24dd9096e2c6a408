package org.orbweaver.crawler.fetch;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.orbweaver.crawler.http.FetchedPage;

/**
 * Which URLs are requested by HEAD before they are by GET, and what then is fetched: a request more
 * for what looks large, instead of megabytes that are not kept.
 *
 * @param suffixes of the paths of such URLs, in small letters; none: the policy is off
 * @param types beginnings of the media types that are wanted; none: all are
 * @param maxBytes the longest body that is wanted
 */
record HeadFirst(List<String> suffixes, List<String> types, long maxBytes) {

  /** Whether a URL is requested by HEAD first. */
  boolean concerns(String url) {
    if (suffixes.isEmpty()) {
      return false;
    }
    int end = url.indexOf('?');
    String path = (end < 0 ? url : url.substring(0, end)).toLowerCase(Locale.ROOT);
    return suffixes.stream().anyMatch(path::endsWith);
  }

  /**
   * Why what an answer to HEAD describes is not wanted, or null. Servers that do not know HEAD are
   * asked by GET.
   */
  String refusal(FetchedPage head) {
    if (head.status() < 200 || head.status() >= 300) {
      return null;
    }
    Optional<String> type = head.header("Content-Type").map(Records::mediaType);
    if (!types.isEmpty() && type.isPresent() && types.stream().noneMatch(type.get()::startsWith)) {
      return "its type, " + type.get() + ", is not in orbweaver.fetch.head.types";
    }
    String length = head.header("Content-Length").map(String::strip).orElse("");
    if (length.matches("[0-9]{1,18}") && Long.parseLong(length) > maxBytes) {
      return "its " + length + " bytes exceed http.content.limit";
    }
    return null;
  }
}
