/**
 * Writes the planned pages as Lucene shards: {@link org.orbweaver.index.shards.IndexJob}, which
 * inverts them in its map tasks, or feeds an IndexWriter in each reduce task.
 */
package org.orbweaver.index.shards;
