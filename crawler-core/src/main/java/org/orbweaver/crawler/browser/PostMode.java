package org.orbweaver.crawler.browser;

/** Which POSTs of a page are made. */
public enum PostMode {
  /** None. */
  NEVER,
  /** Those that only ask for data: queries of GraphQL. */
  QUERIES,
  /** Those of all scripts, whatever they change. */
  ALWAYS
}
