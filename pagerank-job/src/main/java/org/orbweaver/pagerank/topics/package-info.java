/**
 * The topics of a run: {@link org.orbweaver.pagerank.topics.Topic}s, from files of URLs, patterns
 * of hosts and queries.
 */
package org.orbweaver.pagerank.topics;
