/**
 * What every job of Orbweaver shares, and nothing else: the crawl directory and how its stores are
 * changed whole ({@code store}), running and chaining MapReduce jobs ({@code job}), configuration
 * keys ({@code conf}) and the command line ({@code cli}).
 *
 * <p>Nothing here knows what a crawl, an index or a graph is. The dependencies of the modules point
 * one way, and this is where they end.
 */
package org.orbweaver.common;
