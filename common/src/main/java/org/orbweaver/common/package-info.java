/**
 * Code shared by all jobs of Orbweaver: the crawl directory and the atomic replacement of its
 * stores ({@code store}), running and chaining MapReduce jobs ({@code job}), configuration keys
 * ({@code conf}) and the command line ({@code cli}).
 *
 * <p>Nothing here knows about crawls, indexes or graphs. The modules depend on each other in one
 * direction; this one depends on none of them.
 */
package org.orbweaver.common;
