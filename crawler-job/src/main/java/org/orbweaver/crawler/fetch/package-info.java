/**
 * Fetch, the second phase of a round: asks for the pages of a segment's lists.
 *
 * <p>Input: {@code segments/S/crawl_generate/part-r-NNNNN}, SequenceFile&lt;Text url,
 * CrawlDatum&gt;, one file a task, by descending score; the URLs of a host, or whatever politeness
 * counts by, are all in one file. Output, sorted without a shuffle: {@code crawl_fetch},
 * MapFile&lt;Text url, CrawlDatum&gt;, one record for each URL of the list and for each redirect
 * target; {@code content}, MapFile&lt;Text url, Content&gt;, of a list in one file or several;
 * {@code fetch_hosts}, MapFile&lt;Text key, BytesWritable&gt;, what was learned about hosts; {@code
 * fetch_log}, MapFile&lt;Text group, Text&gt;, a line for each request.
 *
 * <p>The loop is in {@code fetch.task}, what is due to hosts in {@code fetch.politeness}, and the
 * files that outlive a killed attempt in {@code fetch.spill}. {@link
 * org.orbweaver.crawler.fetch.FetchOutput} writes what was fetched to these; {@link
 * org.orbweaver.crawler.fetch.FetchJob} and {@link org.orbweaver.crawler.fetch.FetchMapper} wire
 * all into a map-only job, and {@link org.orbweaver.crawler.fetch.FetchPhase} publishes the result
 * in the segment.
 */
package org.orbweaver.crawler.fetch;
