/**
 * Links: the linkdb, which knows for each URL who links to it and with what words.
 *
 * <p>Where it stands: after the rounds, before index, which takes the anchor texts from it. One job
 * ({@link org.orbweaver.crawler.links.LinksJob}) inverts the links of the segments that the linkdb
 * has not seen and merges them with what it has, which is read in order and not shuffled:
 *
 * <pre>
 * segments/T/parse_data  MapFile&lt;Text url, ParseData&gt; ─ map: a record for each link ─┐
 *                                     shuffle by target URL ◄────────────────────────┘
 *                                         │
 * linkdb/current  MapFile&lt;Text url, Inlinks&gt; ─ reduce: one record for each source ─► linkdb/current
 * </pre>
 *
 * <p>The files are Nutch's (1.21 and later). Left out are links of a page to itself, links that the
 * page does not vouch for (rel nofollow, ugc, sponsored) and canonical links, which say that two
 * URLs are one page. A page that was fetched again replaces the anchor of its links; a link that it
 * no longer has stays, as in Nutch, until the linkdb is removed and built anew.
 */
package org.orbweaver.crawler.links;
