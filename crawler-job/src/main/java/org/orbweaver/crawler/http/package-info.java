/**
 * One request over HTTP, made with care: what arrives is bounded in bytes and in time, and no
 * address is contacted that a page from outside has no business to name.
 *
 * <p>{@link org.orbweaver.crawler.http.Fetcher} is the interface; {@link
 * org.orbweaver.crawler.http.HttpFetcher} the implementation over Apache HttpClient 5, with a
 * deadline for the whole request, {@link org.orbweaver.crawler.http.ContentDecoder} for gzip and
 * deflate within limits, and a resolver in which {@link org.orbweaver.crawler.http.AddressGuard}
 * looks at every address just before it is connected to. Redirects, cookies, retries and politeness
 * are not its business: the fetch phase decides about each hop.
 */
package org.orbweaver.crawler.http;
