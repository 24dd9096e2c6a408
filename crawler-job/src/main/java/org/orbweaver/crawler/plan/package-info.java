/**
 * Plan: previews the next round. Generate's own jobs make the fetch list ({@link
 * org.orbweaver.crawler.generate.ListPreview}) in a temporary folder outside the crawl; a further
 * job counts it by host and gets the least time of each from {@link
 * org.orbweaver.crawler.fetch.LeastTime}. Nothing is written into the crawl, and no lock is needed.
 */
package org.orbweaver.crawler.plan;
