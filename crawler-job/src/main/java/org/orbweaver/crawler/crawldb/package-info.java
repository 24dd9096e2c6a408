/**
 * The crawldb, and the merge by which alone it changes. {@code crawldb/current} holds MapFile parts
 * of (URL, CrawlDatum), each URL in the part that HashPartitioner gives it. Inject, update and
 * dedup each make a list of {@link org.orbweaver.crawler.crawldb.Change changes}; {@link
 * org.orbweaver.crawler.crawldb.MergeJob} shuffles only these, and each reducer merges its sorted
 * changes with the part of the same number, read from end to end, into a new part. The effect of a
 * change on an entry is a {@link org.orbweaver.crawler.crawldb.MergeJob.Merge}, plain code without
 * MapReduce.
 *
 * <p>The new parts go to the step's staging folder and take the place of {@code current} when the
 * step commits; until then the old ones are untouched.
 */
package org.orbweaver.crawler.crawldb;
