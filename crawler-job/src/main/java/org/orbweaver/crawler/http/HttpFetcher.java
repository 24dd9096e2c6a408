package org.orbweaver.crawler.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TrustAllStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.ssl.SSLContextBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * {@link Fetcher} over Apache HttpClient 5: HTTP/1.1, connections kept alive, one a route. Its own
 * redirects, cookies, retries, authentication and decoding are off.
 *
 * <p>The pool is the LAX one, measured at four times the strict one's rate with 8,000 hosts; it
 * never forgets a route, so that a fetcher should live as long as a fetch task, not longer. The
 * client knows no deadline for a whole request: a watchdog thread cancels those that exceed it,
 * which closes their connection.
 */
public final class HttpFetcher implements Fetcher {
  private static final int MAX_HEADERS = 500;
  private static final int MAX_HEADER_LINE = 64 << 10;

  /** Of the bodies of errors and redirects no more is read: to keep the connection alive. */
  private static final int ERROR_BODY_LIMIT = 64 << 10;

  private final HttpSettings settings;
  private final PoolingHttpClientConnectionManager connections;
  private final CloseableHttpClient client;
  private final ScheduledThreadPoolExecutor watchdog;

  /** A fetcher that resolves names by {@code names} and contacts what {@code guard} lets it. */
  public HttpFetcher(HttpSettings settings, NameResolver names, AddressGuard guard) {
    this.settings = settings;
    connections = connections(settings, new GuardedResolver(names, guard));
    client =
        HttpClients.custom()
            .setConnectionManager(connections)
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableAutomaticRetries()
            .disableContentCompression()
            .disableConnectionState()
            .setUserAgent(settings.userAgent())
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setAuthenticationEnabled(false)
                    .setRedirectsEnabled(false)
                    .setProtocolUpgradeEnabled(false)
                    .setResponseTimeout(Timeout.ofMilliseconds(settings.timeoutMs()))
                    .setConnectionRequestTimeout(Timeout.ofMilliseconds(settings.timeoutMs()))
                    .build())
            .build();
    watchdog =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "fetch-watchdog");
              thread.setDaemon(true);
              return thread;
            });
    watchdog.setRemoveOnCancelPolicy(true);
  }

  private static PoolingHttpClientConnectionManager connections(
      HttpSettings settings, GuardedResolver resolver) {
    PoolingHttpClientConnectionManagerBuilder builder =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(resolver)
            .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
            .setMaxConnPerRoute(1)
            .setConnectionFactory(
                ManagedHttpClientConnectionFactory.builder()
                    .http1Config(
                        Http1Config.custom()
                            .setMaxHeaderCount(MAX_HEADERS)
                            .setMaxLineLength(MAX_HEADER_LINE)
                            .build())
                    .build())
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.ofMilliseconds(settings.timeoutMs()))
                    .setSocketTimeout(Timeout.ofMilliseconds(settings.timeoutMs()))
                    // A check costs a millisecond's wait: not between requests without delay.
                    .setValidateAfterInactivity(TimeValue.ofMilliseconds(500))
                    .build());
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

  @Override
  public FetchedPage fetch(String url, String ifModifiedSince, int maxBytes) throws IOException {
    HttpGet request;
    try {
      request = new HttpGet(new URI(url));
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new IOException("not a URL that can be asked for: " + e.getMessage(), e);
    }
    request.setHeader("Accept", settings.accept());
    if (!settings.acceptLanguage().isEmpty()) {
      request.setHeader("Accept-Language", settings.acceptLanguage());
    }
    request.setHeader("Accept-Encoding", ContentDecoder.ACCEPTED);
    if (ifModifiedSince != null) {
      request.setHeader("If-Modified-Since", ifModifiedSince);
    }
    AtomicBoolean late = new AtomicBoolean();
    ScheduledFuture<?> deadline =
        watchdog.schedule(
            () -> {
              late.set(true);
              request.cancel();
            },
            settings.deadlineMs(),
            TimeUnit.MILLISECONDS);
    try {
      return exchange(request, maxBytes < 0 ? settings.contentLimit() : maxBytes, late);
    } catch (IOException e) {
      if (late.get()) {
        InterruptedIOException timeout =
            new InterruptedIOException("no answer within " + settings.deadlineMs() + " ms");
        timeout.initCause(e);
        throw timeout;
      }
      throw e;
    } finally {
      deadline.cancel(false);
    }
  }

  private FetchedPage exchange(HttpUriRequestBase request, int maxBytes, AtomicBoolean late)
      throws IOException {
    ClassicHttpResponse response = client.executeOpen(null, request, HttpClientContext.create());
    boolean whole = false;
    try {
      int status = response.getCode();
      List<Header> headers = new ArrayList<>(16);
      for (org.apache.hc.core5.http.Header header : response.getHeaders()) {
        headers.add(new Header(header.getName(), header.getValue()));
      }
      boolean success = status >= 200 && status < 300;
      int limit = success ? maxBytes : Math.min(ERROR_BODY_LIMIT, maxBytes);
      Body body = readBody(request, response.getEntity(), limit, late);
      whole = body.truncation() == Truncation.NONE;
      org.apache.hc.core5.http.Header encoding = response.getFirstHeader("Content-Encoding");
      ContentDecoder.Decoded decoded =
          ContentDecoder.decode(
              body.bytes(),
              encoding == null ? null : encoding.getValue(),
              body.truncation(),
              limit);
      return new FetchedPage(status, headers, decoded.bytes(), decoded.truncation());
    } finally {
      if (!whole) {
        // Closing alone would read the rest first, however long it is.
        request.cancel();
      }
      closeQuietly(response);
    }
  }

  private static void closeQuietly(ClassicHttpResponse response) {
    try {
      response.close();
    } catch (IOException e) {
      // All that was wanted of the connection is in hand, and it is closed now.
      return;
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
  private record Body(byte[] bytes, Truncation truncation) {}

  private static Body readBody(
      HttpUriRequestBase request, HttpEntity entity, int limit, AtomicBoolean late) {
    if (entity == null) {
      return new Body(new byte[0], Truncation.NONE);
    }
    long announced = entity.getContentLength();
    int first = announced < 0 ? 16 << 10 : (int) Math.min(announced, 1 << 20);
    byte[] bytes = new byte[Math.min(limit, Math.max(1, first))];
    int length = 0;
    Truncation truncation = Truncation.NONE;
    try (InputStream in = entity.getContent()) {
      while (true) {
        if (length == bytes.length) {
          int next = in.read();
          if (next < 0) {
            break;
          }
          if (length == limit) {
            truncation = Truncation.LENGTH;
            // Closing the stream would read on to the end of the body, however far that is.
            request.cancel();
            break;
          }
          bytes = Arrays.copyOf(bytes, (int) Math.min(limit, 2L * length + 16));
          bytes[length++] = (byte) next;
        } else {
          int n = in.read(bytes, length, bytes.length - length);
          if (n < 0) {
            break;
          }
          length += n;
        }
      }
    } catch (IOException e) {
      if (truncation == Truncation.NONE) {
        truncation = late.get() ? Truncation.TIME : Truncation.DISCONNECT;
      }
    }
    return new Body(length == bytes.length ? bytes : Arrays.copyOf(bytes, length), truncation);
  }

  @Override
  public void closeIdle(long milliseconds) {
    connections.closeIdle(TimeValue.ofMilliseconds(milliseconds));
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    client.close(org.apache.hc.core5.io.CloseMode.IMMEDIATE);
  }
}
