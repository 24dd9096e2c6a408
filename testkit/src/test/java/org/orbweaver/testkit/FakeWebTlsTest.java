package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

/** The JDK's own client, which checks names and certificates, against the fake web. */
class FakeWebTlsTest {
  private final FakeWebSpec spec = FakeWebSpec.builder().tls(true).closing(.5).hosts(2).build();

  private static SSLContext trusting(FakeWeb web) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("root", web.root());
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trusted.getTrustManagers(), null);
    return context;
  }

  /** The answer to a request after which the client or the server closes. */
  private static String get(FakeWeb web, SSLContext context, String host, String head)
      throws Exception {
    Socket plain = new Socket(InetAddress.getLoopbackAddress(), web.port());
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(plain, host, web.port(), true)) {
      socket.setSoTimeout(10_000);
      SSLParameters checks = socket.getSSLParameters();
      checks.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(checks);
      socket
          .getOutputStream()
          .write(("GET " + head + "\r\nHost: " + host + "\r\n\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static String get(FakeWeb web, SSLContext context, String host) throws Exception {
    return get(web, context, host, "/ HTTP/1.1\r\nConnection: close");
  }

  @Test
  void hasACertificateForEachHost() throws Exception {
    try (FakeWeb web = FakeWeb.start(spec)) {
      SSLContext context = trusting(web);
      assertTrue(get(web, context, "h0.test").contains("<title>Page 0 of h0.test"));
      assertTrue(get(web, context, "h1.test").contains("href=\"https://h0.test:"));
      assertEquals(2, web.log().fullHandshakes());
      assertThrows(SSLException.class, () -> get(web, SSLContext.getDefault(), "h0.test"));
      assertEquals("https://h0.test:" + web.port() + "/", web.site().url(0, 0));
    }
  }

  @Test
  void resumesSessions() throws Exception {
    try (FakeWeb web = FakeWeb.start(spec)) {
      SSLContext context = trusting(web);
      for (int i = 0; i < 3; i++) {
        assertTrue(get(web, context, "h1.test").startsWith("HTTP/1.1 200"));
      }
      assertEquals(1, web.log().fullHandshakes());
      assertEquals(2, web.log().resumedHandshakes());
    }
  }

  @Test
  void someHostsCloseByThemselves() throws Exception {
    try (FakeWeb web = FakeWeb.start(spec)) {
      String answer = get(web, trusting(web), "h0.test", "/ HTTP/1.1");
      assertTrue(answer.contains("\r\nConnection: close\r\n"), answer);
    }
  }

  /** Many records, which the client reads more slowly than they are sent. */
  @Test
  void largeBodiesArriveWhole() throws Exception {
    try (FakeWeb web = FakeWeb.start(spec)) {
      String body = "0123456789abcdef".repeat(500_000);
      web.page("large.test", "/", body);
      String answer = get(web, trusting(web), "large.test");
      assertEquals(body.length(), answer.length() - answer.indexOf("\r\n\r\n") - 4);
      assertTrue(answer.endsWith(body));
    }
  }
}
