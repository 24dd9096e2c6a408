/**
 * The frontier of a fetch task: which URL to ask for next, and when. It is Mercator's (A. Heydon,
 * M. Najork: "Mercator: A scalable, extensible web crawler", 1999; C. Manning, P. Raghavan, H.
 * Schütze: "Introduction to Information Retrieval", 2008, section 20.2.3), for a list that is too
 * long for memory:
 *
 * <pre>
 * fetch list ─► prioritiser ─► F front queues ─► biased selector ─► B back queues ─► heap of t_e
 *  (on disk)                   (a window of it)                     (what does not fit: on disk)
 * </pre>
 *
 * <p>{@link org.orbweaver.crawler.frontier.Frontier} is the whole. It knows hosts only as names of
 * groups that must not be contacted twice at once; whether a group is a host, a registered domain
 * or an address is the caller's business. No class here knows Hadoop, HTTP, threads or a clock:
 * time is a parameter, so that tests run years of crawling in a second. The list is given to it bit
 * by bit, as far as it has room.
 */
package org.orbweaver.crawler.frontier;
