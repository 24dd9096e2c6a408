package org.orbweaver.crawler.url;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The path of a URL without dot segments, backslashes and session ids, percent-encoded normally.
 */
final class UrlPath {
  private UrlPath() {}

  /**
   * Appends a reference to the folder it is relative to.
   *
   * @param folder begins and ends with a slash and is in normal form, or is empty for an absolute
   *     reference
   * @param reference the path as written, with or without a slash in front
   */
  static String normalize(String folder, String reference) {
    String text =
        Percent.path(reference.indexOf('\\') < 0 ? reference : reference.replace('\\', '/'));
    if (SessionIds.mayBeInPath(text)) {
      text = SessionIds.dropFromPath(text);
    }
    boolean rooted = !text.isEmpty() && text.charAt(0) == '/';
    if (folder.isEmpty()) {
      text = rooted ? text : "/" + text;
    } else {
      text = folder + text;
    }
    return text.contains("/.") ? withoutDots(text) : text;
  }

  /**
   * As the standard's path state: {@code ..} takes a segment away, and never goes above the root.
   */
  private static String withoutDots(String path) {
    Deque<String> segments = new ArrayDeque<>();
    int from = 1;
    while (true) {
      int slash = path.indexOf('/', from);
      boolean last = slash < 0;
      String segment = path.substring(from, last ? path.length() : slash);
      if (segment.equals("..")) {
        segments.pollLast();
        if (last) {
          segments.addLast("");
        }
      } else if (segment.equals(".")) {
        if (last) {
          segments.addLast("");
        }
      } else {
        segments.addLast(segment);
      }
      if (last) {
        return "/" + String.join("/", segments);
      }
      from = slash + 1;
    }
  }
}
