package org.orbweaver.crawler.page.content;

import org.jsoup.nodes.Document;

/** How main content is read. */
public class ContentSettings {
  /** Block by block, all sites alike. */
  public static final ContentSettings DEFAULT =
      new ContentSettings(ContentFinder.Method.BLOCKS, SiteSelectors.NONE);

  private final ContentFinder.Method method;
  private final SiteSelectors selectors;

  /**
   * @param method how it is found
   * @param selectors what users chose for single sites, which comes before what is found
   */
  public ContentSettings(ContentFinder.Method method, SiteSelectors selectors) {
    this.method = method;
    this.selectors = selectors;
  }

  /**
   * Makes what finds the main content of one page.
   *
   * @param url the page's address, absolute and normal
   */
  public ContentFinder finder(String url, Document page) {
    return new ContentFinder(method, selectors.choose(url, page), url);
  }
}
