package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.address.CachedDns;

class ProxyTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody";

  /** Refuses all of loopback, where the proxy is. */
  private static final AddressGuard GUARD = AddressGuard.allowing(List.of());

  /** Names that only the proxy can resolve end with .far. */
  private static InetAddress[] names(String host) throws UnknownHostException {
    if (host.equals("proxy.test") || host.equalsIgnoreCase("inside.test")) {
      return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})};
    } else if (host.endsWith(".test")) {
      return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {93, 0, 0, 1})};
    } else if (host.endsWith(".far")) {
      throw new UnknownHostException(host);
    }
    return new CachedDns().resolve(host);
  }

  private static HttpFetcher fetcher(ProxySettings proxy) {
    return new HttpFetcher(TestFetchers.settings(2_000, 5_000, proxy), ProxyTest::names, GUARD);
  }

  private static HttpFetcher fetcher(RawServer proxy, String username, Set<String> exceptions) {
    return fetcher(
        new ProxySettings(
            ProxySettings.Protocol.HTTP, "proxy.test", proxy.port(), username, "pass", exceptions));
  }

  @Test
  void requestsGoThroughTheProxy() throws Exception {
    try (RawServer proxy = RawServer.saying(OK);
        HttpFetcher fetcher = fetcher(proxy, "", Set.of())) {
      for (String host : List.of("web.test", "only.far")) {
        FetchedPage page = fetcher.fetch(FetchRequest.get("http://" + host + "/a?b"));
        assertEquals("body", new String(page.body(), US_ASCII));
        assertNull(page.transfer().address(), "the proxy's is not the host's");
      }
      assertTrue(proxy.heads().get(0).startsWith("GET http://web.test/a?b HTTP/1.1\r\n"));
      assertTrue(proxy.heads().get(1).startsWith("GET http://only.far/a?b HTTP/1.1\r\n"));
      assertFalse(proxy.heads().get(0).contains("Authorization"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://inside.test/",
        "http://127.0.0.1/",
        "http://10.0.0.1/",
        "https://[::1]/",
        "http://proxy.test/"
      })
  void theGuardHoldsBehindTheProxy(String url) throws Exception {
    try (RawServer proxy = RawServer.saying(OK);
        HttpFetcher fetcher = fetcher(proxy, "", Set.of())) {
      assertThrows(RefusedAddressException.class, () -> fetcher.fetch(FetchRequest.get(url)));
      assertEquals(0, proxy.connections());
    }
  }

  @Test
  void exceptionsAreContactedDirectlyAndGuarded() throws Exception {
    try (RawServer proxy = RawServer.saying(OK);
        HttpFetcher fetcher = fetcher(proxy, "", Set.of("inside.test", "proxy.test"))) {
      for (String host : List.of("INSIDE.test", "proxy.test")) {
        String url = "http://" + host + ":" + proxy.port() + "/";
        assertThrows(RefusedAddressException.class, () -> fetcher.fetch(FetchRequest.get(url)));
      }
      assertEquals(0, proxy.connections());
    }
  }

  @Test
  void theProxyGetsItsCredentialsAndNobodyElseDoes() throws Exception {
    try (RawServer proxy =
            RawServer.saying(
                "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n");
        HttpFetcher fetcher = fetcher(proxy, "user", Set.of())) {
      assertEquals(401, fetcher.fetch(FetchRequest.get("http://web.test/")).status());
      assertEquals(1, proxy.heads().size(), "asked once");
      String head = proxy.heads().get(0);
      assertTrue(head.contains("\r\nProxy-Authorization: Basic dXNlcjpwYXNz\r\n"), head);
      assertFalse(head.contains("\r\nAuthorization"), head);
    }
  }

  @Test
  void whatTheProxyAnswersItselfIsNoPage() throws Exception {
    String refusal = "HTTP/1.1 %s No\r\nContent-Length: 4\r\n\r\nbody";
    for (String status : List.of("403", "407", "502")) {
      try (RawServer proxy = RawServer.saying(String.format(refusal, status));
          HttpFetcher fetcher = fetcher(proxy, "user", Set.of())) {
        IOException e =
            assertThrows(
                IOException.class, () -> fetcher.fetch(FetchRequest.get("https://web.test/")));
        assertEquals(FailureKind.PROXY, FailureKind.of(e), e.toString());
        assertTrue(proxy.heads().get(0).startsWith("CONNECT web.test:443 HTTP/1.1\r\n"));
        assertTrue(proxy.heads().get(0).contains("Proxy-Authorization: Basic dXNlcjpwYXNz"));
      }
    }
    try (RawServer proxy = RawServer.saying(String.format(refusal, "407"));
        HttpFetcher fetcher = fetcher(proxy, "", Set.of())) {
      IOException e =
          assertThrows(
              IOException.class, () -> fetcher.fetch(FetchRequest.get("http://web.test/")));
      assertEquals(FailureKind.PROXY, FailureKind.of(e), e.toString());
    }
  }

  @Test
  void aProxyThatIsNotThere() {
    ProxySettings unknown =
        new ProxySettings(ProxySettings.Protocol.HTTP, "no.far", 8080, "", "", Set.of());
    try (HttpFetcher fetcher = fetcher(unknown)) {
      IOException e =
          assertThrows(
              IOException.class, () -> fetcher.fetch(FetchRequest.get("http://web.test/")));
      assertEquals(FailureKind.PROXY, FailureKind.of(e), e.toString());
    }
  }

  @Test
  void socksIsGivenTheAddress() throws Exception {
    byte[] asked = new byte[10];
    try (RawServer proxy =
            RawServer.start(
                (head, in, out) -> {
                  if (head.equals("SOCKS")) {
                    DataInputStream data = new DataInputStream(in);
                    data.readFully(new byte[data.readUnsignedByte()]);
                    out.write(new byte[] {5, 0});
                    data.readFully(asked);
                    out.write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
                    return true;
                  }
                  return RawServer.write(out, OK);
                });
        HttpFetcher fetcher =
            fetcher(
                new ProxySettings(
                    ProxySettings.Protocol.SOCKS, "proxy.test", proxy.port(), "", "", Set.of()))) {
      FetchedPage page = fetcher.fetch(FetchRequest.get("http://web.test/x"));
      assertEquals("body", new String(page.body(), US_ASCII));
      assertNull(page.transfer().address());
      assertEquals("[5, 1, 0, 1, 93, 0, 0, 1, 0, 80]", java.util.Arrays.toString(asked));
      assertTrue(
          proxy.heads().get(1).startsWith("GET /x HTTP/1.1\r\nHost: web.test\r\n")
              || proxy.heads().get(1).contains("\r\nHost: web.test\r\n"));
      assertThrows(
          RefusedAddressException.class,
          () -> fetcher.fetch(FetchRequest.get("http://inside.test/")));
      assertThrows(
          UnknownHostException.class, () -> fetcher.fetch(FetchRequest.get("http://only.far/")));
    }
  }

  @Test
  void wrongSettingsAreNamed() {
    ProxySettings.Protocol socks = ProxySettings.Protocol.SOCKS;
    assertThrows(
        IllegalArgumentException.class, () -> new ProxySettings(socks, "p", 1, "u", "", Set.of()));
    assertThrows(
        IllegalArgumentException.class, () -> new ProxySettings(socks, " ", 1, "", "", Set.of()));
    assertThrows(
        IllegalArgumentException.class, () -> new ProxySettings(socks, "p", 0, "", "", Set.of()));
  }
}
