package org.orbweaver.crawler.http;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.auth.AuthCache;
import org.apache.hc.client5.http.auth.AuthExchange;
import org.apache.hc.client5.http.auth.AuthScheme;
import org.apache.hc.client5.http.auth.AuthSchemeFactory;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.Credentials;
import org.apache.hc.client5.http.auth.StandardAuthScheme;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicScheme;
import org.apache.hc.client5.http.impl.auth.BasicSchemeFactory;
import org.apache.hc.client5.http.impl.auth.DigestScheme;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.client5.http.ssl.TrustAllStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.ssl.TlsCiphers;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.ssl.SSLContextBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.orbweaver.crawler.address.HostGuard;
import org.orbweaver.crawler.address.NameResolver;

/** Builds the Apache HttpClient of {@link HttpFetcher}. */
final class ClientBuilder {
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

  /**
   * Only the optimising compiler uses the processor's instructions for AES-GCM. Without it a MB
   * takes 42 ms of CPU time, and with ChaCha20, which servers offer beside it, 9.
   */
  private static final boolean HAS_SLOW_AES =
      ManagementFactory.getRuntimeMXBean().getInputArguments().contains("-XX:TieredStopAtLevel=1");

  private final HttpSettings settings;
  private final NameResolver names;
  private final HostGuard guard;

  /** How challenges are answered; null if they are not. */
  private final Authentication.Answer answer;

  /** Answers of the past, which are valid for more than one request. */
  private final LiveAuthCache answered = new LiveAuthCache();

  /**
   * Keeps the schemes themselves, which number their answers: HttpClient's cache keeps copies, and
   * none of a digest.
   */
  private static final class LiveAuthCache implements AuthCache {
    /** By the host's scheme, name and port: a proxy's has its address, too. */
    private final Map<String, AuthScheme> schemes = new ConcurrentHashMap<>();

    @Override
    public void put(HttpHost host, AuthScheme scheme) {
      schemes.put(host.toURI(), scheme);
    }

    @Override
    public AuthScheme get(HttpHost host) {
      return schemes.get(host.toURI());
    }

    @Override
    public void remove(HttpHost host) {
      schemes.remove(host.toURI());
    }

    @Override
    public void clear() {
      schemes.clear();
    }
  }

  /** Keeps the digest that a server accepted, for the next request to it. */
  void remember(HttpClientContext context) {
    context
        .getAuthExchanges()
        .forEach(
            (host, exchange) -> {
              if (exchange.getState() == AuthExchange.State.SUCCESS
                  && exchange.getAuthScheme() instanceof DigestScheme digest) {
                answered.put(host, digest);
              }
            });
  }

  /**
   * A builder.
   *
   * @throws IllegalArgumentException if the identity's servers would not accept it
   */
  ClientBuilder(HttpSettings settings, NameResolver names, HostGuard guard) {
    this.settings = settings;
    this.names = names;
    this.guard = guard;
    ClientIdentity identity = settings.identity();
    answer =
        identity == null || identity.challenge() == null ? null : Authentication.answer(identity);
  }

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
                    .setAuthenticationEnabled(hasCredentials() || answer != null)
                    .setTargetPreferredAuthSchemes(
                        answer == null ? List.of() : List.of(answer.scheme()))
                    .setProxyPreferredAuthSchemes(List.of(StandardAuthScheme.BASIC))
                    .setRedirectsEnabled(false)
                    .setProtocolUpgradeEnabled(false)
                    .setResponseTimeout(Timeout.ofMilliseconds(settings.times().readMs()))
                    .setConnectionRequestTimeout(Timeout.ofMilliseconds(settings.times().readMs()))
                    .build());
    if (isProxied(ProxySettings.Protocol.HTTP)) {
      builder.setRoutePlanner(new ProxyRoutes(settings.proxy(), names));
    }
    if (answer == null && !hasCredentials()) {
      return builder.disableAuthCaching().build();
    }
    RegistryBuilder<AuthSchemeFactory> schemes = RegistryBuilder.create();
    schemes.register(StandardAuthScheme.BASIC, BasicSchemeFactory.INSTANCE);
    if (answer != null) {
      schemes.register(answer.scheme(), answer.factory());
    }
    return builder
        .setDefaultAuthSchemeRegistry(schemes.build())
        .setDefaultCredentialsProvider((scope, context) -> credentials(scope))
        .build();
  }

  /** A proxy gets its own credentials and no others, whatever it asks for. */
  private Credentials credentials(AuthScope scope) {
    ProxySettings proxy = settings.proxy();
    boolean isProxy =
        isProxied(ProxySettings.Protocol.HTTP)
            && proxy.port() == scope.getPort()
            && proxy.host().equalsIgnoreCase(scope.getHost());
    if (isProxy) {
      return hasCredentials() && StandardAuthScheme.BASIC.equalsIgnoreCase(scope.getSchemeName())
          ? credentials()
          : null;
    }
    return answer != null && answer.scheme().equalsIgnoreCase(scope.getSchemeName())
        ? answer.credentials()
        : null;
  }

  private UsernamePasswordCredentials credentials() {
    return new UsernamePasswordCredentials(
        settings.proxy().username(), settings.proxy().password().toCharArray());
  }

  /**
   * The context of a request, which holds the proxy's credentials so that it gets them before it
   * asks, and earlier answers to challenges.
   */
  HttpClientContext context() {
    HttpClientContext context = HttpClientContext.create();
    if (answer != null) {
      context.setAuthCache(answered);
    }
    if (hasCredentials()) {
      BasicScheme basic = new BasicScheme();
      basic.initPreemptive(credentials());
      answered.put(new HttpHost("http", settings.proxy().host(), settings.proxy().port()), basic);
      context.setAuthCache(answered);
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
    ClientIdentity identity = settings.identity();
    boolean hasCertificate = identity != null && identity.certificate() != null;
    if (hasCertificate || !settings.checkCertificates() || HAS_SLOW_AES) {
      builder.setTlsSocketStrategy(tls(hasCertificate ? identity : null));
    }
    return builder.build();
  }

  private TlsSocketStrategy tls(ClientIdentity identity) {
    ClientTlsStrategyBuilder strategy = ClientTlsStrategyBuilder.create();
    SSLContextBuilder context = SSLContextBuilder.create();
    try {
      if (!settings.checkCertificates()) {
        context.loadTrustMaterial(TrustAllStrategy.INSTANCE);
        strategy.setHostnameVerifier(NoopHostnameVerifier.INSTANCE);
        strategy.setHostVerificationPolicy(HostnameVerificationPolicy.CLIENT);
      }
      SSLContext built = identity == null ? context.build() : Authentication.tls(identity, context);
      strategy.setSslContext(built);
      if (HAS_SLOW_AES) {
        String[] suites = built.getDefaultSSLParameters().getCipherSuites();
        Arrays.sort(suites, Comparator.comparing(suite -> !suite.contains("CHACHA20")));
        strategy.setCiphers(TlsCiphers.excludeWeak(suites));
      }
      return strategy.buildClassic();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no TLS", e);
    }
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
