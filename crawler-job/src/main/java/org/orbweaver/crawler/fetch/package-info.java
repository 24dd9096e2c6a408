/**
 * Fetch, the second phase of a round: asks for the pages of a segment's lists.
 *
 * <p>Input: {@code segments/S/crawl_generate/part-r-NNNNN}, SequenceFile&lt;Text url,
 * CrawlDatum&gt;, one file a task, by descending score; a host's URLs are all in one file. Output,
 * sorted without a shuffle: {@code crawl_fetch/part-r-NNNNN}, MapFile&lt;Text url, CrawlDatum&gt;,
 * one record for each URL of the list and for each redirect target, and {@code
 * content/part-r-NNNNN}, MapFile&lt;Text url, Content&gt;.
 *
 * <p>{@link org.orbweaver.crawler.fetch.BackQueues} are the back queues of the Mercator frontier
 * (Heydon and Najork, 1999) and the heap of the times at which a host may be contacted next; {@link
 * org.orbweaver.crawler.fetch.Dispatcher} hands hosts to threads; {@link
 * org.orbweaver.crawler.fetch.FetchTask} decides what to do with a URL and what came of it; {@link
 * org.orbweaver.crawler.fetch.SortedOutput} turns results, which come in any order, into one sorted
 * part. {@link org.orbweaver.crawler.fetch.FetchJob} and {@link
 * org.orbweaver.crawler.fetch.FetchMapper} wire these into a map-only job, and {@link
 * org.orbweaver.crawler.fetch.FetchPhase} publishes the result in the segment.
 */
package org.orbweaver.crawler.fetch;
