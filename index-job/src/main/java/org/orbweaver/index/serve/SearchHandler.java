package org.orbweaver.index.serve;

import static org.orbweaver.index.serve.HttpService.JSON;
import static org.orbweaver.index.serve.HttpService.PLAIN;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.text.Similar;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.serve.HttpService.Reply;
import org.orbweaver.index.serve.HttpService.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests: the page, the API, and monitoring. Searches take turns; the home page and
 * clicks, and pages of the crawl, have turns of their own. Requests beyond the limits, or that have
 * waited too long, get status 503. Costly requests from other sites' pages are refused.
 */
final class SearchHandler implements HttpService.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(SearchHandler.class);
  private static final int SUGGESTIONS = 8;
  private static final int MAX_KEPT_SIZE = 20;

  /** Facets take a look at each match: in a larger index, the page has them on request. */
  private static final int MAX_COUNTED = 100_000;

  private static final String HTML = "text/html; charset=utf-8";
  private static final String UNCHANGING = "public, max-age=31536000, immutable";

  /** Of an answer that depends on the reader's browser. */
  private static final Map<String, String> BY_LANGUAGE =
      Map.of("Cache-Control", "no-cache", "Vary", "Accept-Language");

  private static final Set<String> METHODS = Set.of("GET", "HEAD");
  private static final Set<String> ASKING =
      Set.of("/", "/api/search", "/api/suggest", "/api/similar", "/click");
  private static final Set<String> OTHERS =
      Set.of("/style.css", "/script.js", "/opensearch.xml", "/health", "/metrics");

  /** The version of the API; its paths without one are the same. */
  private static final String V1 = "/api/v1/";

  /** The parameters of each path of the API. */
  private static final Map<String, Set<String>> PARAMETERS =
      Map.of(
          "/api/search",
          SearchParameters.OF_SEARCH,
          "/api/suggest",
          Set.of("q"),
          "/api/similar",
          Set.of("url", "size", "format"));

  /** The similarity of two pages does not change within a build. */
  private record SimilarTo(String url, int size) {}

  private record Typed(String text) {}

  private record Home() {}

  private record Contained(String url) {}

  private final HttpService http;
  private final String name;
  private final LiveIndex index;
  private final Optional<ClickLog> clicks;
  private final Optional<CrawlPages> crawlPages;
  private final Metrics metrics;
  private final Clock clock;
  private final Set<String> origins;
  private final SearchPage page;
  private final Feed feed;
  private final Template openSearch = new Template(Template.resource("opensearch.xml"));
  private final String style = Template.resource("style.css");
  private final String script = Template.resource("script.js");

  /**
   * @param name of the crawl
   * @param clicks the click log, if there is one
   * @param crawlPages pages beside the search, if any
   * @param origins sites whose pages may read the API
   */
  SearchHandler(
      HttpService http,
      String name,
      LiveIndex index,
      Optional<ClickLog> clicks,
      Optional<CrawlPages> crawlPages,
      Set<String> origins,
      Metrics metrics,
      Clock clock) {
    this.http = http;
    this.name = name;
    this.index = index;
    this.clicks = clicks;
    this.crawlPages = crawlPages;
    this.origins = origins;
    this.metrics = metrics;
    this.clock = clock;
    String version = Integer.toHexString((style + script).hashCode());
    page = new SearchPage(name, version, clicks.isPresent(), crawlPages.isPresent());
    feed = new Feed(name);
  }

  @Override
  public Reply answer(Request request) throws IOException {
    boolean isApi = request.path().startsWith(HttpService.API);
    Optional<String> origin = isApi ? request.caller().filter(this::isAllowed) : Optional.empty();
    Reply reply =
        origin.isPresent() && request.method().equals("OPTIONS")
            ? new Reply(204, PLAIN, "", "Access-Control-Allow-Methods", "GET, HEAD")
            : answer(request, origin.isPresent());
    if (isApi && !origins.isEmpty()) {
      reply = reply.with("Vary", "Origin");
    }
    return origin.isPresent() ? reply.with("Access-Control-Allow-Origin", origin.get()) : reply;
  }

  private boolean isAllowed(String origin) {
    return origins.contains("*") || origins.contains(origin);
  }

  /** The path without the API's version. */
  private static String path(Request request) {
    String path = request.path();
    return path.startsWith(V1) ? HttpService.API + path.substring(V1.length()) : path;
  }

  private Reply answer(Request request, boolean isAllowed) throws IOException {
    if (!METHODS.contains(request.method())) {
      return new Reply(405, PLAIN, "Only GET and HEAD are supported.\n", "Allow", "GET, HEAD");
    }
    String path = path(request);
    boolean isOfCrawl = crawlPages.isPresent() && isOfCrawl(path);
    if (!isOfCrawl && !ASKING.contains(path)) {
      return unqueued(request);
    }
    if (request.isLoadedElsewhere() && !isAllowed) {
      return Reply.of(403, PLAIN, "Pages of other sites may link here, but not load this.\n");
    }
    if (!isOfCrawl && NoIndex.is(index.status())) {
      return withoutIndex(request.path());
    }
    try {
      if (isOfCrawl) {
        return path.equals(CrawlPages.WHY)
            ? http.lookUp(() -> crawlPage(request))
            : http.aside(() -> crawlPage(request));
      }
      return isSearch(request, path)
          ? http.inTurn(() -> asked(request, path))
          : http.briefly(() -> asked(request, path));
    } catch (RejectedExecutionException e) {
      OrbException why = OrbException.failed(HttpService.BUSY);
      Reply said = failed(path, 503, "", "Too much is asked at once", why);
      return new Reply(503, said.type(), said.body(), "Retry-After", "1");
    }
  }

  /** Not the home page, nor a click: they are no part of what a server has to search. */
  private static boolean isSearch(Request request, String path) {
    if (!path.equals("/")) {
      return !path.equals("/click");
    }
    try {
      return !SearchParameters.of(request.typedValues(), request.languages()).isNothing();
    } catch (OrbException e) {
      LOG.debug("to be answered with this fault", e);
      return false;
    }
  }

  /** Until the first index, the page is the crawl's report. */
  private Reply withoutIndex(String path) {
    if (path.equals("/")) {
      return new Reply(302, PLAIN, "", "Location", CrawlPages.ROOT);
    }
    OrbException why = OrbException.failed(NoIndex.MESSAGE);
    Reply said = failed(path, 503, null, "There is no index yet", why);
    return new Reply(503, said.type(), said.body(), "Retry-After", "60");
  }

  private static boolean isOfCrawl(String path) {
    return path.equals(CrawlPages.ROOT) || path.startsWith(CrawlPages.ROOT + "/");
  }

  private Reply crawlPage(Request request) {
    try {
      return crawlPages
          .orElseThrow()
          .page(request.path(), request.parameters())
          .map(page -> Reply.of(page.status(), page.type(), page.body()))
          .orElseGet(() -> notFound(request.path()));
    } catch (OrbException e) {
      int status = e.exitCode() == ExitCode.USAGE ? 400 : 500;
      return failed(request.path(), status, null, "This cannot be answered", e);
    } catch (IOException | RuntimeException e) {
      LOG.error("cannot answer {}?{}", request.path(), request.queryString(), e);
      OrbException said = OrbException.failed("failed; the server's log says why");
      return failed(request.path(), 500, null, "Something went wrong", said);
    }
  }

  @Override
  public void answered(Request request, int status, long nanos) {
    String path = path(request);
    boolean isAsking = ASKING.contains(path);
    boolean isKnown = isAsking || OTHERS.contains(path);
    String known = isKnown ? path : isOfCrawl(path) ? CrawlPages.ROOT : "other";
    metrics.count("orbweaver_requests_total", "{path=\"" + known + "\",status=\"" + status + "\"}");
    if (isAsking && status != 503) {
      metrics.responded(nanos);
    }
  }

  private Reply unqueued(Request request) {
    SearchService.IndexStatus status = index.status();
    return switch (request.path()) {
      case "/style.css" -> unchanging("text/css; charset=utf-8", style);
      case "/script.js" -> unchanging("text/javascript; charset=utf-8", script);
      case "/opensearch.xml" ->
          Reply.of(
              200,
              "application/opensearchdescription+xml; charset=utf-8",
              openSearch.render(
                  new Fields()
                      .with("name", name)
                      .with("shortName", SearchPage.cut(name, 15))
                      .with("origin", request.origin())));
      case "/health" ->
          Reply.of(
              200,
              JSON,
              Json.line(
                  new Fields()
                      .with("ready", !NoIndex.is(status))
                      .with("build", status.build())
                      .with("docs", status.docs())));
      case "/metrics" -> Reply.of(200, "text/plain; version=0.0.4; charset=utf-8", metrics(status));
      default -> notFound(request.path());
    };
  }

  private Reply notFound(String path) {
    OrbException why = OrbException.failed("There is no such page here; the search page is /");
    return failed(path, 404, null, "Not found", why);
  }

  private static Reply unchanging(String type, String body) {
    return new Reply(200, type, body, "Cache-Control", UNCHANGING);
  }

  private String metrics(SearchService.IndexStatus status) {
    Map<String, Number> gauges = new TreeMap<>();
    gauges.put("orbweaver_queue_length", http.waiting());
    gauges.put("orbweaver_searching", http.working());
    gauges.put("orbweaver_index_docs", status.docs());
    gauges.put("orbweaver_index_info{build=\"" + status.build() + "\"}", 1);
    return metrics.text(gauges);
  }

  private Reply asked(Request request, String path) {
    boolean isApi = path.startsWith(HttpService.API);
    String query = "";
    try {
      Map<String, List<String>> values = isApi ? request.values() : request.typedValues();
      Map<String, String> parameters = HttpService.first(values);
      if (isApi) {
        known(values.keySet(), PARAMETERS.get(path));
      }
      query = SearchParameters.text(parameters, "q");
      if (path.equals("/api/suggest")) {
        return suggest(query);
      }
      if (path.equals("/click")) {
        return click(parameters, request);
      }
      SearchParameters asked = SearchParameters.of(values, isApi ? "" : request.languages());
      if (asked.isNothing() && !isApi) {
        List<Examples.Example> examples = index.ask(new Home(), Examples::of, any -> true);
        return Reply.of(200, HTML, page.home(index.status(), asked.setting(), examples));
      }
      if (isApi) {
        Feed.Format format = Feed.Format.of(parameters.getOrDefault("format", ""));
        SearchResult result = path.equals("/api/similar") ? similar(asked) : search(asked, false);
        return Reply.of(
            200,
            format.type(),
            format == Feed.Format.JSON
                ? api(fields(result))
                : feed.of(format, request.origin(), index.status(), asked, result));
      }
      String body =
          asked.similar().isEmpty()
              ? searched(asked)
              : page.similar(index.status(), asked, exampleTitle(asked), similar(asked));
      return new Reply(200, HTML, body, BY_LANGUAGE);
    } catch (OrbException e) {
      boolean isFault = e.exitCode() == ExitCode.USAGE;
      String heading = isFault ? "The query cannot be read" : "Not found";
      return failed(path, isFault ? 400 : 404, query, heading, e);
    } catch (IOException | RuntimeException | StackOverflowError | AssertionError e) {
      // Errors, too: Lucene throws them for a damaged index, and callers of the API expect JSON.
      LOG.error("cannot answer {}?{}", path, request.queryString(), e);
      OrbException said = OrbException.failed("the search failed; the server's log says why");
      return failed(path, 500, query, "Something went wrong", said);
    }
  }

  private static void known(Set<String> names, Set<String> known) {
    for (String name : names) {
      if (!known.contains(name)) {
        throw OrbException.usage(
            "unknown parameter '"
                + SearchPage.cut(name, 100)
                + "'"
                + Similar.hint(SearchPage.cut(name, 100), known)
                + " (parameters: "
                + String.join(" ", new TreeSet<>(known))
                + ")");
      }
    }
  }

  /** The page of results; those of the text as it can be read if it is no query. */
  private String searched(SearchParameters asked) throws IOException {
    try {
      return page.results(index.status(), asked, asked, List.of(), search(asked, true));
    } catch (OrbException e) {
      QueryParser.Mended mended = mended(asked.query()).orElseThrow(() -> e);
      SearchParameters read = asked.readAs(mended.query());
      return page.results(index.status(), asked, read, mended.faults(), search(read, true));
    }
  }

  /** A query like the text that the index can read; empty if there is none. */
  private Optional<QueryParser.Mended> mended(String query) throws IOException {
    // A name with a colon is a field if the index has it, else a word.
    for (Set<String> fields : Arrays.<Set<String>>asList(null, Set.of())) {
      Optional<QueryParser.Mended> mended = QueryParser.mended(query, fields);
      if (mended.isPresent()) {
        try {
          SearchRequest request = SearchRequest.of(mended.get().query(), 1);
          SearchResult unused = index.ask(request, service -> service.search(request), r -> true);
          return mended;
        } catch (OrbException e) {
          LOG.debug("cannot be read either: {}", mended, e);
        }
      }
    }
    return Optional.empty();
  }

  private SearchResult search(SearchParameters asked, boolean isPage) throws IOException {
    boolean counted = isPage && index.status().docs() <= MAX_COUNTED;
    SearchResult result = search(asked.request(counted), asked);
    return counted || asked.facets() ? result.withFacets(facets(asked, result)) : result;
  }

  private SearchResult search(SearchRequest request, SearchParameters asked) throws IOException {
    return index.ask(request, service -> service.search(request), result -> isKept(asked, result));
  }

  /**
   * The facets of a result. Those with a chosen value count the results of a search without it, so
   * that further values of the same facet can be chosen.
   */
  private List<SearchResult.Facet> facets(SearchParameters asked, SearchResult result)
      throws IOException {
    Map<String, SearchResult.Facet> facets = new LinkedHashMap<>();
    SearchParameters read = result.searchedFor().map(asked::asTyped).orElse(asked);
    for (String name : SearchParameters.FACETS) {
      List<SearchResult.Facet> of = result.facets();
      SearchParameters without = read.without(List.of(name));
      if (asked.filters().containsKey(name) && !without.isNothing()) {
        of = search(without.asCount().request(true), without).facets();
      }
      of.stream().filter(f -> f.name().equals(name)).forEach(f -> facets.put(name, f));
    }
    return List.copyOf(facets.values());
  }

  /** The title of the page that others should resemble; empty if it has none. */
  private String exampleTitle(SearchParameters asked) throws IOException {
    if (asked.similar().indexOf('"') >= 0 || !asked.similar().contains("://")) {
      return "";
    }
    SearchRequest page = SearchRequest.of("url:\"" + asked.similar() + '"', 1).asTyped();
    return search(page, asked).hits().stream().map(SearchResult.Hit::title).findFirst().orElse("");
  }

  /** The cache is bounded by the number of answers, so that large ones are not kept. */
  private static boolean isKept(SearchParameters asked, SearchResult result) {
    return result.isComplete() && !asked.explain() && asked.size() <= MAX_KEPT_SIZE;
  }

  private SearchResult similar(SearchParameters asked) throws IOException {
    return index.ask(
        new SimilarTo(asked.similar(), asked.size()),
        service -> service.similar(asked.similar(), asked.size()),
        result -> isKept(asked, result));
  }

  private Reply suggest(String typed) throws IOException {
    SearchService.Completions found =
        index.ask(
            new Typed(typed),
            service -> service.suggest(typed, SUGGESTIONS),
            SearchService.Completions::isComplete);
    List<String> texts = found.suggestions().stream().map(SearchService.Suggestion::text).toList();
    return Reply.of(
        200,
        "application/x-suggestions+json; charset=utf-8",
        Template.undirected(Json.pretty(List.of(typed, texts))));
  }

  /**
   * Logs a click and redirects to the page. Only to pages in the index, and not for links on other
   * sites, which are not trusted and could fill the log.
   */
  private Reply click(Map<String, String> parameters, Request request) throws IOException {
    String url = SearchParameters.text(parameters, "url");
    boolean isOurs = request.site().orElse("same-origin").equals("same-origin");
    if (clicks.isEmpty()
        || !isOurs
        || SearchPage.httpLink(url).isEmpty()
        || !index.ask(new Contained(url), service -> service.contains(url), known -> true)) {
      throw OrbException.failed("this link does not lead to a page of the index");
    }
    int rank = SearchParameters.number(parameters, "rank", 1, 1, 999_999);
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    clicks.get().write(new ClickLog.Click(now, SearchParameters.text(parameters, "q"), rank, url));
    return new Reply(303, PLAIN, "", "Location", url);
  }

  /** An object of the API. */
  private static String api(Fields fields) {
    // They may be in strings alone, where they could disguise a URL.
    return Template.undirected(Json.line(fields));
  }

  private static Fields fields(SearchResult result) {
    return new Fields()
        .with("build", result.build())
        .with("total", result.total())
        .with("totalIsExact", result.totalIsExact())
        .with("isComplete", result.isComplete())
        .with("readAs", result.readAs())
        .with("notes", result.notes())
        .withKnown("correction", result.correction().orElse(null))
        .withKnown("searchedFor", result.searchedFor().orElse(null))
        .with("millis", result.millis())
        .withKnown("curated", result.curated().isEmpty() ? null : result.curated())
        .with("results", result.hits().stream().map(SearchResult.Hit::fields).toList())
        .with("facets", result.facets());
  }

  private Reply failed(String path, int status, String query, String heading, OrbException e) {
    if (!path.startsWith(HttpService.API)) {
      return Reply.of(status, HTML, page.error(index.status(), query, heading, e));
    }
    String readable = null;
    try {
      readable = status == 400 ? mended(query).map(QueryParser.Mended::query).orElse(null) : null;
    } catch (IOException | RuntimeException unreadable) {
      LOG.debug("no other reading of {}", query, unreadable);
    }
    return Reply.of(
        status,
        JSON,
        api(
            new Fields()
                .with("error", e.getMessage())
                .withKnown("details", e.details().isEmpty() ? null : e.details())
                .withKnown("forgiving", readable)));
  }
}
