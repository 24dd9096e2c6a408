/**
 * Detects spider traps that no rule about the form of URLs catches ({@link
 * org.orbweaver.crawler.url.TrapRules}), by their yield. {@link
 * org.orbweaver.crawler.trap.UrlTemplate} groups the pages, {@link
 * org.orbweaver.crawler.trap.TextSkeleton} compares their texts, and {@link
 * org.orbweaver.crawler.trap.HostPages} stores for each host the recent yield of its templates, and
 * for each registered domain the number of others that link to it.
 */
package org.orbweaver.crawler.trap;
