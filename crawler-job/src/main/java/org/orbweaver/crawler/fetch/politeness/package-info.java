/**
 * Politeness: when a host may be contacted next, and by which attempt. {@link
 * org.orbweaver.crawler.fetch.politeness.HostGate} answers that for each host of a task and
 * describes a host's life there, by the {@link
 * org.orbweaver.crawler.fetch.politeness.PolitenessRules} of the settings; {@link
 * org.orbweaver.crawler.fetch.politeness.PolitenessDelay} computes how long a host is left alone
 * after a request, {@link org.orbweaver.crawler.fetch.politeness.HostAddresses} decides which URLs
 * count as one host, and {@link org.orbweaver.crawler.fetch.politeness.PartLease} lets only one of
 * two attempts at a part contact hosts.
 */
package org.orbweaver.crawler.fetch.politeness;
