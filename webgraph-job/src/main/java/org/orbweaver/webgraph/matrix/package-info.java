/**
 * The product y = A·x over a graph's lists. {@link org.orbweaver.webgraph.matrix.VectorBlock} has
 * the inner loop, for a block of columns and several vectors side by side; {@link
 * org.orbweaver.webgraph.matrix.InMemoryMatrix} applies it to a whole graph in memory by {@link
 * org.orbweaver.webgraph.matrix.Workers}. Independent of jobs.
 */
package org.orbweaver.webgraph.matrix;
