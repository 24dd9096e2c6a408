/**
 * The frontier of a fetch task: it decides which URL to request next, and when. It is that of
 * Mercator (A. Heydon, M. Najork: "Mercator: A scalable, extensible web crawler", 1999; C. Manning,
 * P. Raghavan, H. Schütze: "Introduction to Information Retrieval", 2008, section 20.2.3), for a
 * list that is too long for memory:
 *
 * <pre>
 * fetch list ─► prioritiser ─► F front queues ─► biased selector ─► B back queues ─► heap of t_e
 *  (on disk)                   (a window of it)                     (the rest: on disk)
 * </pre>
 *
 * <p>{@link org.orbweaver.crawler.frontier.Frontier} is the entry point. It knows hosts only as
 * names of groups that must not be contacted twice at once; the caller decides whether a group is a
 * host, a registered domain or an address. No class here depends on Hadoop, HTTP, threads or a
 * clock: time is a parameter, so tests run years of crawling in a second. The caller adds the list
 * in parts, as long as there is room.
 */
package org.orbweaver.crawler.frontier;
