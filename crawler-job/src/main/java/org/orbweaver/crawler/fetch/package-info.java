/**
 * Fetch, the second phase of a round: requests the pages of a segment's lists.
 *
 * <p>Input: {@code segments/S/crawl_generate/part-r-NNNNN}, SequenceFile&lt;Text url,
 * CrawlDatum&gt;, one file a task, by descending score; all URLs of a politeness group (a host,
 * registered domain or address) are in one file. Output, sorted without a shuffle: {@code
 * crawl_fetch}, MapFile&lt;Text url, CrawlDatum&gt;, one record for each URL of the list and for
 * each redirect target; {@code content}, MapFile&lt;Text url, Content&gt;, of a list in one file or
 * several; {@code fetch_hosts}, MapFile&lt;Text key, BytesWritable&gt;, facts learned about hosts;
 * {@code fetch_log}, MapFile&lt;Text group, Text&gt;, a line for each request; {@code fetch_heads},
 * MapFile&lt;Text url, BytesWritable&gt;, the heads of requests for pages.
 *
 * <p>The loop is in {@code fetch.task}, the rules of politeness in {@code fetch.politeness}, and
 * the files that outlive a killed attempt in {@code fetch.spill}. {@link
 * org.orbweaver.crawler.fetch.FetchOutput} writes the pages and records to these files; {@link
 * org.orbweaver.crawler.fetch.FetchJob} and {@link org.orbweaver.crawler.fetch.FetchMapper} wire
 * all into a map-only job, and {@link org.orbweaver.crawler.fetch.FetchPhase} publishes the result
 * in the segment.
 */
package org.orbweaver.crawler.fetch;
