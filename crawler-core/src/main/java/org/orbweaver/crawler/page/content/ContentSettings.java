package org.orbweaver.crawler.page.content;

import java.util.Map;
import org.jsoup.nodes.Document;
import org.orbweaver.crawler.site.FieldSelector;

/** Settings for finding main content, and the fields that sites take from their pages. */
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

  /** The fields to take from a page, by their names. */
  public Map<String, FieldSelector> fields(String url) {
    return selectors.fields(url);
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
