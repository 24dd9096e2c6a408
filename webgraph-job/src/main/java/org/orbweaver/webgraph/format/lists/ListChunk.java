package org.orbweaver.webgraph.format.lists;

/**
 * The coded lists of some consecutive nodes: one or more blocks of an {@link AdjacencyWriter}.
 *
 * @param first the id of its first node
 * @param end one past the id of its last node
 * @param lists the nodes' records, from the beginning of a block on
 * @param weights of all their links, in their order; null for ones
 */
@SuppressWarnings("ArrayRecordComponent") // Read, never compared.
public record ListChunk(int first, int end, byte[] lists, float[] weights) {}
