/**
 * The render phase: chosen pages of a parsed segment run their scripts in a browser, and the
 * segment is parsed again with what they became.
 *
 * <p>The browser is package {@code org.orbweaver.crawler.browser}, which pages are chosen is
 * decided by {@code RenderLearning}, and their requests are made by {@link
 * org.orbweaver.crawler.fetch.ResourceFetch}.
 */
package org.orbweaver.crawler.render;
