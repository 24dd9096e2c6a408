/**
 * Graphs in the files of other programs. {@link org.orbweaver.webgraph.exchange.GraphImport} reads
 * one in the client's memory and publishes it as a build, in place of the segments' links; {@link
 * org.orbweaver.webgraph.exchange.GraphExport} writes one. A file that is wrong is named with its
 * line, and nothing is written.
 *
 * <p>{@code LinkFiles} finds and opens files, {@code ByteLines} makes words of them, {@code
 * EdgeList} knows what the words mean and numbers nodes that have names; {@code BvGraph} calls a
 * library for its bits. {@code NewFiles} makes files be seen when all of them are whole.
 */
package org.orbweaver.webgraph.exchange;
