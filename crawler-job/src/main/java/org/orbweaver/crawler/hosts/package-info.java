/**
 * The records of hosts that last from round to round: when each was last contacted and how it
 * responded, and its robots.txt files. Records are small byte arrays under a key: the politeness
 * group (host, registered domain or address) for a {@link org.orbweaver.crawler.hosts.HostContact},
 * the file's URL for a {@link org.orbweaver.crawler.hosts.RobotsCopy}, the origin for a {@link
 * org.orbweaver.crawler.hosts.HostOutage}, the requested URL for {@link
 * org.orbweaver.crawler.hosts.UnknownPaths}. The records of hosts' pages, under {@code pages:} and
 * a host or registered domain, are those of the package {@code trap}.
 *
 * <p>{@code hosts/current/part-r-NNNNN} are MapFiles of (Text key, BytesWritable record),
 * partitioned by the host in the key. Generate reads all of them and writes, for each part of its
 * list, the records about its hosts ({@link org.orbweaver.crawler.hosts.ListHosts}), in which a
 * fetch task looks a host up when its turn comes ({@link org.orbweaver.crawler.hosts.HostTable}
 * over {@link org.orbweaver.crawler.hosts.HostParts}). It writes new records to {@code
 * segments/…/fetch_hosts}; update merges them, the latest record of a key winning.
 */
package org.orbweaver.crawler.hosts;
