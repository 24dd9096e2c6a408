/**
 * Exports the main content of pages as Markdown, a file or a line of JSON for each. {@link
 * org.orbweaver.crawler.markdown.MarkdownExport} runs {@code MarkdownJob}, which joins the pages of
 * an index with the newest content of each in the segments, parses it, and writes the files.
 *
 * <p>Markdown is made at export, not by the parse phase: it needs the elements of the page, which
 * are not stored, so a crawl that never exports it would pay for it in each round; and pages in a
 * crawl need not be parsed again when the form of the Markdown changes.
 */
package org.orbweaver.crawler.markdown;
