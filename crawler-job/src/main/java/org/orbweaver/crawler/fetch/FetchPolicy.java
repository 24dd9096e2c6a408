package org.orbweaver.crawler.fetch;

/**
 * How a fetch task behaves.
 *
 * @param segment name of the segment, for the contents' metadata
 * @param threads threads that fetch
 * @param delayMs from the end of a request to a host to the start of the next
 * @param maxCrawlDelayMs a robots.txt's Crawl-delay above this excludes the host; negative: none
 *     does
 * @param maxFailures failures in a row that end a host's round; negative: none do
 * @param maxRedirects redirects followed from a URL
 * @param firstContactMs from the task's start to its first contact with any host: what an earlier
 *     round or attempt may have asked is still to be left alone that long
 * @param conditional whether pages seen before are asked for by If-Modified-Since
 */
record FetchPolicy(
    String segment,
    int threads,
    long delayMs,
    long maxCrawlDelayMs,
    int maxFailures,
    int maxRedirects,
    long firstContactMs,
    boolean conditional) {}
