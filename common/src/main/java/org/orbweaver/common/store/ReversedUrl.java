package org.orbweaver.common.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The sort key of a URL. It brings the pages of a host, and the hosts of a domain, together: host
 * with its labels reversed, {@code :}, scheme, the port if one is given, and the rest unchanged.
 * {@code http://www.example.org:8080/a?b} becomes {@code org.example.www:http:8080/a?b}.
 *
 * <p>Keys are compared as unsigned UTF-8 bytes. The form is reversible for every string: {@code
 * url(key(s))} is {@code s}. Addresses ({@code 192.0.2.1}, {@code [::1]}) are not reversed. Strings
 * that are not {@code scheme://host[:port][/?#]…}, or that name a user, are kept whole after a
 * {@code ~}, and so sort after the ordinary hosts.
 */
public final class ReversedUrl {
  private static final char OPAQUE = '~';

  private ReversedUrl() {}

  /** The sort key of {@code url}. */
  public static String key(String url) {
    String key = structured(url);
    // A URL that does not survive the round trip is not ordinary.
    boolean ordinary = key != null && key.charAt(0) != OPAQUE && url.equals(structuredUrl(key));
    return ordinary ? key : OPAQUE + url;
  }

  /** The sort key as the bytes that are compared and stored. */
  public static byte[] keyBytes(String url) {
    return key(url).getBytes(StandardCharsets.UTF_8);
  }

  /** The URL whose key is {@code key}. */
  public static String url(String key) {
    if (!key.isEmpty() && key.charAt(0) == OPAQUE) {
      return key.substring(1);
    }
    String url = structuredUrl(key);
    if (url == null) {
      throw new IllegalArgumentException("not the key of a URL: " + key);
    }
    return url;
  }

  /** The URL whose key has these bytes. */
  public static String url(byte[] key) {
    return url(new String(key, StandardCharsets.UTF_8));
  }

  /** The host of a key, labels in their usual order; empty if the key is not of a URL. */
  public static String host(String key) {
    int end = key.isEmpty() || key.charAt(0) == OPAQUE ? -1 : hostEnd(key);
    return end < 0 ? "" : reverse(key.substring(0, end));
  }

  /**
   * The number of a key's bytes before the rest, that is of host and scheme; 0 if the key is not of
   * a URL.
   */
  public static int restStart(byte[] key) {
    int colons = 0;
    boolean address = key.length > 0 && key[0] == '[';
    for (int i = 0; i < key.length && key[0] != OPAQUE; i++) {
      address &= key[i] != ']';
      boolean colon = key[i] == ':' && !address;
      if (colons == 1 && (colon || key[i] == '/' || key[i] == '?' || key[i] == '#')) {
        return i;
      }
      colons += colon ? 1 : 0;
    }
    return colons == 1 ? key.length : 0;
  }

  private static String structured(String url) {
    int colon = url.indexOf("://");
    if (colon < 1) {
      return null;
    }
    int from = colon + 3;
    int rest = from;
    while (rest < url.length() && "/?#".indexOf(url.charAt(rest)) < 0) {
      rest++;
    }
    String authority = url.substring(from, rest);
    int hostEnd = authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.indexOf(':');
    if (hostEnd < 0) {
      hostEnd = authority.length();
    }
    if (hostEnd == 0 || authority.indexOf('@') >= 0) {
      return null;
    }
    return reverse(authority.substring(0, hostEnd))
        + ':'
        + url.substring(0, colon)
        + authority.substring(hostEnd)
        + url.substring(rest);
  }

  private static String structuredUrl(String key) {
    int hostEnd = hostEnd(key);
    if (hostEnd < 0) {
      return null;
    }
    int schemeEnd = hostEnd + 1;
    while (schemeEnd < key.length() && ":/?#".indexOf(key.charAt(schemeEnd)) < 0) {
      schemeEnd++;
    }
    return key.substring(hostEnd + 1, schemeEnd)
        + "://"
        + reverse(key.substring(0, hostEnd))
        + key.substring(schemeEnd);
  }

  /** The end of a key's host: the first colon outside brackets. */
  private static int hostEnd(String key) {
    int from = key.startsWith("[") ? key.indexOf(']') + 1 : 0;
    return key.indexOf(':', from);
  }

  /**
   * A host's labels in reverse order; an address unchanged. Applied twice, it gives the host again.
   */
  public static String reverse(String host) {
    if (host.startsWith("[") || isIpv4(host)) {
      return host;
    }
    List<String> labels = new ArrayList<>();
    int from = 0;
    for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', from)) {
      labels.add(host.substring(from, dot));
      from = dot + 1;
    }
    labels.add(host.substring(from));
    Collections.reverse(labels);
    return String.join(".", labels);
  }

  /**
   * True for four numeric labels. Their reversal is also an address, which makes the form
   * reversible.
   */
  private static boolean isIpv4(String host) {
    int dots = 0;
    boolean digit = false;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c == '.' && digit) {
        dots++;
        digit = false;
      } else if (c >= '0' && c <= '9') {
        digit = true;
      } else {
        return false;
      }
    }
    return dots == 3 && digit;
  }
}
