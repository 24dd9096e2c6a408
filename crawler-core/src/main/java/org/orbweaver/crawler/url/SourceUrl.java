package org.orbweaver.crawler.url;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * URLs of files and folders, {@code scheme://authority/path}, in one normal form: without dot
 * segments, empty segments, query and fragment; of each byte of a name either the character or its
 * percent-encoding. A folder ends in a slash. Names are bytes, so those in no encoding have URLs,
 * too.
 */
public final class SourceUrl {
  private static final Pattern PARTS =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9+.-]*):(?://([^/?#\\\\]*))?(/[^?#]*)(?:[?#].*)?", Pattern.DOTALL);

  private static final Pattern AUTHORITY =
      Pattern.compile("(?:[A-Za-z0-9._~%-]+@)?([A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");

  private SourceUrl() {}

  /** Whether a URL in normal form is of a file or folder, rather than of the web. */
  public static boolean is(String url) {
    if (url.startsWith("http://") || url.startsWith("https://")) {
      return false;
    }
    int end = url.indexOf("://");
    // A foreign crawldb may have capitals.
    return end > 0 && !url.substring(0, end).matches("(?i)https?");
  }

  /** The URL in normal form; null if it is not one of a file or folder, or is too long. */
  public static String normalize(String url) {
    Matcher parts = PARTS.matcher(url);
    if (!parts.matches()) {
      return null;
    }
    String scheme = parts.group(1).toLowerCase(Locale.ROOT);
    String authority = parts.group(2) == null ? "" : parts.group(2);
    String path = path(parts.group(3));
    boolean isFile = scheme.equals("file");
    if (isFile && authority.equalsIgnoreCase("localhost")) {
      authority = "";
    }
    if (path == null
        || scheme.matches("https?")
        || (isFile && !authority.isEmpty())
        || !AUTHORITY.matcher(authority).matches()) {
      return null;
    }
    // As it is: the name of an HDFS name service is a key of Hadoop's settings.
    String normal = scheme + "://" + authority + path;
    return normal.length() > UrlNormalizer.MAX_LENGTH ? null : normal;
  }

  /**
   * Makes a link of a file absolute; null if it has another scheme's form, or leads nowhere.
   *
   * @param base in normal form
   */
  static String resolve(String base, String link) {
    String reference = link.strip().replaceFirst("(?s)[?#].*", "").replace('\\', '/');
    if (reference.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*:.*")) {
      return normalize(reference);
    }
    if (reference.startsWith("//")) {
      return null;
    }
    int root = base.indexOf('/', base.indexOf("://") + 3);
    return reference.isEmpty()
        ? base
        : reference.startsWith("/")
            ? normalize(base.substring(0, root) + reference)
            : normalize(base.substring(0, base.lastIndexOf('/') + 1) + reference);
  }

  /** The URL of an entry of a folder; null if the name has half a character, or is too long. */
  public static String entry(String folder, String name, boolean isFolder) {
    byte[] bytes = utf8(name);
    if (bytes == null) {
      return null;
    }
    StringBuilder url = new StringBuilder(folder);
    encode(bytes, url);
    return url.length() >= UrlNormalizer.MAX_LENGTH
        ? null
        : (isFolder ? url.append('/') : url).toString();
  }

  /** The path of a URL in normal form, decoded; null if it is not UTF-8. */
  public static String decodedPath(String url) {
    try {
      String path = url.substring(url.indexOf('/', url.indexOf("://") + 3));
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(path))).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** The scheme of a URL in normal form. */
  public static String scheme(String url) {
    return url.substring(0, url.indexOf("://"));
  }

  /** Scheme and authority of a URL in normal form: its file system. */
  public static String fileSystem(String url) {
    return url.substring(0, url.indexOf('/', url.indexOf("://") + 3));
  }

  /** What stands for the host of a URL in normal form: that of its authority, else its scheme. */
  static String host(String url) {
    int from = url.indexOf("://") + 3;
    int slash = url.indexOf('/', from);
    Matcher authority = AUTHORITY.matcher(url.substring(from, slash < 0 ? url.length() : slash));
    return !authority.matches() || authority.group(1).isEmpty()
        ? scheme(url)
        : authority.group(1).toLowerCase(Locale.ROOT);
  }

  private static String path(String written) {
    Deque<String> segments = new ArrayDeque<>();
    String last = "";
    for (String segment : written.split("/", -1)) {
      byte[] bytes = bytes(segment);
      if (bytes == null) {
        return null;
      }
      StringBuilder name = new StringBuilder();
      for (byte octet : bytes) {
        if (octet == 0 || octet == '/') {
          return null; // No name has these.
        }
      }
      encode(bytes, name);
      last = name.toString();
      if (last.equals("..")) {
        segments.pollLast();
      } else if (!last.isEmpty() && !last.equals(".")) {
        segments.addLast(last);
      }
    }
    boolean isFolder = last.isEmpty() || last.equals(".") || last.equals("..");
    return "/" + String.join("/", segments) + (isFolder && !segments.isEmpty() ? "/" : "");
  }

  private static void encode(byte[] name, StringBuilder out) {
    for (byte octet : name) {
      char c = (char) (octet & 0xff);
      if (Percent.bareInPath(c)) {
        out.append(c);
      } else {
        Percent.encode(c, out);
      }
    }
  }

  /** What the text stands for, with percent-encodings decoded; null if it has half a character. */
  private static byte[] bytes(String text) {
    byte[] raw = utf8(text);
    return raw == null ? null : Percent.decode(raw);
  }

  private static byte[] utf8(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
