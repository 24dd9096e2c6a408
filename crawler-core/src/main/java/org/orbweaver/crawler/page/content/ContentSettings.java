package org.orbweaver.crawler.page.content;

import org.jsoup.nodes.Document;

/** Settings for finding main content. */
public class ContentSettings {
  /** Block by block, for all sites alike. */
  public static final ContentSettings DEFAULT =
      new ContentSettings(ContentFinder.ContentMethod.BLOCKS, SiteSelectors.NONE);

  private final ContentFinder.ContentMethod method;
  private final SiteSelectors selectors;

  /**
   * @param method for finding it
   * @param selectors of users for single sites, which take precedence
   */
  public ContentSettings(ContentFinder.ContentMethod method, SiteSelectors selectors) {
    this.method = method;
    this.selectors = selectors;
  }

  /**
   * A new finder for one page.
   *
   * @param url the page's address, absolute and normal
   */
  public ContentFinder finder(String url, Document page) {
    return new ContentFinder(method, selectors.choose(url, page), url);
  }
}
