/**
 * Parse: from the bytes of a segment's {@code content} to title, text, metadata and links.
 *
 * <p>In a round it runs after fetch and before update. One map-only job ({@link
 * org.orbweaver.crawler.parse.ParsePhase.ParseJob}):
 *
 * <pre>
 * segments/T/content      MapFile&lt;Text url, Content&gt;
 *   ─ map: type → decode → jsoup | text | Tika → language ─►
 * segments/T/parse_data   MapFile&lt;Text url, ParseData&gt;   status, title, links with anchor and rel, metadata
 * segments/T/parse_text   MapFile&lt;Text url, ParseText&gt;   readable text
 * segments/T/crawl_parse  SequenceFile&lt;Text url, CrawlDatum&gt;   signatures, link targets with scores
 * </pre>
 *
 * <p>{@link org.orbweaver.crawler.page.PageParser} is the algorithm, in plain Java: {@link
 * org.orbweaver.crawler.page.HtmlPageParser} for HTML, {@link org.orbweaver.crawler.page.document}
 * for PDF, office and other formats, in processes of their own, {@link
 * org.orbweaver.crawler.page.Encodings}, {@link org.orbweaver.crawler.page.Languages}. {@code
 * ParseWorkers} runs it in several threads with a deadline for each document, and hands the results
 * on in the order of the input.
 *
 * <p>Outlinks in {@code parse_data} are absolute and normalised, distinct within a page, and
 * complete, with their relations in the Outlink's metadata under {@code rel}; {@code crawl_parse}
 * has those that may be followed. URL filters are applied by update.
 *
 * <p>A document whose content has a sitemap's mark is read as one ({@link
 * org.orbweaver.crawler.sitemap}): its entries are in {@code crawl_parse} only.
 */
package org.orbweaver.crawler.parse;
