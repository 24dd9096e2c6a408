package org.orbweaver.index.meta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.Snippet;

class MetaSearchTest {
  @TempDir private Path folder;
  private HttpServer server;
  private final List<String> asked = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(String path, int status, String text) {
    server.createContext(
        path,
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private OpenSearchPeer peer(String type, String template) throws IOException {
    String origin = "http://127.0.0.1:" + server.getAddress().getPort();
    Path file = folder.resolve("description.xml");
    Files.writeString(
        file,
        "<OpenSearchDescription xmlns='http://a9.com/-/spec/opensearch/1.1/'>"
            + "<Url type='text/html' template='http://other.example/'/>"
            + "<Url type='application/json' rel='suggestions' template='http://other.example/'/>"
            + ("<Url type='" + type + "' template='" + origin + template + "'/>")
            + "</OpenSearchDescription>");
    return new OpenSearchPeer(file.toString());
  }

  private static SearchResult found(String... urls) {
    List<SearchResult.Hit> hits = new ArrayList<>();
    for (String url : urls) {
      int rank = hits.size() + 1;
      hits.add(
          new SearchResult.Hit(
              rank,
              url,
              "t",
              List.of(),
              Snippet.EMPTY,
              9,
              8,
              1,
              0,
              "",
              "",
              0,
              false,
              "",
              0,
              "",
              Map.of()));
    }
    return new SearchResult(
        "b",
        List.of(),
        hits,
        7,
        true,
        true,
        "q",
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        1);
  }

  private static SearchResult counted(SearchResult.Facet... facets) {
    SearchResult found = found("http://a/");
    return new SearchResult(
        "b",
        List.of(),
        found.hits(),
        1,
        true,
        true,
        "",
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(facets),
        1);
  }

  private static SearchResult.FacetValue value(String value, long count, String filter) {
    return new SearchResult.FacetValue(value, count, filter);
  }

  @Test
  void countsOfFacetsAddUp() throws IOException {
    SearchResult.Facet years =
        new SearchResult.Facet("year", List.of(value("2020", 2, "date:2020")));
    SearchResult.Facet hosts =
        new SearchResult.Facet(
            "host", List.of(value("a.org", 5, "host:a.org"), value("b.org", 4, "host:b.org")));
    SearchResult.Facet others =
        new SearchResult.Facet(
            "host", List.of(value("b.org", 3, "host:b.org"), value("c.org", 1, "host:c.org")));
    Map<String, MetaSearch.SearchSource> sources = new LinkedHashMap<>();
    sources.put("one", request -> request.facets() ? counted(hosts, years) : counted());
    sources.put("two", request -> request.facets() ? counted(others) : counted());
    sources.put("a peer without", request -> found("http://a/"));
    MetaSearch meta = new MetaSearch(sources);
    assertEquals(
        List.of(
            new SearchResult.Facet(
                "host",
                List.of(
                    value("b.org", 7, "host:b.org"),
                    value("a.org", 5, "host:a.org"),
                    value("c.org", 1, "host:c.org"))),
            years),
        meta.search(new SearchRequest("q", 0, 10, false, true, true)).facets());
    assertEquals(List.of(), meta.search(SearchRequest.of("q", 10)).facets());
  }

  private static List<String> urls(SearchResult result) {
    return result.hits().stream().map(SearchResult.Hit::url).toList();
  }

  @Test
  void mergesByReciprocalRank() throws IOException {
    Map<String, MetaSearch.SearchSource> sources = new LinkedHashMap<>();
    sources.put("one", request -> found("http://a/", "http://b/", "http://c/"));
    sources.put("two", request -> found("http://d/", "http://c/#x"));
    sources.put(
        "three",
        request -> {
          throw new IOException("no route");
        });
    MetaSearch meta = new MetaSearch(sources);
    SearchResult all = meta.search(SearchRequest.of("q", 10));
    assertEquals(List.of("http://c/#x", "http://a/", "http://d/", "http://b/"), urls(all));
    assertEquals(1f / 63 + 1f / 62, all.hits().get(0).score(), 1e-6);
    assertEquals("3 in one, 2 in two", all.hits().get(0).explanation());
    assertEquals(List.of("three failed: no route"), all.notes());
    assertEquals(7, all.total());
    SearchResult second = meta.search(new SearchRequest("q", 1, 2, false, false, false));
    assertEquals(all.hits().subList(1, 3), second.hits());

    OrbException none =
        assertThrows(
            OrbException.class,
            () ->
                new MetaSearch(Map.of("three", sources.get("three")))
                    .search(SearchRequest.of("q", 1)));
    assertTrue(none.getMessage().contains("no route"), none.getMessage());
    sources.put(
        "four",
        request -> {
          throw new ConnectException();
        });
    assertTrue(
        new MetaSearch(sources)
            .search(SearchRequest.of("q", 1))
            .notes()
            .contains("four failed: cannot connect"));
    sources.put(
        "five",
        request -> {
          throw OrbException.usage("bad query");
        });
    OrbException wrong =
        assertThrows(
            OrbException.class, () -> new MetaSearch(sources).search(SearchRequest.of("q", 1)));
    assertEquals("bad query", wrong.getMessage());
  }

  @Test
  void pageThatASourceListsTwiceCountsOnce() throws IOException {
    Map<String, MetaSearch.SearchSource> sources = new LinkedHashMap<>();
    sources.put("one", request -> found("http://a/", "http://b/", "http://b/#x", "http://b/#y"));
    SearchResult result = new MetaSearch(sources).search(SearchRequest.of("q", 10));
    assertEquals(List.of("http://a/", "http://b/"), urls(result));
    assertEquals("2 in one", result.hits().get(1).explanation());
  }

  @Test
  void totalIsExactWhereAllIsListed() throws IOException {
    String[] seven = {"http://a/", "http://b/", "http://c/", "d:", "e:", "f:", "g:"};
    Map<String, MetaSearch.SearchSource> sources = new LinkedHashMap<>();
    sources.put("one", request -> found(seven));
    sources.put("two", request -> found("h:", "http://b/", "http://c/", "d:", "e:", "f:", "g:"));
    SearchResult all = new MetaSearch(sources).search(SearchRequest.of("q", 10));
    assertEquals("8 true", all.total() + " " + all.totalIsExact());
    sources.put("three", request -> found("http://a/"));
    SearchResult some = new MetaSearch(sources).search(SearchRequest.of("q", 10));
    assertEquals("8 false", some.total() + " " + some.totalIsExact());
  }

  @Test
  void readsFeedsAndJson() throws IOException {
    answer(
        "/atom",
        200,
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>no</title>"
            + "<entry><title>One &lt;b>two&lt;/b></title><link rel='self' href='http://x/'/>"
            + "<source><link href='http://x/'/><title>Other</title></source>"
            + "<link href='http://a.example/'/><summary>said</summary></entry>"
            + "<entry><title>Bad</title><link href='javascript:alert(1)'/></entry></feed>");
    answer(
        "/rss",
        200,
        "<rss><channel><link>http://no/</link><item><title>R</title>"
            + "<link>http://r.example/</link><description>d</description></item></channel></rss>");
    answer(
        "/json",
        200,
        "{\"results\":[{\"url\":\"http://j.example/\",\"title\":\"J\"},{\"url\":\"file:///x\"},4]}");
    SearchRequest request = SearchRequest.of("a b&c", 5);
    SearchResult.Hit atom =
        peer("application/atom+xml", "/atom?q={searchTerms}&amp;n={count?}&amp;x={other?}")
            .search(request)
            .hits()
            .get(0);
    assertEquals(
        "http://a.example/ One two said",
        atom.url() + " " + atom.title() + " " + atom.snippet().text());
    assertEquals(List.of("/atom?q=a+b%26c&n=5&x="), asked);
    assertEquals(
        List.of("http://r.example/"), urls(peer("application/rss+xml", "/rss").search(request)));
    assertEquals(
        List.of("http://j.example/"), urls(peer("application/json", "/json").search(request)));
  }

  @Test
  void refusesWhatItCannotTrust() throws IOException {
    answer("/bomb", 200, "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>");
    answer("/deep", 200, "<feed><entry><title>" + "<x>".repeat(900_000));
    answer("/long", 200, " ".repeat((4 << 20) + 1));
    answer("/gone", 410, "");
    String[][] cases = {
      {"application/atom+xml", "/bomb", "neither JSON nor XML"},
      {"application/atom+xml", "/deep", "maxElementDepth"},
      {"application/atom+xml", "/long", "more than 4194304 bytes"},
      {"application/atom+xml", "/gone", "status 410"},
      {"application/atom+xml", "/x?{needed}", "the template asks for {needed}"},
      {"text/html", "/x", "the description has no Url of type"},
    };
    for (String[] wrong : cases) {
      OpenSearchPeer peer = peer(wrong[0], wrong[1]);
      OrbException e =
          assertThrows(OrbException.class, () -> peer.search(SearchRequest.of("q", 1)), wrong[1]);
      assertTrue(e.getMessage().contains(wrong[2]), e.getMessage());
    }
  }

  /** A source that knows only the word that was meant. */
  private static SearchResult spelling(SearchRequest request, String correction) {
    assertFalse(request.respell(), "sources must not answer different queries");
    return request.query().equals("meant")
        ? found("http://a/")
        : new SearchResult(
            "b",
            List.of(),
            List.of(),
            0,
            true,
            true,
            request.query(),
            List.of(),
            Optional.of(correction),
            Optional.empty(),
            List.of(),
            1);
  }

  @Test
  void theCorrectionIsSearchedInAllSourcesWhereNoneFindsAnything() throws IOException {
    MetaSearch meta =
        new MetaSearch(
            Map.of("one", r -> spelling(r, "meant"), "other", r -> spelling(r, "meant")));
    SearchResult result = meta.search(SearchRequest.of("maent", 10));
    assertEquals(Optional.of("meant"), result.searchedFor());
    assertEquals(Optional.empty(), result.correction());
    assertEquals(1, result.hits().size());
    SearchResult typed = meta.search(SearchRequest.of("maent", 10).asTyped());
    assertEquals(Optional.of("meant"), typed.correction());
    assertEquals(List.of(), typed.hits());
    MetaSearch found =
        new MetaSearch(Map.of("one", r -> spelling(r, "meant"), "other", r -> found("http://b/")));
    SearchResult some = found.search(SearchRequest.of("maent", 10));
    assertEquals(Optional.of("meant"), some.correction());
    assertEquals(Optional.empty(), some.searchedFor());
  }
}
