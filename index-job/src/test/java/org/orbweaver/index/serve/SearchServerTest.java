package org.orbweaver.index.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.conf.IndexKeys;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** A server's answers, and its rules on who gets them. */
class SearchServerTest extends SearchServerBed {
  @ParameterizedTest
  @CsvSource({
    "/,                                      200, Search 2 pages",
    "/?q=word,                               200, 2 results",
    "/?q=bad,                                400, ^",
    "/?q=broken,                             500, the server's log says why",
    "/?q=deep,                               500, the server's log says why",
    "/api/search?q=deep,                     500, '{\"error\":\"the search failed'",
    "/?q=a&from=-1,                          400, must be a whole number",
    "/?q=a&size=101,                         400, must be a whole number from 1 to 100",
    "/api/search?q=word&rm3=2,               400, rm3 must be a whole number from 0 to 1",
    "/?similar=http://nowhere.example/,      404, is not in the index",
    "/api/search?q=word,                     200, '\"rank\":1'",
    "/api/search?q=bad,                      400, '\"details\":[\"bad\",\"^\"]'",
    "/api/similar?url=http://nowhere.example,404, '{\"error\":\"http://nowhere.example is not'",
    "/api/suggest?q=word,                    200, word",
    "/click?url=http://example.org/,         404, does not lead to a page of the index",
    "/opensearch.xml,                        200, ?q={searchTerms}",
    "/health,                                200, '{\"ready\":true,\"build\":\"1\",\"docs\":2}'",
    "/metrics,                               200, orbweaver_index_docs 2",
    "/style.css,                             200, prefers-color-scheme",
    "/nothing,                               404, no such page",
    "/?q=50%25zz,                            200, 2 results",
    "/?q=%FF%E9a,                            200, 2 results",
    "/?q=word&utm_source=x,                  200, 2 results",
    "/?host=a&year=2019,                     200, All pages – tést",
    "/?host=%22,                             400, host cannot be",
    "/?host=1&host=2&host=3&host=4&host=5&host=6&host=7&host=8&host=9, 400, at most 8 values",
    "/?q=%22bad+thing,                       200, This is not quite a query",
    "/api/v1/search?q=word,                  200, '\"dateIsStated\":false'",
    "/api/v1/search?q=%22word,               400, '\"forgiving\":\"word\"'",
    "/api/v1/search?q=%FF,                   400, not percent-encoded UTF-8",
    "/api/v1/search?q=word&sise=3,           400, did you mean size?",
    "/api/v1/suggest?q=word&from=3,          400, (parameters: q)",
    "/api/v1/search?q=word&format=atomm,     400, did you mean atom?",
    "/api/v1/suggest?q=word,                 200, word",
    "/api/v2/search?q=word,                  404, '{\"error\":\"There is no such page here'",
  })
  void everyAnswerHasItsStatusAndIsGuarded(String path, int status, String holds) throws Exception {
    start(Optional.empty());
    HttpResponse<String> answer = get(path);
    assertEquals(status, answer.statusCode(), answer.body());
    String body = answer.body().replace("&#39;", "'");
    assertTrue(body.contains(holds), body);
    assertFalse(body.contains("secret of the machine"), body);
    Map<String, List<String>> headers = answer.headers().map();
    HttpService.SECURITY_HEADERS.forEach(
        (name, value) ->
            assertEquals(
                List.of(value), headers.get(name.toLowerCase(java.util.Locale.ROOT)), name));
    if (path.matches("/api/(v./)?s[ei].*") || path.equals("/health")) {
      Json.parse(answer.body());
    }
  }

  @Test
  void errorsOfTheApiAreJsonWhateverTheirCause() throws Exception {
    start(Optional.empty());
    String host = " HTTP/1.1\r\nHost: localhost\r\n";
    for (String request :
        List.of(
            "POST /api/v1/search?q=a" + host,
            "GET /api/v1/search?q=a HTTP/1.1\r\nHost: evil.example\r\n",
            "GET /api/v1/nothing" + host,
            "GET /api/v1/search?q=a" + host + "Content-Length: 9999\r\n\r\n" + "x".repeat(9999),
            "GET /api/search?q=a" + host + "Sec-Fetch-Site: cross-site\r\n")) {
      String answer = raw(request);
      assertTrue(answer.contains("\r\nContent-Type: application/json"), answer);
      String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
      assertTrue(Json.parse(body).get("error") instanceof String, answer);
    }
  }

  @Test
  void onlyTheSitesNamedMayReadTheApi() throws Exception {
    IndexKeys.SERVE_CORS_ORIGINS.set(conf, List.of("https://friend.example"));
    start(Optional.empty());
    String head =
        " HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\nOrigin: ";
    String friend = raw("GET /api/v1/search?q=a" + head + "https://friend.example\r\n");
    assertTrue(friend.startsWith("HTTP/1.1 200 "), friend);
    assertTrue(friend.contains("llow-Origin: https://friend.example\r\n"), friend);
    assertTrue(friend.contains("Vary: Origin\r\n"), friend);
    String asking = raw("OPTIONS /api/v1/search" + head + "https://friend.example\r\n");
    assertTrue(asking.startsWith("HTTP/1.1 204 ") && asking.contains("GET, HEAD"), asking);
    for (String other : List.of("https://friend.example.evil", "http://friend.example", "null")) {
      String refused = raw("GET /api/v1/search?q=a" + head + other + "\r\n");
      assertTrue(refused.startsWith("HTTP/1.1 403 ") && !refused.contains("llow-origin"), refused);
    }
    String page = raw("GET /?q=a" + head + "https://friend.example\r\n");
    assertTrue(page.startsWith("HTTP/1.1 403 "), "the page is not of the API: " + page);
  }

  @Test
  void feedsAreWellFormedAndHoldPagesOfTheWebAlone() throws Exception {
    start(Optional.empty());
    for (String format : List.of("atom", "rss")) {
      HttpResponse<String> feed =
          get("/api/v1/search?format=" + format + "&q=%3Cq%3E%26%E2%80%AE&from=10");
      assertEquals(
          "application/" + format + "+xml; charset=utf-8",
          feed.headers().firstValue("Content-Type").orElse(""));
      Document read =
          DocumentBuilderFactory.newDefaultInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(feed.body())));
      assertEquals(
          1, read.getElementsByTagName(format.equals("rss") ? "item" : "entry").getLength());
      assertEquals(
          "11", read.getElementsByTagName("opensearch:startIndex").item(0).getTextContent());
      assertTrue(feed.body().contains("http://example.org/a?b=&lt;c&gt;"), feed.body());
      assertFalse(
          feed.body().contains("javascript") || feed.body().contains("\u202e"), feed.body());
      String summary = format.equals("rss") ? "&amp;lt;img src=x&amp;gt;" : "&lt;img src=x&gt;";
      assertTrue(feed.body().contains(summary + " word"), feed.body());
    }
    assertTrue(get("/?q=word").body().contains("application/atom+xml\" title="));
    String similar = "/api/v1/similar?url=" + SearchParameters.encode(URL) + "&format=atom";
    String self = "href=\"http://127.0.0.1:" + server.port() + similar.replace("&", "&amp;") + "\"";
    assertTrue(get(similar).body().contains(self), get(similar).body());
  }

  @Test
  void filtersAreKeptAndRemovedOneByOne() throws Exception {
    start(Optional.empty());
    String page = get("/?q=word&host=%3Cs%3E&lang=de&lang=en&from=10").body();
    assertEquals("word (host:\"<s>\") (lang:de OR lang:en)", opened.queries.get(0));
    assertTrue(
        opened.queries.containsAll(List.of("word (lang:de OR lang:en)", "word (host:\"<s>\")")),
        "each facet is counted without its own: " + opened.queries);
    String without = "href=\"/?q=word&amp;lang=de&amp;lang=en\"";
    assertTrue(page.contains(without + " aria-current=\"true\""), page);
    String german = "href=\"/?q=word&amp;host=%3Cs%3E&amp;lang=en\"";
    assertTrue(page.contains(german + "><span class=\"hidden\">Remove filter: "), page);
    assertTrue(page.contains("Language: <bdi>German</bdi>"), page);
    assertTrue(page.contains("<input type=\"hidden\" name=\"lang\" value=\"de\">"), page);
    assertTrue(page.contains("<a href=\"/?q=word\">Remove all</a>"), page);
    assertEquals(200, get("/?q=word+OR&host=a").statusCode());
    assertTrue(opened.queries.contains("word (host:a)"), "OR takes no filter: " + opened.queries);
  }

  @Test
  void directionMarksAreRemovedFromTheApi() throws Exception {
    url = "http://example.org/\u202egpj.exe";
    start(Optional.empty());
    String json = get("/api/v1/search?q=w%E2%80%AEord").body();
    assertTrue(json.contains("http://example.org/gpj.exe\""), json);
    assertTrue(json.contains("\"title\":\"word\""), json);
    assertFalse(get("/api/v1/suggest?q=%E2%81%A6a").body().contains("\u2066"));
  }

  @Test
  void nothingOfAPageIsMarkup() throws Exception {
    start(Optional.empty());
    String page = get("/?q=" + SearchParameters.encode("</title><script>alert(1)</script>")).body();
    assertFalse(page.contains("<script>alert"), page);
    assertFalse(page.contains("<img"), page);
    assertFalse(page.contains("<note>") || page.contains("<i>") || page.contains("<s>"), page);
    assertFalse(page.contains("href=\"javascript"), page);
    assertTrue(page.contains("href=\"http://example.org/a?b=&lt;c&gt;\" rel=\"noreferrer"), page);
    assertTrue(
        page.contains(
            "<a href=\"https://chosen.org/\" rel=\"noreferrer nofollow\">Chosen &lt;u&gt;</a>"),
        page);
    assertTrue(page.contains("<mark>word</mark>"), page);
    String long1 = get("/?q=" + "w".repeat(SearchParameters.MAX_CHARS)).body();
    assertTrue(long1.length() < 5 * SearchParameters.MAX_CHARS + 20_000, "title is cut");
    assertEquals(400, get("/?q=" + "w".repeat(SearchParameters.MAX_CHARS + 1)).statusCode());
  }

  @Test
  void theReadersLanguagesAreOfTheSettingElseOfTheBrowser() throws Exception {
    start(Optional.empty());
    HttpRequest german = request("/?q=a").header("Accept-Language", "de-DE,en;q=.5").build();
    HttpResponse<String> page = client.send(german, HttpResponse.BodyHandlers.ofString());
    assertEquals("Accept-Language", page.headers().firstValue("Vary").orElse(""));
    assertEquals(List.of("de", "en"), opened.languages);
    assertFalse(page.body().contains("name=\"hl\""), page.body());
    String set = get("/?q=b&hl=pt-BR").body();
    assertEquals(List.of("pt"), opened.languages);
    assertTrue(set.contains("<input type=\"hidden\" name=\"hl\" value=\"pt-BR\">"), set);
    assertTrue(set.contains("&amp;hl=pt-BR"), "links keep it");
    HttpRequest api = request("/api/search?q=c").header("Accept-Language", "de").build();
    client.send(api, HttpResponse.BodyHandlers.ofString());
    assertEquals(List.of(), opened.languages, "programs say it by hl");
    assertEquals(400, get("/api/search?q=d&hl=de_DE").statusCode());
  }

  @Test
  void otherHostsAndMethodsAreRefused() throws Exception {
    start(Optional.empty());
    HttpRequest post = request("/").POST(HttpRequest.BodyPublishers.ofString("q=a")).build();
    HttpResponse<String> refused = client.send(post, HttpResponse.BodyHandlers.ofString());
    assertEquals(405, refused.statusCode());
    assertEquals("GET, HEAD", refused.headers().firstValue("Allow").orElse(""));
    assertTrue(raw("GET / HTTP/1.1\r\nHost: evil.example\r\n").startsWith("HTTP/1.1 421 "));
    assertTrue(raw("GET / HTTP/1.1\r\nHost: LocalHost:1\r\n").startsWith("HTTP/1.1 200 "));
    String head = raw("HEAD /?q=a HTTP/1.1\r\nHost: localhost\r\n");
    assertTrue(head.startsWith("HTTP/1.1 200 ") && head.endsWith("\r\n\r\n"), head);
    for (String typed : List.of("50%", "%zz", "a|b", "a\\b", "{a}", "%", "gr\u00fcn", "a%ffb")) {
      String page = raw("GET /?q=" + typed + " HTTP/1.1\r\nHost: localhost\r\n");
      assertTrue(page.startsWith("HTTP/1.1 200 "), page);
      String shown = typed.replace("%ff", "\ufffd");
      assertTrue(page.contains("value=\"" + shown + "\""), page);
    }
    assertTrue(raw("NONSENSE\r\n").startsWith("HTTP/1.1 400 "));
  }

  @Test
  void originIsThatOfTheProxy() throws Exception {
    IndexKeys.SERVE_URL.set(conf, "https://Search.example.org/");
    start(Optional.empty());
    for (String host : List.of("localhost", "search.example.org")) {
      String answer = raw("GET /opensearch.xml HTTP/1.1\r\nHost: " + host + "\r\n");
      assertTrue(answer.contains("template=\"https://Search.example.org/?q="), answer);
    }
    assertTrue(raw("GET / HTTP/1.1\r\nHost: other.example.org\r\n").startsWith("HTTP/1.1 421 "));
  }

  @ParameterizedTest
  @CsvSource({
    "cross-site,  no-cors,  image,    403",
    "same-site,   no-cors,  image,    403",
    "cross-site,  cors,     empty,    403",
    "cross-site,  navigate, iframe,   403",
    "cross-site,  navigate, object,   403",
    "cross-site,  navigate, document, 200",
    "same-origin, cors,     empty,    200",
    "none,        navigate, document, 200",
    "none,        no-cors,  empty,    200",
  })
  void otherSitesPagesCostNothing(String site, String mode, String dest, int status)
      throws Exception {
    start(
        Optional.empty(),
        Optional.of(
            new CrawlPages() {
              @Override
              public Optional<CrawlPage> page(String path, Map<String, String> parameters) {
                return Optional.of(new CrawlPage(200, HttpService.PLAIN, path));
              }

              @Override
              public void close() {}
            }));
    String head =
        "HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: %s\r\nSec-Fetch-Mode: %s\r\nSec-Fetch-Dest: %s\r\n"
            .formatted(site, mode, dest);
    for (String path :
        List.of("/?q=a", "/api/search?q=a", "/api/suggest?q=a", "/report", "/report/why?url=a")) {
      String answer = raw("GET " + path + " " + head);
      assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), path + " " + answer);
    }
    assertTrue(raw("GET /health " + head).startsWith("HTTP/1.1 200 "));
  }

  @Test
  void clicksAreNotedAndLeadToPagesOfTheIndexOnly() throws Exception {
    Path log = folder.resolve("clicks.jsonl");
    start(Optional.of(log));
    String link = "/click?url=" + SearchParameters.encode(URL) + "&rank=1&q=word";
    assertTrue(get("/?q=word").body().contains("href=\"" + link.replace("&", "&amp;") + "\""));
    HttpResponse<String> click = get(link);
    assertEquals(303, click.statusCode());
    String longUrl = URL + "d".repeat(SearchParameters.MAX_CHARS);
    url = longUrl;
    assertTrue(get("/?q=other").body().contains("href=\"" + longUrl.replace("<c>", "&lt;c&gt;")));
    assertEquals(URL, click.headers().firstValue("Location").orElse(""));
    HttpRequest foreign = request(link).header("Sec-Fetch-Site", "cross-site").build();
    assertEquals(403, client.send(foreign, HttpResponse.BodyHandlers.discarding()).statusCode());
    foreign =
        request(link)
            .header("Sec-Fetch-Site", "cross-site")
            .header("Sec-Fetch-Mode", "navigate")
            .header("Sec-Fetch-Dest", "document")
            .build();
    assertEquals(404, client.send(foreign, HttpResponse.BodyHandlers.discarding()).statusCode());
    assertEquals(404, get("/click?url=http://evil.example/&rank=1&q=word").statusCode());
    List<String> lines = Files.readAllLines(log);
    assertEquals(1, lines.size());
    ClickLog.Click noted = Json.parse(lines.get(0), ClickLog.Click.class);
    assertEquals(List.of("word", 1, URL), List.of(noted.query(), noted.rank(), noted.url()));
  }

  @Test
  void saysWhatIsSearchedInsteadAndSearchesAsTypedOnRequest() throws Exception {
    start(Optional.empty());
    String page = get("/?q=mistyped+%3Cq%3E&from=10&size=1").body();
    String meant = "href=\"/?q=meant+%3Cq%3E&amp;from=10&amp;size=1&amp;spell=0\">meant &lt;q&gt;<";
    String typed = "href=\"/?q=mistyped+%3Cq%3E&amp;size=1&amp;spell=0\">mistyped &lt;q&gt;<";
    assertTrue(
        page.contains(
            "Showing results for <a " + meant + "/a>. Search instead for <a " + typed + "/a>"),
        page);
    String before = "rel=\"prev\" href=\"/?q=meant+%3Cq%3E&amp;from=9&amp;size=1&amp;spell=0\"";
    assertTrue(page.contains(before), page);
    assertTrue(page.contains("value=\"mistyped &lt;q&gt;\""), page);
    assertFalse(page.contains("Did you mean"), page);
    String asTyped = get("/?q=mistyped+%3Cq%3E&spell=0").body();
    assertTrue(
        asTyped.contains("Did you mean <a href=\"/?q=other+%3Ci%3E&amp;spell=0\">"), asTyped);
    assertFalse(asTyped.contains("Showing results for"), asTyped);
    String json = get("/api/search?q=mistyped+%3Cq%3E").body();
    assertTrue(json.contains("\"searchedFor\":\"meant <q>\""), json);
    assertFalse(json.contains("correction"), json);
    String jsonAsTyped = get("/api/search?q=mistyped+%3Cq%3E&spell=0").body();
    assertTrue(jsonAsTyped.contains("\"correction\":\"other <i>\""), jsonAsTyped);
    assertFalse(jsonAsTyped.contains("searchedFor"), jsonAsTyped);
    assertEquals(400, get("/api/search?q=a&spell=2").statusCode());
  }
}
