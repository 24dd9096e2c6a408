/**
 * A graph's description: {@code meta.json} ({@link org.orbweaver.webgraph.format.meta.GraphMeta}),
 * the level of its nodes, the kind of their names, and the direction of its lists.
 */
package org.orbweaver.webgraph.format.meta;
