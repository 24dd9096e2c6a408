/**
 * Plan: the next round without doing it. The fetch list is made by generate's own jobs ({@link
 * org.orbweaver.crawler.generate.ListPreview}) in a temporary folder outside the crawl; a further
 * job counts it by host and asks {@link org.orbweaver.crawler.fetch.LeastTime} what politeness
 * demands of each. Nothing is written into the crawl, and no lock is needed.
 */
package org.orbweaver.crawler.plan;
