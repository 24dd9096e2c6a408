/**
 * Graphs from link files: {@link org.orbweaver.webgraph.edgelist.GraphImport} reads one in the
 * client's memory and publishes it as a build, in place of the segments' links.
 */
package org.orbweaver.webgraph.edgelist;
