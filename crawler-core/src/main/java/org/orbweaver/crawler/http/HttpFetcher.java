package org.orbweaver.crawler.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.util.TimeValue;
import org.orbweaver.crawler.address.HostGuard;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.url.WebUrl;

/**
 * {@link Fetcher} over Apache HttpClient 5: HTTP/1.1 with keep-alive, one connection a route. The
 * client's own redirects, cookies, retries and decoding are off, and so is authentication except to
 * a proxy.
 *
 * <p>The pool is the LAX one, measured at four times the strict one's rate with 8,000 hosts. It
 * never forgets a route, so a fetcher should live as long as a fetch task, not longer. The client
 * has no deadline for a whole request: a watchdog thread cancels requests that exceed it, which
 * closes their connection. {@link BodyReader} describes the limits of time.
 *
 * <p>Before anything is sent, scheme and port are checked, and {@link GuardedResolver} checks the
 * addresses; {@link ProxySettings} describes the checks behind a proxy.
 */
public final class HttpFetcher implements Fetcher, Closeable {
  /**
   * Read no more than this of the body of an error or a redirect; the connection stays alive for
   * smaller ones.
   */
  private static final int ERROR_BODY_LIMIT = 64 << 10;

  private static final int NOT_MODIFIED = 304;

  /** Of a body, unless a header of the request says otherwise. */
  private static final ContentType FORM = ContentType.create("application/x-www-form-urlencoded");

  private final HttpSettings settings;
  private final NameResolver guarded;
  private final LongSupplier clock;
  private final ClientBuilder builder;
  private final PoolingHttpClientConnectionManager connections;
  private final CloseableHttpClient client;
  private final ScheduledThreadPoolExecutor watchdog;

  /**
   * A fetcher that resolves names by {@code names} and contacts only addresses that {@code guard}
   * allows.
   */
  public HttpFetcher(HttpSettings settings, NameResolver names, HostGuard guard) {
    this(settings, names, guard, System::nanoTime);
  }

  HttpFetcher(HttpSettings settings, NameResolver names, HostGuard guard, LongSupplier clock) {
    this.settings = settings;
    this.clock = clock;
    guarded = new GuardedResolver(names, guard)::resolve;
    builder = new ClientBuilder(settings, names, guard);
    connections = builder.connections();
    client = builder.client(connections);
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

  @Override
  public FetchedPage fetch(FetchRequest ask) throws IOException {
    long start = clock.getAsLong();
    URI url = checked(ask.url());
    SignableRequest request = new SignableRequest(ask.method().name(), url);
    request.setHeader("Accept", settings.headers().accept());
    if (!settings.headers().acceptLanguage().isEmpty()) {
      request.setHeader("Accept-Language", settings.headers().acceptLanguage());
    }
    request.setHeader("Accept-Encoding", ContentDecoder.accepted());
    if (!settings.headers().from().isEmpty()) {
      request.setHeader("From", settings.headers().from());
    }
    ask.headers().stream()
        .filter(header -> FetchRequest.sendable(header.value()))
        .forEach(header -> request.setHeader(header.name(), header.value()));
    if (FetchRequest.sendable(ask.condition().noneMatch())) {
      request.setHeader("If-None-Match", ask.condition().noneMatch());
    }
    if (FetchRequest.sendable(ask.condition().modifiedSince())) {
      request.setHeader("If-Modified-Since", ask.condition().modifiedSince());
    }
    if (ask.body() != null) {
      request.setEntity(new ByteArrayEntity(ask.body().getBytes(StandardCharsets.UTF_8), FORM));
    }
    ask.session().headers().forEach(header -> request.setHeader(header.name(), header.value()));
    CookieJar cookies = ask.session().cookies();
    if (cookies != null) {
      cookies.header(ask.url()).ifPresent(value -> request.setHeader("Cookie", value));
    }
    AtomicBoolean late = new AtomicBoolean();
    ScheduledFuture<?> deadline =
        watchdog.schedule(
            () -> {
              late.set(true);
              request.cancel();
            },
            settings.times().deadlineMs(),
            TimeUnit.MILLISECONDS);
    FetchRequest.Limits limits = ask.limits();
    GuardedResolver.only(limits.address());
    try {
      int maxBytes = limits.maxBytes() < 0 ? settings.contentLimit() : limits.maxBytes();
      FetchedPage answer = exchange(request, url, maxBytes, limits.repeatAfterMs(), start, late);
      return cookies == null ? answer : kept(cookies, ask.url(), answer);
    } catch (IOException e) {
      if (late.get()) {
        InterruptedIOException timeout =
            new InterruptedIOException(
                "no response within " + settings.times().deadlineMs() + " ms");
        timeout.initCause(e);
        throw request.failed(timeout);
      }
      throw request.failed(e);
    } catch (RuntimeException e) {
      // No answer may end a crawl, whatever exception it causes in a library.
      throw request.failed(
          new FailureKind.Failure(FailureKind.OTHER, "the answer could not be read: " + e, e));
    } finally {
      GuardedResolver.only(null);
      deadline.cancel(false);
    }
  }

  /**
   * Takes the cookies off an answer: a session's are as good as its password. Of a redirect only
   * its head is kept, and its cookies tell whether to follow it at once.
   */
  private static FetchedPage kept(CookieJar cookies, String url, FetchedPage answer) {
    cookies.receive(url, answer.headers());
    FetchedPage without = answer.without("Set-Cookie");
    return answer.isRedirect() ? answer.with(without.heads()) : without;
  }

  /**
   * The URL, if it may be requested.
   *
   * @throws IOException if it is invalid or of another scheme
   * @throws RefusedAddressException if its port, or behind a proxy its address, is refused
   */
  private URI checked(String text) throws IOException {
    URI url;
    URIAuthority authority;
    try {
      url = new URI(text);
      // It also accepts names that java.net.URI does not.
      authority = URIAuthority.create(url.getRawAuthority());
    } catch (URISyntaxException e) {
      throw new FailureKind.Failure(
          FailureKind.URL, "not a URL that can be requested: " + e.getMessage(), e);
    }
    String scheme = Objects.requireNonNullElse(url.getScheme(), "").toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new FailureKind.Failure(FailureKind.URL, "neither http nor https: " + text, null);
    }
    if (authority == null || authority.getHostName().isEmpty()) {
      throw new FailureKind.Failure(FailureKind.URL, "URL without a host: " + url, null);
    }
    String host = authority.getHostName();
    int port = authority.getPort() < 0 ? WebUrl.defaultPort(scheme) : authority.getPort();
    String refusal = settings.ports().refusal(port);
    if (refusal != null) {
      throw RefusedAddressException.ofPort(host + ": " + refusal);
    }
    if (goesThroughHttpProxy(host)) {
      checkBehindProxy(host);
    }
    return url;
  }

  private boolean goesThroughHttpProxy(String host) {
    ProxySettings proxy = settings.proxy();
    return proxy != null && proxy.type() == ProxySettings.Protocol.HTTP && proxy.serves(host);
  }

  private void checkBehindProxy(String host) throws RefusedAddressException {
    try {
      guarded.resolve(host);
    } catch (RefusedAddressException e) {
      throw e;
    } catch (UnknownHostException e) {
      // The proxy may know the name.
      return;
    }
  }

  /** A request that may be signed. */
  private static final class SignableRequest extends HttpUriRequestBase {
    private static final long serialVersionUID = 1L;

    private transient List<Header> signature = List.of();

    SignableRequest(String method, URI url) {
      super(method, url);
    }

    /**
     * Signs it, if it is to be signed. Call it last, and anew for each repetition: a signature
     * replaces headers of its names, and ends.
     */
    void sign(List<Header> headers) {
      signature.forEach(header -> removeHeaders(header.name()));
      headers.forEach(header -> setHeader(header.name(), header.value()));
      signature = headers;
    }

    boolean isSigned() {
      return !signature.isEmpty();
    }

    IOException failed(IOException failure) {
      if (isSigned()) {
        FailureKind.setSigned(failure);
      }
      return failure;
    }
  }

  private FetchedPage exchange(
      SignableRequest request,
      URI url,
      int maxBytes,
      long repeatAfterMs,
      long start,
      AtomicBoolean late)
      throws IOException {
    HttpClientContext context = builder.context();
    ClassicHttpResponse response;
    request.sign(settings.signer().apply(url));
    try {
      response = client.executeOpen(null, request, context);
    } catch (NoHttpResponseException | SocketException e) {
      if (context.getEndpointDetails() == null && e instanceof SocketException) {
        // The JDK has no exception for an unreachable network.
        throw new FailureKind.Failure(FailureKind.CONNECT, e.getMessage(), e);
      }
      if (!LenientConnection.Executor.hasRested(context) || late.get()) {
        throw e;
      }
      // The server closed the kept connection, mostly without reading this request (RFC 9112
      // section 9.3.1). If it did read it, this is another request to a server in trouble.
      context = builder.context();
      Authentication.pause(repeatAfterMs);
      request.sign(settings.signer().apply(url));
      response = client.executeOpen(null, request, context);
    }
    long firstByte = clock.getAsLong();
    builder.remember(context);
    boolean whole = false;
    try {
      int status = response.getCode();
      if (isProxysOwn(status, request, context)) {
        throw new FailureKind.Failure(
            FailureKind.PROXY, "the proxy answered itself with status " + status, null);
      }
      if (status == NOT_MODIFIED && !isConditional(request)) {
        throw new FailureKind.Failure(
            FailureKind.PROTOCOL, "status 304 to a request without a condition", null);
      }
      List<Header> headers = headers(response);
      Truncation part =
          PartialContent.missing(status, headers).orElseThrow(() -> notAskedFor(status, headers));
      boolean success = status >= 200 && status < 300;
      int limit = success ? maxBytes : Math.min(ERROR_BODY_LIMIT, maxBytes);
      byte[] body = new byte[0];
      Truncation truncation = Truncation.NONE;
      if (response.getEntity() != null) {
        BodyReader reader =
            new BodyReader(limit, settings.times().minRate(), start, clock, late::get);
        reader.read(response.getEntity(), request::cancel);
        body = reader.bytes();
        truncation = reader.truncation();
      }
      whole = truncation == Truncation.NONE;
      InetAddress address = address(context, request);
      long end = clock.getAsLong();
      ContentDecoder.DecodedBody decoded =
          ContentDecoder.decode(body, codings(headers), whole ? part : truncation, limit);
      return new FetchedPage(
          status,
          headers,
          decoded.bytes(),
          decoded.truncation(),
          new FetchedPage.Transfer(
              address,
              body.length,
              (end - start) / 1_000_000,
              (firstByte - start) / 1_000_000,
              request.isSigned()),
          LenientConnection.Executor.heads(context));
    } finally {
      if (!whole) {
        // Closing alone would first read the rest, however long it is.
        request.cancel();
      }
      Closer.closeQuietly(response);
    }
  }

  private static FailureKind.Failure notAskedFor(int status, List<Header> headers) {
    return new FailureKind.Failure(
        FailureKind.PROTOCOL,
        "status "
            + status
            + " with a part that was not asked for: '"
            + PartialContent.range(headers)
            + "'",
        null);
  }

  private static boolean isConditional(HttpUriRequestBase request) {
    return request.containsHeader("If-None-Match") || request.containsHeader("If-Modified-Since");
  }

  /** HttpClient returns a proxy's refusal of a tunnel, or of credentials, like a page. */
  private boolean isProxysOwn(int status, HttpUriRequestBase request, HttpClientContext context) {
    return goesThroughHttpProxy(request.getAuthority().getHostName())
        && (status == 407
            || (request.getScheme().equals("https") && context.getSSLSession() == null));
  }

  private static List<Header> headers(ClassicHttpResponse response) {
    List<Header> headers = new ArrayList<>(16);
    for (org.apache.hc.core5.http.Header header : response.getHeaders()) {
      if (!LenientResponseParser.isIgnored(header)) {
        headers.add(new Header(header.getName(), header.getValue()));
      }
    }
    return headers;
  }

  /**
   * The body's codings, in the order of encoding: Content-Encoding, then the transfer codings
   * except the framing. Several headers are one list (RFC 9110 section 5.3).
   */
  private static String codings(List<Header> headers) {
    List<String> codings = new ArrayList<>(1);
    for (String name : List.of("Content-Encoding", "Transfer-Encoding")) {
      for (Header header : headers) {
        if (header.name().equalsIgnoreCase(name)) {
          codings.add(header.value());
        }
      }
    }
    return String.join(",", codings);
  }

  /** The remote address of the connection: the host's, except behind a proxy. */
  private InetAddress address(HttpClientContext context, HttpUriRequestBase request) {
    boolean proxied =
        settings.proxy() != null && settings.proxy().serves(request.getAuthority().getHostName());
    EndpointDetails endpoint = proxied ? null : context.getEndpointDetails();
    return endpoint != null && endpoint.getRemoteAddress() instanceof InetSocketAddress remote
        ? remote.getAddress()
        : null;
  }

  /** Closes connections that have been idle for this long. */
  public void closeIdle(long milliseconds) {
    connections.closeIdle(TimeValue.ofMilliseconds(milliseconds));
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    client.close(CloseMode.IMMEDIATE);
  }
}
