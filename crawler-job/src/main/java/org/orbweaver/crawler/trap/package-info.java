/**
 * The yield of hosts' pages from round to round, for traps and budgets. The tasks of parse and
 * update write {@link org.orbweaver.crawler.trap.PageFindings}; update adds them to the {@link
 * org.orbweaver.crawler.trap.HostPagesRecord} of each host and domain, and puts a {@link
 * org.orbweaver.crawler.trap.PageIndex} of all of them beside each part of the store of hosts,
 * which generate and the next update read.
 */
package org.orbweaver.crawler.trap;
