/**
 * The adjacency lists of a graph: coded by {@link
 * org.orbweaver.webgraph.format.lists.AdjacencyWriter}, whose comment specifies the format, decoded
 * by {@link org.orbweaver.webgraph.format.lists.AdjacencyReader}, cut into partitions by {@link
 * org.orbweaver.webgraph.format.lists.Cuts}; uncompressed in memory as {@link
 * org.orbweaver.webgraph.format.lists.CsrGraph}.
 */
package org.orbweaver.webgraph.format.lists;
