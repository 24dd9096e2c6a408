package org.orbweaver.crawler.http;

/**
 * The settings of requests.
 *
 * @param userAgent the User-Agent header
 * @param accept the Accept header
 * @param acceptLanguage the Accept-Language header
 * @param connectTimeoutMs the longest wait for a connection, TLS included
 * @param timeoutMs the longest wait for the next bytes
 * @param deadlineMs the longest time a request may take in all
 * @param minRate the minimum rate of a body in bytes a second, checked after a grace period of 10 s
 *     from the start of the request; 0: any rate
 * @param contentLimit bytes of a body to keep, both encoded and decoded
 * @param checkCertificates whether TLS certificates must be valid
 * @param ports the ports that may be contacted
 * @param proxy the proxy for requests, or null
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
