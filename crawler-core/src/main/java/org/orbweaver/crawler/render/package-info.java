/**
 * Decides which pages are worth rendering, from what rendering earlier pages brought. {@link
 * org.orbweaver.crawler.render.Gain} compares a page with its rendered version, {@link
 * org.orbweaver.crawler.render.UrlTemplate} groups the pages of a host, and {@link
 * org.orbweaver.crawler.render.RenderLearning} stores for each host which of its templates gain.
 */
package org.orbweaver.crawler.render;
