package org.orbweaver.crawler.page;

import org.apache.commons.lang3.StringUtils;

/**
 * The score that a page passes to a page it links to: its own over (1 + the target's depth), where
 * depth counts the path segments of the target's URL. The crawl thus visits entry pages first, and
 * its order does not depend on the number of links of a page. It is used until PageRank takes over.
 */
public final class LinkScore {

  private LinkScore() {}

  /**
   * Score of a target from one link; the target takes its best one.
   *
   * @param sourceScore score of the page that links
   * @param targetUrl absolute URL of the target
   */
  public static float share(float sourceScore, String targetUrl) {
    return sourceScore / (1 + depth(targetUrl));
  }

  /**
   * Number of non-empty path segments of a URL: 0 for {@code http://a.example/}, 2 for {@code
   * http://a.example/b/c?d/e}.
   */
  public static int depth(String url) {
    String rest = url.substring(url.contains("://") ? url.indexOf("://") + 3 : 0);
    int end = StringUtils.indexOfAny(rest, "?#");
    String[] parts = StringUtils.split(end < 0 ? rest : rest.substring(0, end), '/');
    boolean hasHost = parts.length > 0 && !rest.startsWith("/");
    return parts.length - (hasHost ? 1 : 0);
  }
}
