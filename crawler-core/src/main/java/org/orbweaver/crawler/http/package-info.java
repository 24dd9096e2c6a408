/**
 * One request over HTTP, made with care: what arrives is bounded in bytes and in time, and no
 * address is contacted that a page from outside has no business to name.
 *
 * <p>{@link org.orbweaver.crawler.http.Fetcher} is the interface; {@link
 * org.orbweaver.crawler.http.HttpFetcher} the implementation over Apache HttpClient 5, with a
 * deadline for the whole request and a least rate for the body ({@link
 * org.orbweaver.crawler.http.BodyReader}), {@link org.orbweaver.crawler.http.ContentDecoder} for
 * gzip, deflate, brotli and zstd within limits, and a resolver in which {@link
 * org.orbweaver.crawler.http.AddressGuard} looks at every address just before it is connected to;
 * {@link org.orbweaver.crawler.http.AllowedPorts} are looked at before that. Servers that are wrong
 * about their own responses are {@link org.orbweaver.crawler.http.LenientConnection}'s business,
 * and a failure has a {@link org.orbweaver.crawler.http.FailureKind}. Redirects, cookies, retries
 * and politeness are not this package's: the fetch phase decides about each hop.
 */
package org.orbweaver.crawler.http;
