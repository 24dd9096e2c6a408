/**
 * Dedup: keeps one of the pages with the same content (see {@link
 * org.orbweaver.crawler.duplicate.Copy}) and marks the others as duplicates in the crawldb. A job
 * finds them by digest (shuffle: digest, URL), and a merge marks them.
 *
 * <p>This departs from Nutch, which by default puts the later fetch before the shorter URL: which
 * of two pages was fetched some milliseconds later is chance, and the same crawl should give the
 * same index wherever it runs.
 *
 * <p>Pages with an empty body are not compared: they have nothing in common.
 *
 * <p>The score of a new page comes with its signature from parse. Nutch's parse does not write it:
 * of equal pages in such a segment, the one with the shortest URL is kept.
 *
 * <p>On its own ({@code dedup DIR}) it reads the crawldb only. In a round it is the first job of
 * update: it reads the crawldb and the new segment, which together are the future crawldb, and the
 * merge marks the duplicates. The outcome is the same; it saves one read and write of the crawldb.
 */
package org.orbweaver.crawler.dedup;
