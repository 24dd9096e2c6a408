/**
 * Detects answers that have the status of a page but are none: challenges to bots, consent and
 * login walls, parked domains ({@link org.orbweaver.crawler.page.noncontent.NonContentRules}, by
 * the page alone), and soft 404s ({@link org.orbweaver.crawler.page.noncontent.UnknownPage}, by the
 * host's answer to a path that does not exist).
 */
package org.orbweaver.crawler.page.noncontent;
