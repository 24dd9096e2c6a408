/**
 * Searches an index: results, snippets, facets, corrections and suggestions.
 *
 * <p>{@link org.orbweaver.index.search.SearchIndex} opens the shards of a build as one index, with
 * the statistics of all of them, so that scores do not depend on how many shards there are; equal
 * scores are ordered by URL. {@link org.orbweaver.index.search.ShardIndex} answers for some of the
 * shards, given the statistics of the others.
 */
package org.orbweaver.index.search;
