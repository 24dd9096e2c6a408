package org.orbweaver.crawler.robots;

import java.util.ArrayList;
import java.util.List;

/**
 * The path pattern of one Allow or Disallow line, taken apart: literal text in which {@code *}
 * stands for any run of characters and a {@code $} at the end for the end of the path (RFC 9309,
 * section 2.2.3). A dollar elsewhere is text.
 *
 * <p>A path matches when it starts with {@link #prefix}, has the {@link #parts} one after the other
 * behind it without overlap, and ends with {@link #suffix} behind those. Taking each part at its
 * first place decides that exactly: a part found earlier leaves no less room for the parts that
 * follow.
 *
 * @param prefix what the path starts with; the whole pattern where it has no star
 * @param parts what stands between stars, no empty text among it
 * @param suffix what the path ends with, after the last star; null where the end is open, and also
 *     where the pattern has no star
 * @param exact whether the path is the prefix and nothing more: no star, and a dollar
 */
record RobotsPattern(String prefix, List<String> parts, String suffix, boolean exact) {

  /**
   * Takes a pattern apart.
   *
   * @param text in the normal form of {@link RobotsPath#ofRule}
   */
  static RobotsPattern parse(String text) {
    boolean anchored = text.endsWith("$");
    String body = anchored ? text.substring(0, text.length() - 1) : text;
    // A URL's own dollars are encoded.
    body = body.replace("$", "%24");
    int star = body.indexOf('*');
    if (star < 0) {
      return new RobotsPattern(body, List.of(), null, anchored);
    }
    String prefix = body.substring(0, star);
    List<String> parts = new ArrayList<>();
    int from = star + 1;
    for (star = body.indexOf('*', from); star >= 0; star = body.indexOf('*', from)) {
      if (star > from) {
        parts.add(body.substring(from, star));
      }
      from = star + 1;
    }
    String last = body.substring(from);
    if (last.isEmpty()) {
      // "*$" at the end is as open as "*".
      return new RobotsPattern(prefix, parts, null, false);
    }
    if (anchored) {
      return new RobotsPattern(prefix, parts, last, false);
    }
    parts.add(last);
    return new RobotsPattern(prefix, parts, null, false);
  }
}
