/**
 * Links: the linkdb, which holds for each URL the pages that link to it and their anchor texts.
 *
 * <p>It runs after the rounds and before index, which reads the anchor texts. One job ({@link
 * org.orbweaver.crawler.links.LinksJob}) inverts the links of the segments that are new to the
 * linkdb and merges them with its records, which are read in order and not shuffled:
 *
 * <pre>
 * segments/T/parse_data  MapFile&lt;Text url, ParseData&gt; ─ map: a record for each link ─┐
 *                                     shuffle by target URL ◄────────────────────────┘
 *                                         │
 * linkdb/current  MapFile&lt;Text url, Inlinks&gt; ─ reduce: one record for each source ─► linkdb/current
 * </pre>
 *
 * <p>The files have Nutch's format (1.21 and later). Left out are links of a page to itself, links
 * that the page does not vouch for (rel nofollow, ugc, sponsored) and canonical links, which say
 * that two URLs are one page. Once a page was fetched again, the linkdb is rebuilt from the newest
 * versions, so that links no longer on their page disappear; in Nutch they stay.
 */
package org.orbweaver.crawler.links;
