/**
 * Keeps a crawl that is fetched again and again from growing: old segments are merged into one that
 * has the newest version of each of their pages, and is a segment like any other.
 *
 * <p>{@link org.orbweaver.crawler.segments.MergeSegmentsPhase} chooses the segments and publishes;
 * {@code SegmentVersions} decides what is kept of a page. What is made of the segments (linkdb,
 * graph, index) is the same before and after. Gone are the fetch lists, the log of requests, and
 * links by target, which the crawldb has.
 */
package org.orbweaver.crawler.segments;
