/**
 * Answers that come with the status of a page and are none: challenges to bots, consent and login
 * walls, parked domains ({@link org.orbweaver.crawler.page.noncontent.NonContentRules}, by the page
 * alone), and soft 404s ({@link org.orbweaver.crawler.page.noncontent.UnknownPage}, by what the
 * host answers to a path that does not exist).
 */
package org.orbweaver.crawler.page.noncontent;
