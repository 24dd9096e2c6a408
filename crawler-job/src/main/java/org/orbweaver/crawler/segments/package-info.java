/**
 * Keeps a crawl that is fetched again and again from growing. Old segments are merged into one
 * segment with the newest version of each of their pages; or into one for each month, so that older
 * versions stay; or into slices, which share the URLs.
 *
 * <p>{@link org.orbweaver.crawler.segments.SegmentRetention} chooses the segments, {@link
 * org.orbweaver.crawler.segments.MergeSegmentsPhase} merges and publishes; {@code SegmentVersions}
 * decides which records of a page to keep. The stores made from segments (linkdb, graph, index) are
 * the same before and after. A merge drops the fetch lists, the log of requests, and links by
 * target, which the crawldb has.
 */
package org.orbweaver.crawler.segments;
