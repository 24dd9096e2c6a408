/**
 * The web graph's commands and settings: {@code graph} builds or imports one ({@link
 * org.orbweaver.webgraph.build}, {@link org.orbweaver.webgraph.edgelist}), {@code read graph} looks
 * inside. The files are {@link org.orbweaver.webgraph.format}'s. The graph comes after a crawl's
 * rounds and before the rankings.
 */
package org.orbweaver.webgraph;
