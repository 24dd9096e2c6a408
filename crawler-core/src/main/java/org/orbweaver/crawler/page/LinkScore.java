package org.orbweaver.crawler.page;

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
    int scheme = url.indexOf("://");
    int at = scheme < 0 ? 0 : scheme + 3;
    int segments = 0;
    boolean inPath = false;
    boolean inSegment = false;
    for (; at < url.length(); at++) {
      char c = url.charAt(at);
      if (c == '?' || c == '#') {
        break;
      }
      if (c == '/') {
        inPath = true;
        inSegment = false;
      } else if (inPath && !inSegment) {
        inSegment = true;
        segments++;
      }
    }
    return segments;
  }
}
