package org.orbweaver.crawler.markdown;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Names of the files of pages: {@code HOST/PATH}, {@code HOST/PATH/index} for a path that ends in a
 * slash. If the name lacks a part of the URL (a query, a character that not every file system
 * takes, one of two slashes in a row, the end of a long path), it ends in a hyphen and a part of
 * the URL's digest, so two pages have the same name only if their URLs differ just in scheme or
 * case.
 */
final class PageName {
  private static final Pattern URL = Pattern.compile("([a-z][a-z0-9+.-]*)://([^/?#]*)([^?#]*)(.*)");
  private static final Pattern UNSAFE = Pattern.compile("[^\\p{L}\\p{N}._~%+,=@-]|^\\.|\\.$");

  /**
   * Directories that a page's file could be named like, and names that look like one with digest.
   */
  private static final Pattern AMBIGUOUS =
      Pattern.compile(".*\\.md(?:/.*)?|(?:.*/)?index|.*-[0-9a-f]{10}(?:/.*)?");

  /** File systems take 255 bytes in a name. */
  private static final int MAX_SEGMENT = 80;

  private static final int MAX_PATH = 600;

  private PageName() {}

  /** The name of a page's file, without extension. */
  static String of(String url) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      return digest(url);
    }
    boolean web = parts.group(1).startsWith("http");
    String path = parts.group(3).isEmpty() ? "/" : parts.group(3);
    String host = (web ? "" : parts.group(1) + "_") + safe(parts.group(2));
    StringBuilder name = new StringBuilder(host.equals("") ? "_" : host);
    boolean exact = parts.group(4).isEmpty() && !AMBIGUOUS.matcher(path).matches();
    String[] segments = path.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      String segment = segments[i];
      // File systems would leave out an empty one; at the end it is the slash of an index.
      String kept = segment.isEmpty() && i < segments.length - 1 ? "_" : safe(segment);
      exact &= kept.equals(segment);
      if (name.length() + kept.length() > MAX_PATH) {
        exact = false;
        break;
      }
      name.append('/').append(kept);
    }
    if (path.endsWith("/") && name.charAt(name.length() - 1) == '/') {
      name.append("index");
    }
    return exact ? name.toString() : withDigest(name.toString(), url);
  }

  private static String safe(String segment) {
    String kept = UNSAFE.matcher(segment).replaceAll("_");
    int end = Math.min(kept.length(), MAX_SEGMENT);
    return kept.substring(
        0, end > 0 && Character.isHighSurrogate(kept.charAt(end - 1)) ? end - 1 : end);
  }

  /** Another name for a page whose name is taken. */
  static String withDigest(String name, String url) {
    return name + '-' + digest(url);
  }

  private static String digest(String url) {
    return DigestUtils.sha256Hex(url).substring(0, 10);
  }
}
