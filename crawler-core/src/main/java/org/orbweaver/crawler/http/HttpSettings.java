package org.orbweaver.crawler.http;

/**
 * How requests are made.
 *
 * @param userAgent the User-Agent header
 * @param accept the Accept header
 * @param acceptLanguage the Accept-Language header
 * @param connectTimeoutMs the longest wait for a connection, TLS included
 * @param timeoutMs the longest wait for the next bytes
 * @param deadlineMs the longest time a request may take in all
 * @param minRate bytes a second that a body must come at, once the grace period of 10 s from the
 *     start of the request is over; 0: any rate
 * @param contentLimit bytes of a body to keep, both encoded and decoded
 * @param checkCertificates whether TLS certificates must be valid
 * @param ports what may be contacted
 * @param proxy what requests go through, or null
 */
public record HttpSettings(
    String userAgent,
    String accept,
    String acceptLanguage,
    int connectTimeoutMs,
    int timeoutMs,
    long deadlineMs,
    int minRate,
    int contentLimit,
    boolean checkCertificates,
    AllowedPorts ports,
    ProxySettings proxy) {}
