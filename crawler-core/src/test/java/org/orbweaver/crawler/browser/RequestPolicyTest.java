package org.orbweaver.crawler.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.browser.RequestPolicy.Decision;
import org.orbweaver.crawler.browser.ResourceRequest.Kind;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage.Header;

class RequestPolicyTest {
  private static final String URL = "https://api.example.org/graphql";
  private static final String QUERY = "{\"query\":\"{ boats }\"}";
  private static final String MUTATION = "{\"query\":\"mutation { visit }\"}";
  private static final Map<String, Object> JSON = Map.of("Content-Type", "application/json");

  private static Decision decide(
      String type, String method, Map<String, Object> headers, String body, PostMode post) {
    return RequestPolicy.decide(type, method, URL, headers, body, "example.com", post);
  }

  @ParameterizedTest
  @CsvSource({"NEVER, false, false", "QUERIES, true, false", "ALWAYS, true, true"})
  void postsAreMadeByMode(PostMode post, boolean queries, boolean others) {
    for (String type : List.of("XHR", "Fetch")) {
      assertEquals(queries, decide(type, "POST", JSON, QUERY, post) instanceof Decision.Load, type);
      for (String body : List.of(MUTATION, "a=b", "")) {
        assertEquals(others, decide(type, "POST", JSON, body, post) instanceof Decision.Load, body);
      }
      for (String other :
          List.of(
              "text/plain;charset=UTF-8",
              "application/json-rpc",
              "application/json; charset=utf-7",
              "")) {
        Map<String, Object> headers = Map.of("Content-Type", other);
        assertEquals(
            others, decide(type, "POST", headers, QUERY, post) instanceof Decision.Load, other);
      }
      Map<String, Object> utf = Map.of("content-type", "application/json; charset=UTF-8");
      assertEquals(queries, decide(type, "POST", utf, QUERY, post) instanceof Decision.Load);
      assertInstanceOf(Decision.Off.class, decide(type, "POST", JSON, null, post), "a file");
      assertInstanceOf(Decision.Off.class, decide(type, "PUT", JSON, QUERY, post));
      assertInstanceOf(Decision.Off.class, decide(type, "OPTIONS", JSON, "", post));
    }
    assertInstanceOf(Decision.Off.class, decide("Document", "POST", JSON, QUERY, post), "a form");
    assertInstanceOf(Decision.Off.class, decide("Ping", "POST", JSON, QUERY, post), "a beacon");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-HTTP-Method-Override",
        "x-http-method",
        "X_Method_Override",
        "X-Original-URL",
        "X-Rewrite-URL"
      })
  void aHeaderThatNamesAnotherMethodIsRefused(String name) {
    Map<String, Object> headers = Map.of("Content-Type", "application/json", name, "DELETE");
    for (String method : List.of("GET", "POST")) {
      Decision.Off off =
          assertInstanceOf(
              Decision.Off.class, decide("Fetch", method, headers, QUERY, PostMode.ALWAYS));
      assertTrue(off.why().contains(name), off.why());
    }
  }

  @Test
  void whatWouldBeCutIsRefused() {
    Map<String, Object> many = new TreeMap<>(JSON);
    for (int i = 0; i < 30; i++) {
      many.put("X-" + i, "1");
    }
    Map<String, Object> lengthy = new TreeMap<>(JSON);
    lengthy.put("X-Long", "x".repeat(1025));
    for (Map<String, Object> headers : List.of(many, lengthy)) {
      for (String method : List.of("GET", "POST")) {
        Decision decision = decide("Fetch", method, headers, QUERY, PostMode.ALWAYS);
        assertInstanceOf(Decision.Off.class, decision);
      }
    }
    Map<String, Object> referer = new TreeMap<>(JSON);
    referer.put("Referer", "https://example.com/" + "x".repeat(2000));
    assertInstanceOf(Decision.Load.class, decide("Script", "GET", referer, null, PostMode.NEVER));
    String long64 = "{\"query\":\"{ a } #" + "x".repeat(1 << 16) + "\"}";
    assertInstanceOf(Decision.Off.class, decide("Fetch", "POST", JSON, long64, PostMode.QUERIES));
  }

  @Test
  void preflightsAreGrantedForWhatMayBeMade() {
    Map<String, Object> asked =
        Map.of(
            "Origin", "https://example.com",
            "Access-Control-Request-Method", "POST",
            "Access-Control-Request-Headers", "content-type,x-api-key");
    Decision.Granted granted =
        assertInstanceOf(
            Decision.Granted.class, decide("XHR", "OPTIONS", asked, "", PostMode.QUERIES));
    assertTrue(
        granted
            .headers()
            .containsAll(
                List.of(
                    new Header("Access-Control-Allow-Origin", "https://example.com"),
                    new Header("Access-Control-Allow-Methods", "POST"),
                    new Header("Access-Control-Allow-Headers", "content-type,x-api-key"))),
        granted.headers()::toString);
    Map<String, Object> deletes =
        Map.of("Origin", "https://example.com", "Access-Control-Request-Method", "DELETE");
    assertInstanceOf(Decision.Off.class, decide("XHR", "OPTIONS", deletes, "", PostMode.ALWAYS));
  }

  @Test
  void scriptsCannotSpeakInTheCrawlersName() {
    List<Header> sent =
        RequestPolicy.sent(
            Map.of(
                "X-Api-Key", "k1",
                "Authorization", "Bearer public",
                "User-Agent", "another",
                "From", "another@example.com",
                "Signature_Input", "sig1=()",
                "Signature-Input", "sig1=()",
                "X-Forwarded-For", "127.0.0.1",
                "traceparent", "00-1-2-01",
                "Sec-Fetch-Mode", "cors",
                "Range", "bytes=0-1"));
    assertEquals(
        List.of("Authorization", "X-Api-Key"), sent.stream().map(Header::name).sorted().toList());
  }

  @Test
  void aKeyNamesAllThatDecidesOnTheAnswer() {
    List<Header> usual = List.of(new Header("Accept", "*/*"), new Header("Referer", "https://a/"));
    ResourceRequest plain = new ResourceRequest("https://a/", URL, Kind.DATA, usual, null);
    assertEquals(URL, plain.key());
    assertEquals(
        URL,
        new ResourceRequest(
                "https://b/", URL, Kind.FRAME, List.of(new Header("Accept", "text/html")), null)
            .key());
    List<String> others =
        List.of(
            new ResourceRequest("https://a/", URL, Kind.DATA, usual, QUERY).key(),
            new ResourceRequest("https://a/", URL, Kind.DATA, usual, MUTATION).key(),
            new ResourceRequest(
                    "https://a/", URL, Kind.DATA, List.of(new Header("X-Api-Key", "k1")), null)
                .key(),
            new ResourceRequest(
                    "https://a/", URL, Kind.DATA, List.of(new Header("Accept", "text/html")), null)
                .key());
    assertEquals(4, others.stream().distinct().count(), others.toString());
    others.forEach(key -> assertNotEquals(URL, key));
    FetchRequest made =
        new ResourceRequest("https://a/", URL, Kind.DATA, usual, QUERY)
            .of(FetchRequest.get(others.get(0)));
    assertEquals(URL, made.url());
    assertEquals(FetchRequest.Method.POST, made.method());
    assertEquals(QUERY, made.body());
  }
}
