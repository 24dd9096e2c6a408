package org.orbweaver.crawler.page;

/**
 * The score that a page hands to a page it links to: its own over (1 + the target's depth), where
 * depth counts the path segments of the target's URL. So the crawl goes for entrances first and its
 * order does not depend on how many links a page has. It holds until PageRank takes over.
 */
public final class LinkScore {

  private LinkScore() {}

  /**
   * Score of a link's target, as far as this link is concerned; the target takes its best one.
   *
   * @param sourceScore score of the page that links
   * @param targetUrl absolute URL of the target
   */
  public static float share(float sourceScore, String targetUrl) {
    return sourceScore / (1 + depth(targetUrl));
  }

  /**
   * Path segments of a URL that are not empty: 0 for {@code http://a.example/}, 2 for {@code
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
