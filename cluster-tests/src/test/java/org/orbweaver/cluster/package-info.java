/**
 * Tests on in-process clusters, with the unshaded Hadoop: the differences between {@code file:} and
 * {@code hdfs:} (locks, renames, leases, readers of paths), and one path end to end on YARN.
 *
 * <p>Jobs run in the local runner over {@link org.apache.hadoop.hdfs.MiniDFSCluster} if that gives
 * the same result: a small job takes over 20 s on an in-process YARN.
 */
package org.orbweaver.cluster;
