/**
 * The shape of a web graph: degrees, components, bow tie, distances, pages that are linked
 * together, and hosts with their impact.
 *
 * <p>All of it is plain arithmetic on {@link org.orbweaver.webgraph.format.lists.CsrGraph}, one
 * direction of a graph as two int arrays: 4 bytes a link and 4 a page. Nothing here recurses, and
 * all random numbers have a fixed seed: the same graph gives the same figures. {@link
 * org.orbweaver.webgraph.structure.fit} fits the degrees.
 *
 * <p>{@code read graph --stats} measures all of it ({@link
 * org.orbweaver.webgraph.structure.Structure}) and shows it as text, as JSON or as one HTML file.
 */
package org.orbweaver.webgraph.structure;
