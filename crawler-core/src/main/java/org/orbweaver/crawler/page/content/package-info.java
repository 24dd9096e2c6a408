/**
 * The main content of a page, without the surroundings that are on every page of its site. Main
 * content is never a separate text but ranges of the page's full text, so both are stored once:
 * {@link org.orbweaver.crawler.page.content.MainContent}.
 */
package org.orbweaver.crawler.page.content;
