/**
 * PageRank's jobs: {@link org.orbweaver.pagerank.job.PageRankPhase} looks everything up ({@link
 * org.orbweaver.pagerank.job.PageRankPlan}), iterates ({@link
 * org.orbweaver.pagerank.job.PageRankEngine}, whose tasks are {@code PageRankTasks}) and publishes;
 * {@link org.orbweaver.pagerank.job.PublishedRun} reads published runs.
 */
package org.orbweaver.pagerank.job;
