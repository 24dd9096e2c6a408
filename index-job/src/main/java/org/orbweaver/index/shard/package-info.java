/**
 * Shards that are searched separately and answer as one index: local copies ({@link
 * org.orbweaver.index.shard.LocalShards}) and the counts of words that scores need ({@link
 * org.orbweaver.index.shard.Statistics}).
 */
package org.orbweaver.index.shard;
