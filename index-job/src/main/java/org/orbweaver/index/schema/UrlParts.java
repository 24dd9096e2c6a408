package org.orbweaver.index.schema;

import crawlercommons.domains.EffectiveTldFinder;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parts of a URL for the index: host, its suffixes, registered domain, words. Never throws. */
public final class UrlParts {
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*");

  /** After user and password; the port is dropped, except from an IPv6 address. */
  private static final Pattern AUTHORITY =
      Pattern.compile("://(?:[^/?#\\\\]*@)?(\\[[^/?#\\\\]*|[^/?#\\\\:]*)");

  private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  private UrlParts() {}

  /**
   * The host in lower case, without user and port; {@code file} for a file of this machine; empty
   * when the URL has none.
   */
  public static String host(String url) {
    if (url.startsWith("file:///")) {
      return "file";
    }
    Matcher authority = AUTHORITY.matcher(url);
    return authority.find() ? authority.group(1).toLowerCase(Locale.ROOT) : "";
  }

  /**
   * The host and each name above it, longest first: {@code www.example.org, example.org, org}. An
   * IP address has only itself.
   */
  public static List<String> sites(String host) {
    List<String> sites = new ArrayList<>();
    if (host.isEmpty()) {
      return sites;
    }
    sites.add(host);
    if (!ADDRESS.matcher(host).matches()) {
      for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
        if (dot + 1 < host.length()) {
          sites.add(host.substring(dot + 1));
        }
      }
    }
    return sites;
  }

  /**
   * The registered domain by the Public Suffix List, private suffixes included; the host itself
   * when there is none.
   */
  public static String domain(String host) {
    if (host.isEmpty() || ADDRESS.matcher(host).matches()) {
      return host;
    }
    String domain = EffectiveTldFinder.getAssignedDomain(host, false, false);
    return domain == null ? host : domain;
  }

  /** The URL's words, separated by spaces: host labels, folders, file name, query. */
  public static String words(String url) {
    int scheme = url.indexOf("://");
    String rest = scheme < 0 ? url : url.substring(scheme + 3);
    if (rest.indexOf('%') >= 0) {
      try {
        rest = URLDecoder.decode(rest.replace("+", " "), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        // A stray percent sign: the words around it stay as they are.
      }
    }
    return SEPARATORS.matcher(rest).replaceAll(" ").strip();
  }
}
