/**
 * What the crawl knows about hosts from round to round: when each was contacted last and how it
 * bore it, and its robots.txt files. Records are small byte arrays behind a key: the group that
 * politeness counts by (host, registered domain or address) for a {@link
 * org.orbweaver.crawler.hosts.HostContact}, the file's URL for a {@link
 * org.orbweaver.crawler.hosts.RobotsCopy}, the origin for a {@link
 * org.orbweaver.crawler.hosts.HostOutage}, {@code pages:} and a host or registered domain for its
 * {@link org.orbweaver.crawler.trap.HostPages}, the URL that was requested for what is known of
 * {@link org.orbweaver.crawler.hosts.UnknownPaths}.
 *
 * <p>{@code hosts/current/part-r-NNNNN} are MapFiles of (Text key, BytesWritable record),
 * partitioned by the host in the key. Generate reads them through and gives each part of its list
 * the records about its hosts ({@link org.orbweaver.crawler.hosts.ListHosts}), where a fetch task
 * looks a host up when it comes to it ({@link org.orbweaver.crawler.hosts.HostTable} over {@link
 * org.orbweaver.crawler.hosts.HostParts}). It writes what it learned to {@code
 * segments/…/fetch_hosts}; update merges that ({@link org.orbweaver.crawler.hosts.HostsJob}), the
 * latest record of a key winning. What parse and update find out about pages ({@link
 * org.orbweaver.crawler.hosts.PageFindings}) is added to what is known of them.
 */
package org.orbweaver.crawler.hosts;
