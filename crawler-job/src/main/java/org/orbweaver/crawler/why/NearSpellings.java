package org.orbweaver.crawler.why;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;

/** Spellings that people mix up: http and https, with and without www and the last slash. */
final class NearSpellings {
  private NearSpellings() {}

  /** The others, in normal form. */
  static Set<String> of(String url) {
    UrlNormalizer normalizer = new UrlNormalizer();
    Set<String> near = new LinkedHashSet<>();
    WebUrl parts = UrlNormalizer.parse(url);
    if (parts == null) {
      parts = UrlNormalizer.parse("https://" + url.strip());
    }
    if (parts == null) {
      return near;
    }
    String host = parts.host();
    String bare = host.startsWith("www.") ? host.substring(4) : host;
    String path = parts.path();
    String cut = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    String port = parts.port() < 0 ? "" : ":" + parts.port();
    String query = parts.query() == null ? "" : "?" + parts.query();
    for (String scheme : List.of(parts.scheme(), "https", "http")) {
      for (String name : List.of(host, bare, "www." + bare)) {
        for (String file : List.of(path, cut, cut + "/")) {
          String other = normalizer.normalize(scheme + "://" + name + port + file + query);
          if (other != null) {
            near.add(other);
          }
        }
      }
    }
    near.remove(url);
    return near;
  }
}
