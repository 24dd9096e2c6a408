/**
 * Builds the web graph from a crawl's segments.
 *
 * <p>Nodes are the pages in a segment's {@code crawl_fetch} or {@code parse_data}, and the link
 * targets of each page's newest parse. {@link org.orbweaver.webgraph.build.GraphPhase} chooses
 * between two ways to the same graph:
 *
 * <pre>
 * small:  segments ── graph ────► graph/&lt;build&gt;                                  one reducer, in memory
 *
 * large:  segments ── links ────► (page, its newest links), (alias page, its target)
 *                     redirects ► (alias page, the end of its chain)               1 to 3 times, *
 *                     resolve ──► (resolved page or target, source)                *
 *                     numbers ──► ids/, (temporary source, target's place)         total order
 *                     join ─────► (source id, target id, weight), degrees by range secondary sort
 *                     merge ────► the same, distinct                               *
 *                     lists ────► out/, outdeg/, in/, outw/, inw/
 *
 * * only if some page redirects or names a canonical one
 *
 * fold:   graph/&lt;build&gt; ── hosts ► (host id, host id, page links) ── lists ► graph/&lt;build&gt;-hosts
 * </pre>
 *
 * <p>{@link org.orbweaver.webgraph.build.links} defines a link and reads links from a segment's
 * records, {@link org.orbweaver.webgraph.build.aliases} follows redirects and canonicals. {@link
 * org.orbweaver.webgraph.build.FoldPhase} makes the graphs of hosts and domains.
 *
 * <p>The build comes after {@code parse}, and may run after any round. It is published by one step;
 * an existing build is never changed.
 */
package org.orbweaver.webgraph.build;
