/**
 * Tables of a crawl in Apache Parquet, for DuckDB, Spark, Athena and data frames.
 *
 * <p>{@link org.orbweaver.crawler.table.ParquetExport} runs two jobs: {@code UrlTablesJob} joins
 * all that is known about a URL and writes the URL index, pages and links, sorted by SURT; {@code
 * HostsTableJob} writes one row per host. {@code Table} has the schemas, {@code RowWriter} the form
 * of the files. Records become {@code Fragment}s, small JSON objects, in the map tasks; so the
 * shuffle has no content. An index of WARC files ({@code WarcLocations}) and the pages of the
 * search index join as fragments, too.
 *
 * <p>{@link org.orbweaver.crawler.table.OwiExport} uses the same join for the metadata of a day
 * shard, whose rows {@code OwiRows} makes.
 */
package org.orbweaver.crawler.table;
