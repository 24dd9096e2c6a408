/**
 * The crawl directory and how it is changed: always whole, by one writer at a time.
 *
 * <pre>
 * DIR/crawldb/current/      what is known of each URL          (Nutch's format)
 * DIR/segments/&lt;time&gt;/      one round's list, pages, parses    (Nutch's format)
 * DIR/linkdb/current/       links with anchors, by target      (Nutch's format)
 * DIR/graph/&lt;build&gt;/        the numbered web graph
 * DIR/pagerank/&lt;run&gt;/       DIR/trustrank/&lt;run&gt;/   DIR/hits/&lt;run&gt;/   DIR/index/&lt;build&gt;/
 * DIR/.state/&lt;N&gt;            the log of finished steps, immutable records
 * DIR/.settings/&lt;N&gt;         the settings that the crawl keeps, immutable versions
 * DIR/logs/                 the log of its writers
 * DIR/.staging/&lt;step&gt;/      what a running step has made so far
 * DIR/.lock                 who is writing
 * </pre>
 *
 * <p>A step ({@link org.orbweaver.common.store.Step}) makes its output in staging. Its commit is
 * one rename, that of its record into {@code .state}: before it, the next start throws the staging
 * away; after it, the next start finishes the renames that the record lists. So a crash at any
 * moment leaves the old state or the new one.
 */
package org.orbweaver.common.store;
