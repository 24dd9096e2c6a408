/**
 * Web archives: WARC files into segments, and segments into WARC files.
 *
 * <p>{@code import} makes a segment, with {@code crawl_fetch} and {@code content} as fetch writes
 * them, so that parse, update and all later phases treat it like any other. {@code export --format
 * warc} reads them, and the request log, of all segments.
 */
package org.orbweaver.crawler.warc;
