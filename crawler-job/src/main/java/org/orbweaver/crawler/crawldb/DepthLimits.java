package org.orbweaver.crawler.crawldb;

import org.apache.hadoop.conf.Configuration;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.site.Sites;

/**
 * The most links between a seed and a page. A site with a limit of its own has that in place of the
 * general one, and the site of a link's target decides.
 *
 * @param general negative for no limit
 * @param sites none if no site has a limit
 */
public record DepthLimits(int general, Sites sites) {
  /** The limits of a configuration. */
  public static DepthLimits of(Configuration conf) {
    Sites sites = UrlKeys.sites(conf);
    boolean anyLimit = sites.blocks().stream().anyMatch(block -> block.has("depth"));
    return new DepthLimits(CrawlerKeys.MAX_DEPTH.get(conf), anyLimit ? sites : Sites.NONE);
  }

  /** Whether there is any limit, so that depths are recorded. */
  public boolean isAny() {
    return general >= 0 || !sites.isEmpty();
  }

  /** Whether a URL that is found at this depth is too far from the seeds. */
  public boolean isExceeded(String url, int depth) {
    int most = sites.isEmpty() ? general : sites.of(url).depth().orElse(general);
    return most >= 0 && depth > most;
  }

  /** The limit of a URL, by the name of its setting. */
  public String name(String url) {
    return sites
        .of(url)
        .with("depth")
        .map(block -> "the depth of site " + block.name())
        .orElse(CrawlerKeys.MAX_DEPTH.name());
  }
}
