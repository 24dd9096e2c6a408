package org.orbweaver.crawler.robots;

import java.util.ArrayList;
import java.util.List;

/**
 * The path pattern of one Allow or Disallow line: literal text in which {@code *} stands for any
 * run of characters and a {@code $} at the end for the end of the path (RFC 9309, section 2.2.3).
 *
 * <p>The literal parts between stars are searched for from left to right, each at its first place.
 * That decides such patterns exactly, without backtracking: a part found earlier leaves no less
 * room for the parts that follow. Time is bounded by the length of the path times the length of the
 * pattern.
 */
final class RobotsPattern {
  private final String text;
  private final String first;
  private final String[] inner;
  private final boolean anchored;

  /**
   * @param text the pattern, percent-encoded as {@code SimpleRobotRules.escapePath} does, so that
   *     it compares with an encoded path octet by octet
   */
  RobotsPattern(String text) {
    this.text = text;
    anchored = text.endsWith("$");
    String body = anchored ? text.substring(0, text.length() - 1) : text;
    // A path has its own stars and dollars encoded, so that only the pattern's are special.
    body = body.replace("$", "%24");
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int star = body.indexOf('*'); star >= 0; star = body.indexOf('*', from)) {
      parts.add(body.substring(from, star));
      from = star + 1;
    }
    parts.add(body.substring(from));
    first = parts.get(0);
    inner = parts.subList(1, parts.size()).toArray(String[]::new);
  }

  /** Octets of the pattern: of several matching rules the longest decides. */
  int length() {
    return text.length();
  }

  boolean matches(String path) {
    if (!path.startsWith(first)) {
      return false;
    }
    int at = first.length();
    if (inner.length == 0) {
      return !anchored || at == path.length();
    }
    int last = anchored ? inner.length - 1 : inner.length;
    for (int i = 0; i < last; i++) {
      int found = path.indexOf(inner[i], at);
      if (found < 0) {
        return false;
      }
      at = found + inner[i].length();
    }
    if (!anchored) {
      return true;
    }
    String end = inner[last];
    return path.length() - end.length() >= at && path.endsWith(end);
  }

  @Override
  public String toString() {
    return text;
  }
}
