/**
 * Graphs in the files of other programs. {@link org.orbweaver.webgraph.exchange.GraphImport} reads
 * one in the client's memory and publishes it as a build, in place of the segments' links; {@link
 * org.orbweaver.webgraph.exchange.GraphExport} writes one. An error names the faulty file and its
 * line; nothing is written then.
 *
 * <p>{@code LinkFiles} finds and opens files, {@code ByteLines} splits them into words, {@code
 * EdgeList} interprets the words and numbers nodes that have names; {@code BvGraph} calls a library
 * for its bits. {@code NewFiles} publishes files when all of them are complete.
 */
package org.orbweaver.webgraph.exchange;
