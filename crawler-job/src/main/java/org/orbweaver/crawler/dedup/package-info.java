/**
 * Dedup: of pages with the same content one is kept (see {@link
 * org.orbweaver.crawler.duplicate.Copy}), the others are marked as duplicates in the crawldb. A job
 * finds them by digest (shuffle: digest, URL), and a merge marks them.
 *
 * <p>This departs from Nutch, which by default puts the later fetch before the shorter URL: which
 * of two pages was fetched some milliseconds later is chance, and the same crawl is to give the
 * same index wherever it runs.
 *
 * <p>Pages with an empty body are not compared: they have nothing in common.
 *
 * <p>The score of a new page comes with its signature from parse. Nutch's parse does not write it:
 * of such a segment's pages that are equal, the one with the shortest URL is kept.
 *
 * <p>On its own ({@code dedup DIR}) it looks at the crawldb only. In a round it is the first job of
 * update: it looks at the crawldb and at what the new segment says, as the crawldb will be, and the
 * merge marks the duplicates. The outcome is the same, a reading and writing of the crawldb is
 * saved.
 */
package org.orbweaver.crawler.dedup;
