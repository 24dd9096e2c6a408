package org.orbweaver.crawler.http;

/**
 * How requests are made.
 *
 * @param userAgent the User-Agent header
 * @param accept the Accept header
 * @param acceptLanguage the Accept-Language header
 * @param timeoutMs the longest wait for a connection or for the next bytes
 * @param deadlineMs the longest time a request may take in all
 * @param contentLimit bytes of a body to keep, both encoded and decoded
 * @param checkCertificates whether TLS certificates must be valid
 */
public record HttpSettings(
    String userAgent,
    String accept,
    String acceptLanguage,
    int timeoutMs,
    long deadlineMs,
    int contentLimit,
    boolean checkCertificates) {}
