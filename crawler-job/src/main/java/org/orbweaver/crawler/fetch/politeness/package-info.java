/**
 * Politeness: when a host may be contacted next, and by whom. {@link
 * org.orbweaver.crawler.fetch.politeness.HostState} is what a task knows of a host, {@link
 * org.orbweaver.crawler.fetch.politeness.PolitenessDelay} how long it is left alone after a
 * request, {@link org.orbweaver.crawler.fetch.politeness.HostAddresses} what counts as one host,
 * {@link org.orbweaver.crawler.fetch.politeness.Outages} keeps account of hosts that serve nothing,
 * and by {@link org.orbweaver.crawler.fetch.politeness.PartLease} one of two attempts at a part
 * contacts hosts.
 */
package org.orbweaver.crawler.fetch.politeness;
