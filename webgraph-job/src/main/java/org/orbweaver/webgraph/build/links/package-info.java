/**
 * The links of pages, as records that the build's jobs pass on: which links count ({@link
 * org.orbweaver.webgraph.build.links.LinkPolicy}), how a segment's records become {@link
 * org.orbweaver.webgraph.build.links.PageLinks}, and what all these jobs have in common ({@link
 * org.orbweaver.webgraph.build.links.GraphJob}).
 */
package org.orbweaver.webgraph.build.links;
