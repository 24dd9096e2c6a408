/**
 * Spider traps that no rule about the form of URLs catches ({@link
 * org.orbweaver.crawler.url.TrapRules}): they show by their yield. Pages are grouped by {@link
 * org.orbweaver.crawler.trap.UrlTemplate}, their texts compared by {@link
 * org.orbweaver.crawler.trap.TextSkeleton}, and {@link org.orbweaver.crawler.trap.HostPages} keeps
 * for each host which templates brought nothing new of late, and for each registered domain how
 * many others link to it.
 */
package org.orbweaver.crawler.trap;
