/**
 * A table of the crawl in HBase, as Bigtable's paper has it (Chang et al., OSDI 2006, figure 1): a
 * row for each URL, columns in groups, and versions of each cell by time.
 *
 * <p>{@code export --format hbase} writes it from all segments. HBase's classes are not part of
 * Orbweaver: {@link org.orbweaver.crawler.hbase.HBaseExport} loads without them, and explains how
 * to provide them.
 */
package org.orbweaver.crawler.hbase;
