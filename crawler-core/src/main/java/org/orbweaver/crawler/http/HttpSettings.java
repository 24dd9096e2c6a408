package org.orbweaver.crawler.http;

import java.net.URI;
import java.util.List;
import java.util.function.Function;
import org.orbweaver.crawler.http.FetchedPage.Header;

/**
 * The settings of requests.
 *
 * @param headers the headers of each request
 * @param times the bounds on a request's time
 * @param contentLimit bytes of a body to keep, both encoded and decoded
 * @param checkCertificates whether TLS certificates must be valid
 * @param ports the ports that may be contacted
 * @param proxy the proxy for requests, or null
 * @param identity to the servers that ask for it, or null
 * @param signer gives the headers that sign a request for a URL; none if it is not to be signed
 */
public record HttpSettings(
    RequestHeaders headers,
    TimeLimits times,
    int contentLimit,
    boolean checkCertificates,
    AllowedPorts ports,
    ProxySettings proxy,
    ClientIdentity identity,
    Function<URI, List<Header>> signer) {

  /** Settings without an identity and without signatures. */
  public HttpSettings(
      RequestHeaders headers,
      TimeLimits times,
      int contentLimit,
      boolean checkCertificates,
      AllowedPorts ports,
      ProxySettings proxy) {
    this(headers, times, contentLimit, checkCertificates, ports, proxy, null, url -> List.of());
  }

  /** The same settings with another proxy and identity. */
  public HttpSettings with(ProxySettings other, ClientIdentity as) {
    return new HttpSettings(
        headers, times, contentLimit, checkCertificates, ports, other, as, signer);
  }

  /** The same settings with signatures. */
  public HttpSettings signedBy(Function<URI, List<Header>> other) {
    return new HttpSettings(
        headers, times, contentLimit, checkCertificates, ports, proxy, identity, other);
  }

  /** The User-Agent, Accept, Accept-Language and From headers; the last two may be empty. */
  public record RequestHeaders(
      String userAgent, String accept, String acceptLanguage, String from) {

    /** Headers that name nobody to write to. */
    public RequestHeaders(String userAgent, String accept, String acceptLanguage) {
      this(userAgent, accept, acceptLanguage, "");
    }
  }

  /**
   * Bounds on the time of a request, in milliseconds.
   *
   * @param connectMs the longest wait for a connection, TLS included
   * @param readMs the longest wait for the next bytes
   * @param deadlineMs the longest time a request may take in all
   * @param minRate the minimum rate of a body in bytes a second, checked after a grace period of 10
   *     s from the start of the request; 0: any rate
   */
  public record TimeLimits(int connectMs, int readMs, long deadlineMs, int minRate) {}
}
