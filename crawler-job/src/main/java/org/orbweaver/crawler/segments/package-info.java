/**
 * Keeps a crawl that is fetched again and again from growing: old segments are merged into one that
 * has the newest version of each of their pages, and is a segment like any other; or into one for
 * each month, so that older versions stay; or into slices, which share the URLs.
 *
 * <p>{@link org.orbweaver.crawler.segments.SegmentRetention} chooses the segments, {@link
 * org.orbweaver.crawler.segments.MergeSegmentsPhase} merges and publishes; {@code SegmentVersions}
 * decides what is kept of a page. What is made of the segments (linkdb, graph, index) is the same
 * before and after. Gone are the fetch lists, the log of requests, and links by target, which the
 * crawldb has.
 */
package org.orbweaver.crawler.segments;
