package org.orbweaver.crawler.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicAuthCache;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.auth.BasicScheme;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TrustAllStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.ssl.SSLContextBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.address.NameResolver;

/** Builds the Apache HttpClient of {@link HttpFetcher}. */
record ClientBuilder(HttpSettings settings, NameResolver names, AddressGuard guard) {
  private static final int MAX_HEADERS = 500;
  private static final int MAX_HEADER_LINE = 64 << 10;

  /**
   * Each open connection keeps three such buffers, and thousands are open; the client's default
   * size takes a hundred kilobytes a connection. Bodies are read past these buffers.
   */
  private static final int BUFFER_BYTES = 4 << 10;

  /**
   * After this time without a request, a connection is checked for having been closed by the
   * server. The check costs a millisecond's wait, so it is not made between requests without delay.
   */
  static final int KEPT_MILLIS = 500;

  private boolean isProxied(ProxySettings.Protocol type) {
    return settings.proxy() != null && settings.proxy().type() == type;
  }

  private boolean hasCredentials() {
    return isProxied(ProxySettings.Protocol.HTTP) && !settings.proxy().username().isEmpty();
  }

  CloseableHttpClient client(PoolingHttpClientConnectionManager connections) {
    HttpClientBuilder builder =
        HttpClients.custom()
            .setConnectionManager(connections)
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAutomaticRetries()
            .disableContentCompression()
            .disableConnectionState()
            .setRequestExecutor(new LenientConnection.Executor())
            .setUserAgent(settings.headers().userAgent())
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    // Without credentials other than the proxy's, other hosts get none.
                    .setAuthenticationEnabled(hasCredentials())
                    .setRedirectsEnabled(false)
                    .setProtocolUpgradeEnabled(false)
                    .setResponseTimeout(Timeout.ofMilliseconds(settings.times().readMs()))
                    .setConnectionRequestTimeout(Timeout.ofMilliseconds(settings.times().readMs()))
                    .build());
    if (isProxied(ProxySettings.Protocol.HTTP)) {
      builder.setRoutePlanner(new ProxyRoutes(settings.proxy(), names));
    }
    if (hasCredentials()) {
      BasicCredentialsProvider provider = new BasicCredentialsProvider();
      provider.setCredentials(
          new AuthScope(settings.proxy().host(), settings.proxy().port()), credentials());
      builder.setDefaultCredentialsProvider(provider);
    } else {
      builder.disableAuthCaching();
    }
    return builder.build();
  }

  private UsernamePasswordCredentials credentials() {
    return new UsernamePasswordCredentials(
        settings.proxy().username(), settings.proxy().password().toCharArray());
  }

  /**
   * The context of a request, which holds the proxy's credentials so that it gets them before it
   * asks.
   */
  HttpClientContext context() {
    HttpClientContext context = HttpClientContext.create();
    if (hasCredentials()) {
      BasicScheme basic = new BasicScheme();
      basic.initPreemptive(credentials());
      BasicAuthCache cache = new BasicAuthCache();
      cache.put(new HttpHost("http", settings.proxy().host(), settings.proxy().port()), basic);
      context.setAuthCache(cache);
    }
    return context;
  }

  PoolingHttpClientConnectionManager connections() {
    PoolingHttpClientConnectionManagerBuilder builder =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(new GuardedResolver(names, guard))
            .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
            .setMaxConnPerRoute(1)
            .setConnectionFactory(
                new LenientConnection.Factory(
                    Http1Config.custom()
                        .setBufferSize(BUFFER_BYTES)
                        .setMaxHeaderCount(MAX_HEADERS)
                        .setMaxLineLength(MAX_HEADER_LINE)
                        .build()))
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.ofMilliseconds(settings.times().connectMs()))
                    .setSocketTimeout(Timeout.ofMilliseconds(settings.times().readMs()))
                    .setValidateAfterInactivity(TimeValue.ofMilliseconds(KEPT_MILLIS))
                    .build());
    if (isProxied(ProxySettings.Protocol.SOCKS)) {
      SocketConfig direct = SocketConfig.DEFAULT;
      builder.setSocketConfigResolver(
          route -> settings.proxy().serves(route.getTargetHost().getHostName()) ? socks() : direct);
    }
    if (!settings.checkCertificates()) {
      try {
        builder.setTlsSocketStrategy(
            ClientTlsStrategyBuilder.create()
                .setSslContext(
                    SSLContextBuilder.create().loadTrustMaterial(TrustAllStrategy.INSTANCE).build())
                .setHostnameVerifier(NoopHostnameVerifier.INSTANCE)
                .buildClassic());
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this JVM has no TLS", e);
      }
    }
    return builder.build();
  }

  /** Unresolved if the proxy has no address: the connection then reports it. */
  private SocketConfig socks() {
    ProxySettings proxy = settings.proxy();
    InetSocketAddress address;
    try {
      // Without the proxy's name, which the JVM would resolve again.
      byte[] found = names.resolve(proxy.host())[0].getAddress();
      address = new InetSocketAddress(InetAddress.getByAddress(found), proxy.port());
    } catch (UnknownHostException e) {
      address = InetSocketAddress.createUnresolved(proxy.host(), proxy.port());
    }
    return SocketConfig.custom().setSocksProxyAddress(address).build();
  }
}
