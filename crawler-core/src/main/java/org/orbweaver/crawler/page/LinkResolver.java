package org.orbweaver.crawler.page;

/**
 * Makes a page's references absolute and normal. Behind an interface because the rules are those of
 * the whole crawl ({@code org.orbweaver.crawler.url}), not of the parser.
 */
@FunctionalInterface
public interface LinkResolver {

  /**
   * Resolves a reference.
   *
   * @param base the absolute URL that {@code reference} is relative to
   * @param reference as it stands in the page: relative or absolute, well-formed or not
   * @return the absolute, normalised URL, or null when it is not a URL that can be crawled
   */
  String resolve(String base, String reference);
}
