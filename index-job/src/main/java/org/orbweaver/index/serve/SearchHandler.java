package org.orbweaver.index.serve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests: the page, the API, and what watches the server. What asks the index waits in a
 * bounded queue for one of a few threads; what does not fit, or has waited too long, is answered
 * with status 503.
 */
final class SearchHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(SearchHandler.class);
  private static final int SUGGESTIONS = 8;
  private static final int MAX_KEPT_SIZE = 20;

  private static final String HTML = "text/html; charset=utf-8";
  private static final String JSON = "application/json; charset=utf-8";
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final String UNCHANGING = "public, max-age=31536000, immutable";

  /** Sent with each response. Nothing but the page's own style and script is loaded or run. */
  static final Map<String, String> SECURITY_HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
              + " img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin");

  private static final Set<String> METHODS = Set.of("GET", "HEAD");
  private static final Set<String> ASKING =
      Set.of("/", "/api/search", "/api/suggest", "/api/similar", "/click");
  private static final Set<String> OTHERS =
      Set.of("/style.css", "/script.js", "/opensearch.xml", "/health", "/metrics");

  /**
   * What the handler works with.
   *
   * @param name of the crawl
   * @param hosts names under which the server may be addressed; empty for all
   * @param clicks the click log, if there is one
   * @param maxWaitMillis how long a request may wait for a thread
   */
  record Setup(
      String name,
      LiveIndex index,
      ThreadPoolExecutor searchers,
      Set<String> hosts,
      Optional<ClickLog> clicks,
      Metrics metrics,
      Clock clock,
      long maxWaitMillis) {}

  /** A response, with one header besides those that all have. */
  private record Reply(int status, String type, String body, String header, String value) {
    static Reply of(int status, String type, String body) {
      return new Reply(status, type, body, "Cache-Control", "no-cache");
    }
  }

  /** Two pages are alike for as long as the index is the same. */
  private record Similar(String url, int size) {}

  private record Typed(String text) {}

  private record Contained(String url) {}

  private final Setup setup;
  private final SearchPage page;
  private final Template openSearch = new Template(Template.resource("opensearch.xml"));
  private final String style = Template.resource("style.css");
  private final String script = Template.resource("script.js");

  SearchHandler(Setup setup) {
    this.setup = setup;
    String version = Integer.toHexString((style + script).hashCode());
    page = new SearchPage(setup.name(), version, setup.clicks().isPresent());
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    long start = System.nanoTime();
    String path = Request.getPathInContext(request);
    if (!ASKING.contains(path) || !isAllowed(request)) {
      send(unqueued(path, request), request, response, callback);
      return true;
    }
    try {
      setup
          .searchers()
          .execute(
              () -> {
                try {
                  long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                  Reply reply = waited > setup.maxWaitMillis() ? busy(path) : answer(path, request);
                  send(reply, request, response, callback);
                  setup.metrics().responded(System.nanoTime() - start);
                } catch (Throwable e) {
                  // Such as a stack overflow; without an answer the client would wait.
                  LOG.error("cannot answer {}", request.getHttpURI(), e);
                  callback.failed(e);
                }
              });
    } catch (RejectedExecutionException e) {
      send(busy(path), request, response, callback);
    }
    return true;
  }

  private boolean isAllowed(Request request) {
    return METHODS.contains(request.getMethod()) && isForUs(request);
  }

  /** A page elsewhere could point its own host name to a loopback address and read the answers. */
  private boolean isForUs(Request request) {
    String host = request.getHttpURI().getHost();
    return setup.hosts().isEmpty()
        || host == null
        || setup.hosts().contains(host.toLowerCase(Locale.ROOT));
  }

  private void send(Reply reply, Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    String known = ASKING.contains(path) || OTHERS.contains(path) ? path : "other";
    String labels = "{path=\"" + known + "\",status=\"" + reply.status() + "\"}";
    setup.metrics().count("orbweaver_requests_total", labels);
    response.setStatus(reply.status());
    SECURITY_HEADERS.forEach(response.getHeaders()::put);
    response.getHeaders().put("Content-Type", reply.type());
    response.getHeaders().put(reply.header(), reply.value());
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    response.getHeaders().put("Content-Length", body.length);
    boolean isHead = request.getMethod().equals("HEAD");
    response.write(true, isHead ? null : ByteBuffer.wrap(body), callback);
  }

  private Reply unqueued(String path, Request request) {
    if (!METHODS.contains(request.getMethod())) {
      return new Reply(405, PLAIN, "Only GET and HEAD are supported.\n", "Allow", "GET, HEAD");
    }
    if (!isForUs(request)) {
      String other = "This server does not serve that host; see orbweaver.serve.hosts.\n";
      return Reply.of(421, PLAIN, other);
    }
    SearchService.Status status = setup.index().status();
    return switch (path) {
      case "/style.css" -> unchanging("text/css; charset=utf-8", style);
      case "/script.js" -> unchanging("text/javascript; charset=utf-8", script);
      case "/opensearch.xml" ->
          Reply.of(
              200,
              "application/opensearchdescription+xml; charset=utf-8",
              openSearch.render(
                  new Fields()
                      .with("name", setup.name())
                      .with("shortName", SearchPage.cut(setup.name(), 15))
                      .with(
                          "origin",
                          request.getHttpURI().getScheme()
                              + "://"
                              + request.getHttpURI().getAuthority())));
      case "/health" ->
          Reply.of(
              200,
              JSON,
              Json.line(
                  new Fields()
                      .with("ready", true)
                      .with("build", status.build())
                      .with("docs", status.docs())));
      case "/metrics" -> Reply.of(200, "text/plain; version=0.0.4; charset=utf-8", metrics(status));
      default -> Reply.of(404, PLAIN, "There is no such page here; the search page is /\n");
    };
  }

  private static Reply unchanging(String type, String body) {
    return new Reply(200, type, body, "Cache-Control", UNCHANGING);
  }

  private String metrics(SearchService.Status status) {
    Map<String, Number> gauges = new TreeMap<>();
    gauges.put("orbweaver_queue_length", setup.searchers().getQueue().size());
    gauges.put("orbweaver_searching", setup.searchers().getActiveCount());
    gauges.put("orbweaver_index_docs", status.docs());
    gauges.put("orbweaver_index_info{build=\"" + status.build() + "\"}", 1);
    return setup.metrics().text(gauges);
  }

  private Reply answer(String path, Request request) {
    Asked asked = null;
    try {
      org.eclipse.jetty.util.Fields parameters = parameters(request);
      if (path.equals("/api/suggest")) {
        return suggest(Asked.text(parameters, "q"));
      }
      if (path.equals("/click")) {
        return click(parameters, request);
      }
      boolean isApi = path.startsWith("/api/");
      asked = Asked.of(parameters, !isApi);
      if (asked.isNothing() && !isApi) {
        return Reply.of(200, HTML, page.home(setup.index().status()));
      }
      boolean isSimilar = isApi ? path.equals("/api/similar") : !asked.similar().isEmpty();
      SearchResult result = isSimilar ? similar(asked) : search(asked);
      return isApi
          ? Reply.of(200, JSON, json(result))
          : Reply.of(200, HTML, page.results(setup.index().status(), asked, result));
    } catch (OrbException e) {
      boolean isFault = e.exitCode() == ExitCode.USAGE;
      String heading = isFault ? "The query cannot be read" : "Not found";
      return failed(path, isFault ? 400 : 404, asked, heading, e);
    } catch (IOException | RuntimeException e) {
      LOG.error("cannot answer {}", request.getHttpURI(), e);
      OrbException said = OrbException.failed("the search failed; the server's log says why");
      return failed(path, 500, asked, "Something went wrong", said);
    }
  }

  private static org.eclipse.jetty.util.Fields parameters(Request request) {
    try {
      return Request.extractQueryParameters(request);
    } catch (RuntimeException e) {
      LOG.debug("not a query string", e);
      throw OrbException.usage("the URL's query string is not percent-encoded UTF-8");
    }
  }

  private SearchResult search(Asked asked) throws IOException {
    return setup
        .index()
        .ask(
            asked.request(),
            service -> service.search(asked.request()),
            result -> isKept(asked, result));
  }

  /** The cache is bounded by answers, so that a large one is not kept. */
  private static boolean isKept(Asked asked, SearchResult result) {
    return result.isComplete() && !asked.explain() && asked.size() <= MAX_KEPT_SIZE;
  }

  private SearchResult similar(Asked asked) throws IOException {
    return setup
        .index()
        .ask(
            new Similar(asked.similar(), asked.size()),
            service -> service.similar(asked.similar(), asked.size()),
            result -> isKept(asked, result));
  }

  private Reply suggest(String typed) throws IOException {
    SearchService.Completions found =
        setup
            .index()
            .ask(
                new Typed(typed),
                service -> service.suggest(typed, SUGGESTIONS),
                SearchService.Completions::isComplete);
    List<String> texts = found.suggestions().stream().map(SearchService.Suggestion::text).toList();
    return Reply.of(
        200, "application/x-suggestions+json; charset=utf-8", Json.pretty(List.of(typed, texts)));
  }

  /**
   * Notes a click and leads on to the page. Only to pages that are in the index, and not for other
   * sites' links, which could neither be trusted nor be kept from filling the log.
   */
  private Reply click(org.eclipse.jetty.util.Fields parameters, Request request)
      throws IOException {
    String url = Asked.text(parameters, "url");
    String site = request.getHeaders().get("Sec-Fetch-Site");
    boolean isOurs = site == null || site.equals("same-origin");
    if (setup.clicks().isEmpty()
        || !isOurs
        || SearchPage.httpLink(url).isEmpty()
        || !setup
            .index()
            .ask(new Contained(url), service -> service.contains(url), known -> true)) {
      throw OrbException.failed("this link does not lead to a page of the index");
    }
    int rank = Asked.number(parameters, "rank", 1, 1, 999_999);
    Instant now = setup.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    setup.clicks().get().write(new ClickLog.Click(now, Asked.text(parameters, "q"), rank, url));
    return new Reply(303, PLAIN, "", "Location", url);
  }

  private static String json(SearchResult result) {
    return Json.line(
        new Fields()
            .with("build", result.build())
            .with("total", result.total())
            .with("totalIsExact", result.totalIsExact())
            .with("isComplete", result.isComplete())
            .with("readAs", result.readAs())
            .with("notes", result.notes())
            .withKnown("correction", result.correction().orElse(null))
            .with("millis", result.millis())
            .withKnown("curated", result.curated().isEmpty() ? null : result.curated())
            .with("results", result.hits().stream().map(SearchResult.Hit::fields).toList())
            .with("facets", result.facets()));
  }

  private Reply busy(String path) {
    OrbException why = OrbException.failed("the server is busy; try again in a moment");
    Reply said = failed(path, 503, null, "Too many searches at once", why);
    return new Reply(503, said.type(), said.body(), "Retry-After", "1");
  }

  private Reply failed(String path, int status, Asked asked, String heading, OrbException e) {
    if (path.startsWith("/api/")) {
      return Reply.of(
          status,
          JSON,
          Json.line(
              new Fields()
                  .with("error", e.getMessage())
                  .withKnown("details", e.details().isEmpty() ? null : e.details())));
    }
    String query = asked == null ? "" : asked.query();
    return Reply.of(status, HTML, page.error(setup.index().status(), query, heading, e));
  }
}
