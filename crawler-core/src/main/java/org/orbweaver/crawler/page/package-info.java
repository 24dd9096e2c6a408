/**
 * Converts the bytes of a document to title, text, metadata and links: {@link
 * org.orbweaver.crawler.page.PageParser}. HTML is parsed by {@link
 * org.orbweaver.crawler.page.HtmlPageParser}; XML and Markdown become HTML first; PDF, office and
 * other formats in separate processes ({@link org.orbweaver.crawler.page.document}).
 */
package org.orbweaver.crawler.page;
