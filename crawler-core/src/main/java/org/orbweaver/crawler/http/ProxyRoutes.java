package org.orbweaver.crawler.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.orbweaver.crawler.address.NameResolver;

/**
 * Sends requests through an HTTP proxy. The proxy's address is resolved here and passed on, so that
 * the guard, which checks every name that HttpClient resolves, does not refuse it.
 */
final class ProxyRoutes extends DefaultRoutePlanner {
  private final ProxySettings proxy;
  private final NameResolver names;

  ProxyRoutes(ProxySettings proxy, NameResolver names) {
    super(null);
    this.proxy = proxy;
    this.names = names;
  }

  @Override
  protected HttpHost determineProxy(HttpHost target, HttpContext context) throws HttpException {
    if (!proxy.serves(target.getHostName())) {
      return null;
    }
    try {
      InetAddress address = names.resolve(proxy.host())[0];
      return new HttpHost("http", address, proxy.host(), proxy.port());
    } catch (UnknownHostException e) {
      throw new HttpException(
          "cannot find the proxy",
          new FailureKind.Failure(
              FailureKind.PROXY, "the proxy " + proxy.host() + " has no address", e));
    }
  }
}
