/**
 * Renders pages in a headless Chromium: its scripts run, and the resulting document is taken.
 *
 * <p>The browser has no network. The page itself is given to it, and each request that the page's
 * scripts make is intercepted and answered by a {@link
 * org.orbweaver.crawler.browser.ResourceLoader}, so that a page's scripts reach nothing that the
 * crawler would not fetch.
 */
package org.orbweaver.crawler.browser;
