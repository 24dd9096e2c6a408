/**
 * Builds the web graph from a crawl's segments.
 *
 * <p>Nodes are the pages that a segment's {@code crawl_fetch} or {@code parse_data} has, and those
 * that the newest parse of a page links to. {@link org.orbweaver.webgraph.build.GraphPhase} chooses
 * between two ways to the same graph:
 *
 * <pre>
 * small:  segments ── graph ──► graph/&lt;build&gt;                                    one reducer, in memory
 *
 * large:  segments ── links ──► (page, its newest links)
 *                     numbers ► ids/, (temporary source, target's place)          total order
 *                     join ───► (source id, target id), degrees by range          secondary sort
 *                     lists ──► out/, outdeg/, in/
 * </pre>
 *
 * <p>It comes after {@code parse}, and may run after any round. What is built is published by one
 * step; a build that exists is never changed.
 */
package org.orbweaver.webgraph.build;
