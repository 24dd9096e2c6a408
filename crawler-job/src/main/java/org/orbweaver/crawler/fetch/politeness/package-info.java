/**
 * Politeness: when a host may be contacted next, and by which attempt. {@link
 * org.orbweaver.crawler.fetch.politeness.HostState} holds the state of a host in a task, {@link
 * org.orbweaver.crawler.fetch.politeness.PolitenessDelay} computes how long it is left alone after
 * a request, {@link org.orbweaver.crawler.fetch.politeness.HostAddresses} decides which URLs count
 * as one host, {@link org.orbweaver.crawler.fetch.politeness.Outages} records hosts that serve
 * nothing, and {@link org.orbweaver.crawler.fetch.politeness.PartLease} lets only one of two
 * attempts at a part contact hosts.
 */
package org.orbweaver.crawler.fetch.politeness;
