/**
 * Single HTTP requests, bounded in bytes and time, and only to addresses that a page from outside
 * may name.
 *
 * <p>{@link org.orbweaver.crawler.http.Fetcher} is the interface, {@link
 * org.orbweaver.crawler.http.HttpFetcher} the implementation over Apache HttpClient 5, with a
 * deadline for the whole request and a minimum rate for the body ({@link
 * org.orbweaver.crawler.http.BodyReader}). {@link org.orbweaver.crawler.http.ContentDecoder}
 * decodes gzip, deflate, brotli and zstd within limits. {@link
 * org.orbweaver.crawler.http.AllowedPorts} checks the port before a request, and a resolver with
 * {@link org.orbweaver.crawler.address.AddressGuard} every address just before the connection.
 * {@link org.orbweaver.crawler.http.LenientConnection} copes with malformed responses, and {@link
 * org.orbweaver.crawler.http.FailureKind} classifies failures. Redirects, cookies, retries and
 * politeness are left to the fetch phase, which decides about each hop.
 */
package org.orbweaver.crawler.http;
