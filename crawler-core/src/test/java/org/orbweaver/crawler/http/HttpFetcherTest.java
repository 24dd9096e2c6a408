package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

class HttpFetcherTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody";

  /**
   * A certificate of self.test signed by itself, valid for 100 years: {@code keytool -genkeypair
   * -keyalg EC -groupname secp256r1 -dname CN=self.test -validity 36500 -storetype PKCS12}, with
   * the password "secret".
   */
  private static final String SELF_SIGNED =
      "MIID1gIBAzCCA4AGCSqGSIb3DQEHAaCCA3EEggNtMIIDaTCCASAGCSqGSIb3DQEHAaCCAREEggENMIIB"
          + "CTCCAQUGCyqGSIb3DQEMCgECoIG9MIG6MGYGCSqGSIb3DQEFDTBZMDgGCSqGSIb3DQEFDDArBBQah5hZ"
          + "4Lm7Ep97y1tVhs9q1YPGiAICJxACASAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEELqyd5JIMeN/"
          + "7kNzhjBGeAEEUNGDzHIl9elY8JAiINs1Gpwt79IRSqNeIRuJV1r6jNhwrA7DBkmOagS8Qija9cciY2TX"
          + "xycSGeoPNAIHDrsOSec95wmNcBNuO9LMq4f608vVMTYwEQYJKoZIhvcNAQkUMQQeAgBhMCEGCSqGSIb3"
          + "DQEJFTEUBBJUaW1lIDE3OTUyNjgzNTc1OTcwggJBBgkqhkiG9w0BBwagggIyMIICLgIBADCCAicGCSqG"
          + "SIb3DQEHATBmBgkqhkiG9w0BBQ0wWTA4BgkqhkiG9w0BBQwwKwQUGDB3JcNMG4GOEv/dleFEG7xx+AEC"
          + "AicQAgEgMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBBWJx8LZqQt1UulnMgMf1nAgIIBsDhdhVl+"
          + "sVOAc2QIRMYOn0Ll2g1mnbvdEO41pbMlD4zA4fC8vbkQbN8uguvWQMREJpMC/B0tONJvAcfHvpBJjz++"
          + "nFpVrsWgyuJAkwxJ6vanjF/pcvdP/1QEN95D4bAacqfGD/+eg3e94WeASWr/bemd+ZvGQOoVulVEtk7f"
          + "u1wUORfBGecVCHDXefGFHt9VFE+g9pR0bFUwVcGiDk3qPM5UMTmyHjEuYor7xum+8keFdeq3iefHVn7N"
          + "TVVo3pO2U6Fxb+0ymrfHASxKJ7o1Lm1b5+DPrv9s6HvRe/p+De0McKQ/+etDMjCcwbIheZHm5y5JhCUF"
          + "lY3L3ZEIOUZDuHGfjAEGjXnWPSsYiEXRa/d2uENd4ji2U/Ef5RJmCXVPRG2NlwSyMdWNw/onyxcuejWr"
          + "cx6d4r+/RauL04kU0//Toppmh80zE7PIuRo9D4z5TXWaOnrglls18fU2OIgu0ogz2gqEX22XCEfB89uE"
          + "SqhuIek9I7JAWA5IhISokpbN2P3WmVTxyvUTJ1C3LT3PzYSfMio7hBUJ2BQUsJrMb7MgTPCQ+stqaFvd"
          + "httTAT+JmjBNMDEwDQYJYIZIAWUDBAIBBQAEIApCioQNLL3eYLnielRZXp7sXTTct2VsyuHYvEiojhXI"
          + "BBSFAd1BEjDnApqEfyK9nOxUUMiOigICJxA=";

  private static IOException failure(Fetcher fetcher, String url) {
    return assertThrows(IOException.class, () -> fetcher.fetch(FetchRequest.get(url)));
  }

  @Test
  void theRequestIsAsSaid() throws Exception {
    try (RawServer server = RawServer.saying(OK);
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      String since = "Sun, 06 Nov 1994 08:49:37 GMT";
      fetcher.fetch(FetchRequest.get(server.url("/a?b=c")).conditional("W/\"\u00fc, \\x\"", since));
      String head = server.heads().get(0);
      assertTrue(head.startsWith("GET /a?b=c HTTP/1.1\r\n"), head);
      assertTrue(head.contains("\r\nHost: raw.test:" + server.port() + "\r\n"), head);
      assertTrue(head.contains("\r\nUser-Agent: test/1\r\n"), head);
      assertTrue(head.contains("\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"), head);
      assertTrue(head.contains("\r\nIf-None-Match: W/\"\u00fc, \\x\"\r\n"), head);
      assertTrue(head.contains("\r\nIf-Modified-Since: " + since + "\r\n"), head);
      assertFalse(head.contains("Authorization"), head);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "  ", "\"a\nb\"", "\"a\r\nX: y\"", "\"\u0000\"", "\"\u4e00\"", "LONG"})
  void aConditionThatCannotBeSentIsLeftOut(String etag) throws Exception {
    try (RawServer server = RawServer.saying(OK);
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      String value = etag.replace("LONG", "x".repeat(1025));
      fetcher.fetch(FetchRequest.get(server.url("/")).conditional(value, value));
      fetcher.fetch(FetchRequest.get(server.url("/")));
      String head = server.heads().get(0);
      assertFalse(head.contains("If-"), head);
      assertFalse(head.contains("X: y"), head);
      assertEquals(head, server.heads().get(1));
      fetcher.fetch(FetchRequest.get(server.url("/")).conditional("x".repeat(1024), null));
      assertTrue(server.heads().get(2).contains("If-None-Match: xxx"));
    }
  }

  @Test
  void headAndNotModifiedHaveNoBody() throws Exception {
    String known =
        "HTTP/1.1 200\r\nContent-Encoding: gzip\r\nETag: \"1\"\r\nContent-Length: 9\r\n\r\n";
    try (RawServer server =
            RawServer.start(
                (head, in, out) ->
                    RawServer.write(
                        out,
                        head.startsWith("HEAD")
                            ? known
                            : "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"));
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      FetchedPage page = fetcher.fetch(FetchRequest.get(server.url("/")).head());
      assertEquals(200, page.status());
      assertEquals("\"1\"", page.header("etag").orElseThrow());
      assertEquals(0, page.body().length);
      assertEquals(Truncation.NONE, page.truncation());
      assertEquals(0, page.transfer().wireBytes());
      FetchedPage same =
          fetcher.fetch(FetchRequest.get(server.url("/")).conditional("\"1\"", null));
      assertEquals(304, same.status());
      assertEquals(Truncation.NONE, same.truncation());
      assertEquals(1, server.connections(), "kept alive");
    }
  }

  @Test
  void whatWasMeasuredIsTold() throws Exception {
    try (RawServer server =
            RawServer.start(
                (head, in, out) -> {
                  Thread.sleep(120);
                  RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbo");
                  Thread.sleep(120);
                  return RawServer.write(out, "dy");
                });
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      long begin = System.nanoTime();
      FetchedPage page = fetcher.fetch(FetchRequest.get(server.url("/")));
      long millis = (System.nanoTime() - begin) / 1_000_000;
      assertEquals("127.0.0.1", page.transfer().address().getHostAddress());
      assertEquals(4, page.transfer().wireBytes());
      assertTrue(
          page.transfer().firstByteMillis() >= 115
              && page.transfer().firstByteMillis() <= page.transfer().millis() - 100);
      assertTrue(
          page.transfer().millis() >= 230 && page.transfer().millis() <= millis,
          page.transfer().millis() + " ms");
    }
  }

  /** The name gets another address, but the connection stays. */
  @Test
  void theAddressIsTheConnections() throws Exception {
    List<String> answers = new ArrayList<>(List.of("127.0.0.1", "127.0.0.2"));
    NameResolver names = host -> new InetAddress[] {InetAddress.getByName(answers.remove(0))};
    try (RawServer server = RawServer.saying(OK);
        HttpFetcher fetcher =
            new HttpFetcher(TestFetchers.settings(5_000, 20_000), names, TestFetchers.LOOPBACK)) {
      for (int i = 0; i < 2; i++) {
        FetchedPage page = fetcher.fetch(FetchRequest.get(server.url("/")));
        assertEquals("127.0.0.1", page.transfer().address().getHostAddress());
      }
      assertEquals(1, server.connections());
    }
  }

  @Test
  void aNameThatIsBoundAnewIsRefusedWhenItIsConnectedTo() throws Exception {
    List<String> answers = new ArrayList<>(List.of("127.0.0.1", "127.0.0.2"));
    NameResolver names = host -> new InetAddress[] {InetAddress.getByName(answers.remove(0))};
    try (RawServer server =
            RawServer.sayingAndClosing("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbody");
        HttpFetcher fetcher =
            new HttpFetcher(
                TestFetchers.settings(5_000, 20_000),
                names,
                AddressGuard.allowing(List.of("127.0.0.1")))) {
      assertEquals(200, fetcher.fetch(FetchRequest.get(server.url("/"))).status());
      IOException e = failure(fetcher, server.url("/"));
      assertTrue(e instanceof RefusedAddressException, e.toString());
      assertEquals(FailureKind.REFUSED, FailureKind.of(e));
      assertEquals(1, server.connections());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://raw.test:25/, 25",
    "https://raw.test:22/, 22",
    "http://127.0.0.1:6667/, 6667",
    "http://raw.test:0/, 0"
  })
  void portsOfOtherServicesAreRefused(String url, int port) {
    try (HttpFetcher fetcher = TestFetchers.fetcher()) {
      RefusedAddressException e =
          assertThrows(RefusedAddressException.class, () -> fetcher.fetch(FetchRequest.get(url)));
      assertTrue(e.getMessage().contains("port " + port), e.getMessage());
      assertTrue(e.getMessage().contains("orbweaver.fetch.ports"), e.getMessage());
      assertFalse(e.concernsWholeHost());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://raw.test/", "file:///etc/passwd", "raw.test/", "http:///x", "http://a b/"})
  void otherSchemesAndNoUrlsAreNotAskedFor(String url) {
    try (HttpFetcher fetcher = TestFetchers.fetcher()) {
      assertEquals(FailureKind.URL, FailureKind.of(failure(fetcher, url)));
    }
  }

  /** The clock advances a second at each reading, so 10 s are over after ten bytes. */
  @Test
  void aBodyThatTricklesIsCut() throws Exception {
    AtomicLong now = new AtomicLong();
    try (RawServer server =
            RawServer.start(
                (head, in, out) -> {
                  RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n");
                  for (int i = 0; i < 9999; i++) {
                    RawServer.write(out, "x");
                    Thread.sleep(5);
                  }
                  return true;
                });
        HttpFetcher fetcher =
            TestFetchers.fetcher(
                TestFetchers.settings(5_000, 20_000), () -> now.addAndGet(1_000_000_000))) {
      FetchedPage page = fetcher.fetch(FetchRequest.get(server.url("/")));
      assertEquals(Truncation.TIME, page.truncation());
      assertTrue(page.body().length > 0 && page.body().length < 100, page.body().length + " bytes");
    }
  }

  /** The head would never end. */
  @Test
  @Timeout(60)
  void aHeadThatTricklesEndsWithTheDeadline() throws Exception {
    try (RawServer server =
            RawServer.start(
                (head, in, out) -> {
                  RawServer.write(out, "HTTP/1.1 200 OK\r\nX: ");
                  while (true) {
                    RawServer.write(out, "x");
                    Thread.sleep(20);
                  }
                });
        HttpFetcher fetcher = TestFetchers.fetcher(TestFetchers.settings(300, 600))) {
      IOException e = failure(fetcher, server.url("/"));
      assertEquals("no response within 600 ms", e.getMessage());
      assertEquals(FailureKind.TIMEOUT, FailureKind.of(e));
    }
  }

  @Test
  void aBodyPastTheDeadlineIsKept() throws Exception {
    try (RawServer server =
            RawServer.start(
                (head, in, out) -> {
                  RawServer.write(out, "HTTP/1.1 200 OK\r\n\r\n");
                  for (int i = 0; i < 1000; i++) {
                    RawServer.write(out, "x");
                    Thread.sleep(20);
                  }
                  return true;
                });
        HttpFetcher fetcher = TestFetchers.fetcher(TestFetchers.settings(300, 600))) {
      FetchedPage page = fetcher.fetch(FetchRequest.get(server.url("/")));
      assertEquals(Truncation.TIME, page.truncation());
      assertTrue(page.body().length > 3);
    }
  }

  @Test
  void failuresHaveTheirKinds() throws Exception {
    int free;
    try (RawServer server = RawServer.saying(OK)) {
      free = server.port();
    }
    NameResolver names =
        host -> {
          if (host.startsWith("no")) {
            throw new UnknownHostException(host);
          }
          return TestFetchers.names(host);
        };
    try (RawServer silent = RawServer.start((head, in, out) -> true);
        HttpFetcher fetcher =
            new HttpFetcher(TestFetchers.settings(300, 3_000), names, TestFetchers.LOOPBACK)) {
      String closed = "http://raw.test:" + free + "/";
      assertEquals(FailureKind.CONNECT, FailureKind.of(failure(fetcher, closed)));
      assertEquals(FailureKind.DNS, FailureKind.of(failure(fetcher, "http://no.test/")));
      assertEquals(FailureKind.TIMEOUT, FailureKind.of(failure(fetcher, silent.url("/"))));
      assertEquals(FailureKind.REFUSED, FailureKind.of(failure(fetcher, "http://10.0.0.1/")));
    }
    assertEquals(FailureKind.OTHER, FailureKind.of(new IOException("?")));
  }

  /** A server that accepts connections and never shakes hands, and a reader that waits an hour. */
  @Test
  @Timeout(60)
  void aConnectionHasATimeOfItsOwn() throws Exception {
    HttpSettings lax = TestFetchers.settings(3_600_000, 3_600_000);
    HttpSettings hasty =
        new HttpSettings(
            lax.headers(),
            new HttpSettings.TimeLimits(300, 3_600_000, 3_600_000, 100),
            1 << 20,
            false,
            lax.ports(),
            null);
    try (RawServer silent = RawServer.saying("");
        HttpFetcher fetcher = TestFetchers.fetcher(hasty)) {
      IOException failure = failure(fetcher, "https://raw.test:" + silent.port() + "/");
      assertEquals(FailureKind.TIMEOUT, FailureKind.of(failure));
    }
  }

  @Test
  void certificatesAreCheckedWhereAsked() throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(
        new ByteArrayInputStream(Base64.getDecoder().decode(SELF_SIGNED)), "secret".toCharArray());
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(keys, "secret".toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    HttpSettings lax = TestFetchers.settings(5_000, 20_000);
    HttpSettings strict =
        new HttpSettings(lax.headers(), lax.times(), 1 << 20, true, lax.ports(), null);
    try (RawServer server =
            RawServer.start(
                tls.getServerSocketFactory()
                    .createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                (head, in, out) -> RawServer.write(out, OK));
        RawServer plain = RawServer.saying(OK);
        HttpFetcher trusting = TestFetchers.fetcher(lax);
        HttpFetcher checking = TestFetchers.fetcher(strict)) {
      String url = "https://self.test:" + server.port() + "/";
      for (int i = 0; i < 2; i++) {
        FetchedPage page = trusting.fetch(FetchRequest.get(url));
        assertEquals("body", new String(page.body(), US_ASCII));
        assertEquals("127.0.0.1", page.transfer().address().getHostAddress());
      }
      assertEquals(FailureKind.CERTIFICATE, FailureKind.of(failure(checking, url)));
      String noTls = "https://raw.test:" + plain.port() + "/";
      assertEquals(FailureKind.TLS, FailureKind.of(failure(trusting, noTls)));
    }
  }
}
