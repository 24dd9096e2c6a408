/**
 * The counts of words that let shards, searched separately, answer as one index ({@link
 * org.orbweaver.index.statistics.Statistics}).
 */
package org.orbweaver.index.statistics;
