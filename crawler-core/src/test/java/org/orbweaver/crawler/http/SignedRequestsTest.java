package org.orbweaver.crawler.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.net.URIAuthority;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.signature.PublicKey;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SignatureVerifier;
import org.orbweaver.crawler.signature.SignedMessage;
import org.orbweaver.crawler.signature.SigningKey;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.LoginSite;

class SignedRequestsTest {
  private static final String AGENT = "https://crawler.test";
  private static final SigningKey KEY = SigningKey.generate(Instant.EPOCH, PublicKey.FOREVER);

  @TempDir Path tmp;

  private static HttpSettings settings() {
    RequestSigner signer =
        new RequestSigner(List.of(KEY), AGENT, Duration.ofMinutes(5), false, Clock.systemUTC());
    return TestFetchers.settings(5_000, 20_000).signedBy(signer::headers);
  }

  private static SignatureVerifier.Verdict verdict(String host, List<Header> headers) {
    return new SignatureVerifier(agent -> Optional.of(List.of(KEY.shown())))
        .verify(
            SignedMessage.request("GET", URI.create("https://" + host + "/"), headers),
            Instant.now());
  }

  /** Notes the headers of requests; answers 403, or breaks the connection of some. */
  private HttpsServer server(Queue<List<Header>> seen, Set<Integer> broken) throws Exception {
    HttpsServer server =
        HttpsServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(LoginSite.tls(LoginSite.keys(tmp.resolve("tls.p12"), "a.test"))));
    AtomicInteger requests = new AtomicInteger();
    server.createContext(
        "/",
        exchange -> {
          List<Header> headers = new ArrayList<>();
          exchange
              .getRequestHeaders()
              .forEach((name, all) -> all.forEach(value -> headers.add(new Header(name, value))));
          seen.add(headers);
          if (broken.contains(requests.incrementAndGet())) {
            exchange.close();
            return;
          }
          // The connection is kept if both streams are used to their ends.
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(403, 1);
          exchange.getResponseBody().write('x');
          exchange.getResponseBody().close();
        });
    server.start();
    return server;
  }

  private static List<String> signatures(List<Header> headers) {
    return headers.stream()
        .map(header -> header.name().toLowerCase(Locale.ROOT))
        .filter(name -> name.startsWith("signature"))
        .sorted()
        .toList();
  }

  @Test
  void aRequestThatFailsWasSignedAndItsRepetitionIsSignedAnewOrNot() throws Exception {
    Queue<List<Header>> seen = new ConcurrentLinkedQueue<>();
    HttpsServer server = server(seen, Set.of(2, 4));
    AtomicInteger asked = new AtomicInteger();
    List<Header> signature =
        List.of(new Header("Signature-Agent", "a"), new Header("Signature", "b"));
    HttpSettings settings =
        TestFetchers.settings(5_000, 20_000)
            .signedBy(url -> asked.incrementAndGet() == 3 ? List.of() : signature);
    String url = "https://a.test:" + server.getAddress().getPort() + "/";
    try (HttpFetcher fetcher = TestFetchers.fetcher(settings)) {
      assertTrue(fetcher.fetch(FetchRequest.get(url)).transfer().isSigned());
      Thread.sleep(ClientBuilder.KEPT_MILLIS + 100L);
      // The kept connection breaks, and the key has ended when the request is repeated.
      assertFalse(fetcher.fetch(FetchRequest.get(url)).transfer().isSigned());
      List<String> both = List.of("signature", "signature-agent");
      assertEquals(
          List.of(both, both, List.of()),
          seen.stream().map(SignedRequestsTest::signatures).toList());
    }
    try (HttpFetcher fetcher = TestFetchers.fetcher(settings)) {
      FetchRequest request = FetchRequest.get(url);
      IOException failure = assertThrows(IOException.class, () -> fetcher.fetch(request));
      assertTrue(FailureKind.isSigned(failure), failure.toString());
      assertEquals(FailureKind.TRUNCATED, FailureKind.of(failure));
    } finally {
      server.stop(0);
    }
    try (HttpFetcher fetcher = TestFetchers.fetcher(TestFetchers.settings(5_000, 20_000))) {
      FetchRequest request = FetchRequest.get(url);
      IOException failure = assertThrows(IOException.class, () -> fetcher.fetch(request));
      assertFalse(FailureKind.isSigned(failure), failure.toString());
    }
  }

  @Test
  void theAuthorityIsTheHostThatIsSentAndOthersHeadersDoNotDisturb() throws Exception {
    Queue<List<Header>> seen = new ConcurrentLinkedQueue<>();
    HttpsServer server = server(seen, Set.of());
    Set<String> names = ConcurrentHashMap.newKeySet();
    NameResolver resolver =
        name -> {
          names.add(name);
          return TestFetchers.names(name);
        };
    try (HttpFetcher fetcher = new HttpFetcher(settings(), resolver, TestFetchers.LOOPBACK)) {
      String port = ":" + server.getAddress().getPort();
      RequestSession session =
          new RequestSession(
              List.of(new Header("Signature", "x=:AAAA:"), new Header("X-Key", "y")), null, false);
      for (String host : List.of("a.test", "A.Test", "b.test", "xn--bcher-kva.test")) {
        FetchRequest request = FetchRequest.get("https://" + host + port + "/").in(session);
        assertTrue(fetcher.fetch(request).transfer().isSigned());
        List<Header> headers = seen.remove();
        String sent =
            headers.stream()
                .filter(header -> header.name().equals("Host"))
                .findFirst()
                .orElseThrow()
                .value();
        SignatureVerifier.Verdict verdict = verdict(sent, headers);
        assertEquals(SignatureVerifier.Outcome.VERIFIED, verdict.outcome(), verdict.reason());
        assertTrue(headers.stream().anyMatch(header -> header.value().equals("y")));
      }
      assertTrue(names.contains("xn--bcher-kva.test"), names.toString());
    } finally {
      server.stop(0);
    }
  }

  @Test
  void overHttpNothingIsSigned() throws Exception {
    try (FakeWeb web = FakeWeb.start();
        HttpFetcher fetcher = TestFetchers.fetcher(settings())) {
      web.page("a.test", "/", "<p>x");
      FetchedPage page = fetcher.fetch(FetchRequest.get(web.url("a.test", "/")));
      assertFalse(page.transfer().isSigned());
      assertEquals(Optional.empty(), web.requests().get(0).header("signature-agent"));
      assertEquals(Optional.empty(), web.requests().get(0).header("signature"));
    }
  }

  /** The HTTP client writes the Host header from this. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.test/",
        "https://a.test:443/",
        "https://a.test.:8443/",
        "https://u:p@A.test/",
        "https://[2001:DB8::1]/",
        "https://[2001:db8::1]:8443/x?y",
        "https://192.0.2.1:8443/",
        "https://under_score.test:8443/",
        "https://xn--bcher-kva.test/"
      })
  void theAuthorityIsThatOfTheHttpClient(String url) throws Exception {
    URIAuthority host = URIAuthority.create(URI.create(url).getRawAuthority());
    String sent = new URIAuthority(host.getHostName(), host.getPort()).toString();
    RequestSigner signer =
        new RequestSigner(List.of(KEY), AGENT, Duration.ofMinutes(5), false, Clock.systemUTC());
    SignatureVerifier.Verdict verdict = verdict(sent, signer.headers(URI.create(url)));
    assertEquals(SignatureVerifier.Outcome.VERIFIED, verdict.outcome(), sent + verdict.reason());
  }
}
