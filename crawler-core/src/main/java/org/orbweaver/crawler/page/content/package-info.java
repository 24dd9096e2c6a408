/**
 * The main content of a page: what it says, without what surrounds it on every page of its site.
 * Main content is never a text of its own but ranges of the page's full text, so that both are
 * stored once: {@link org.orbweaver.crawler.page.content.MainContent}.
 */
package org.orbweaver.crawler.page.content;
