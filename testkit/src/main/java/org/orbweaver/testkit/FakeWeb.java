package org.orbweaver.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP/1.1 server on loopback that plays the web: any number of host names, generated or
 * hand-written pages, faults on request, and a log of every request. See the package's description
 * for an example.
 *
 * <p>It speaks plain HTTP, or TLS 1.3 only if the spec says so, keeps connections alive, answers
 * requests of one connection one after the other, takes absolute request targets as a proxy does,
 * and reads request bodies that have a Content-Length. A client that closes its sending side counts
 * as gone.
 *
 * <p>Responses may be given and changed while it runs. Measured on one core of a 2-core machine:
 * see {@link FakeWebMain}.
 */
public final class FakeWeb implements Closeable {
  private static final Response NOT_FOUND = Response.status(404);

  private final FakeWebSpec spec;
  private final TlsAuthority authority;
  private final FakeWebServer server;
  private final GeneratedSite site;
  private final RequestLog log;
  private final Map<String, Pages> hosts = new ConcurrentHashMap<>();

  /** Hand-written responses of one host. */
  private static final class Pages {
    final Map<String, Counted> exact = new ConcurrentHashMap<>();
    final NavigableMap<String, Counted> folders = new ConcurrentSkipListMap<>();
  }

  private record Counted(Responder responder, AtomicInteger requests) {
    Counted(Responder responder) {
      this(responder, new AtomicInteger());
    }

    Response answer(Request request) {
      return responder.answer(request, requests.incrementAndGet());
    }
  }

  private FakeWeb(FakeWebSpec spec) throws IOException {
    this.spec = spec;
    this.log = new RequestLog(spec.recorded, spec.headersRecorded);
    this.authority = spec.tls ? new TlsAuthority() : null;
    this.server = new FakeWebServer(spec.addresses, spec.port, log, authority);
    this.site = new GeneratedSite(spec, server.port());
    server.start(this::answer);
  }

  /** Starts a web without generated hosts. */
  public static FakeWeb start() {
    return start(FakeWebSpec.builder().build());
  }

  /** Starts a web. */
  public static FakeWeb start(FakeWebSpec spec) {
    try {
      return new FakeWeb(spec);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The port, the same on all addresses. */
  public int port() {
    return server.port();
  }

  /** The URL of a path on a host, with the port. */
  public String url(String host, String path) {
    return spec.scheme() + "://" + host + ":" + port() + path;
  }

  /**
   * The certificate that signs those of the hosts.
   *
   * @throws IllegalStateException without TLS
   */
  public X509Certificate root() {
    if (authority == null) {
      throw new IllegalStateException("the fake web speaks plain HTTP");
    }
    return authority.root();
  }

  /** The generated hosts, pages and links. */
  public GeneratedSite site() {
    return site;
  }

  /** Front pages of the generated hosts. */
  public List<String> seeds() {
    return site.hosts().stream().map(host -> url(host, "/")).toList();
  }

  /** Sets an HTML page for a path (with its query, if any). */
  public FakeWeb page(String host, String path, String html) {
    return on(host, path, Response.html(html));
  }

  /**
   * Sets the responses for a path: the first for the first request and so on; the last one repeats.
   */
  public FakeWeb on(String host, String path, Response... responses) {
    return on(host, path, Responder.inTurn(responses));
  }

  /** Sets the responder for a path. */
  public FakeWeb on(String host, String path, Responder responder) {
    pages(host).exact.put(path, new Counted(responder));
    return this;
  }

  /** Sets the responder for all paths with this prefix that have no response of their own. */
  public FakeWeb under(String host, String prefix, Responder responder) {
    pages(host).folders.put(prefix, new Counted(responder));
    return this;
  }

  /** Sets the response for a host's robots.txt; 404 otherwise. */
  public FakeWeb robots(String host, Response response) {
    return on(host, "/robots.txt", response);
  }

  /** Sets the rules of a host's robots.txt. */
  public FakeWeb robots(String host, String rules) {
    return robots(host, Response.text(rules));
  }

  /** Redirects a path to a location, which is sent unchanged. */
  public FakeWeb redirect(String host, String path, int status, String location) {
    return on(host, path, Response.redirect(status, location));
  }

  /** Redirects path to path/1, that to path/2 and so on, {@code hops} in all, to a location. */
  public FakeWeb redirectChain(String host, String path, int hops, int status, String location) {
    for (int i = 0; i < hops; i++) {
      String from = i == 0 ? path : path + "/" + i;
      redirect(host, from, status, i == hops - 1 ? location : path + "/" + (i + 1));
    }
    return this;
  }

  /** Redirects path to path/1, that to path/2 and so on, the last back to path. */
  public FakeWeb redirectLoop(String host, String path, int length, int status) {
    return redirectChain(host, path, length, status, path);
  }

  /** The log of all requests, with their times. */
  public RequestLog log() {
    return log;
  }

  /** The requests kept, in the order of their starts. */
  public List<Request> requests() {
    return log.requests();
  }

  /** Names of all hosts, generated and hand-written. */
  public List<String> hosts() {
    Set<String> names = new LinkedHashSet<>(site.hosts());
    hosts.keySet().stream().sorted().forEach(names::add);
    return new ArrayList<>(names);
  }

  /** The address of a host: hosts are spread over the addresses by a hash of the name. */
  public String address(String host) {
    return FakeWebServer.address(Math.floorMod(host.hashCode(), spec.addresses));
  }

  /**
   * Writes a hosts file with all hosts known so far, in the form that a resolver reads.
   *
   * @return the file
   */
  public Path hostsFile(Path file) {
    List<String> lines = hosts().stream().map(host -> address(host) + " " + host).toList();
    try {
      return Files.write(file, lines, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes all connections and frees the port. The log can still be read. */
  @Override
  public void close() {
    server.close();
  }

  private Pages pages(String host) {
    return hosts.computeIfAbsent(host.toLowerCase(Locale.ROOT), h -> new Pages());
  }

  private Response answer(Request request) {
    Pages pages = hosts.get(request.host());
    if (pages != null) {
      Counted exact = pages.exact.get(request.path());
      if (exact != null) {
        return exact.answer(request);
      }
      for (var folder : pages.folders.descendingMap().entrySet()) {
        if (request.path().startsWith(folder.getKey())) {
          return folder.getValue().answer(request);
        }
      }
    }
    return site.answer(request.host(), request.path()).orElse(NOT_FOUND);
  }
}
