/**
 * The arithmetic of PageRank, free of Hadoop: {@link org.orbweaver.pagerank.core.PageRank} is the
 * formula, {@link org.orbweaver.pagerank.core.TopicSteps} an iteration of several topics at once;
 * {@link org.orbweaver.pagerank.core.Solution} and {@link org.orbweaver.pagerank.core.Mixture}
 * compute with published vectors.
 */
package org.orbweaver.pagerank.core;
