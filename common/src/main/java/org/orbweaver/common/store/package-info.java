/**
 * The crawl directory and its changes: always atomic, by one writer at a time.
 *
 * <pre>
 * DIR/crawldb/current/      the state of each URL              (Nutch's format)
 * DIR/segments/&lt;time&gt;/      one round's list, pages, parses    (Nutch's format)
 * DIR/linkdb/current/       links with anchors, by target      (Nutch's format)
 * DIR/graph/&lt;build&gt;/        the numbered web graph
 * DIR/pagerank/&lt;run&gt;/       DIR/trustrank/&lt;run&gt;/   DIR/hits/&lt;run&gt;/   DIR/index/&lt;build&gt;/
 * DIR/.state/&lt;N&gt;            the log of finished steps, immutable records
 * DIR/.settings/&lt;N&gt;         the settings that the crawl keeps, immutable versions
 * DIR/logs/                 the log of its writers
 * DIR/.staging/&lt;step&gt;/      the output of a running step
 * DIR/.lock                 the current writer
 * </pre>
 *
 * <p>A step ({@link org.orbweaver.common.store.Step}) writes its output to staging. Its commit is
 * one rename, that of its record into {@code .state}: before it, the next start deletes the
 * staging; after it, the next start completes the renames that the record lists. So a crash at any
 * moment leaves the old state or the new one.
 */
package org.orbweaver.common.store;
