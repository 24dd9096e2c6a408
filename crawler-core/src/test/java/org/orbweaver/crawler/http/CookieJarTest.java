package org.orbweaver.crawler.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.http.FetchedPage.Header;

/** The rules of RFC 6265bis, each row with what is set where, and what is sent where. */
class CookieJarTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-06-01T12:00:00Z"), ZoneOffset.UTC);

  private static CookieJar jar(String url, String... set) {
    CookieJar jar = new CookieJar(CLOCK);
    List<Header> headers = new ArrayList<>();
    for (String one : set) {
      headers.add(new Header("Set-Cookie", one));
    }
    jar.receive(url, headers);
    return jar;
  }

  @ParameterizedTest(name = "{0} sets {1}, to {2}: {3}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // Names and values
        "https://a.org/ | n=v | https://a.org/ | n=v",
        "https://a.org/ |  n  =  v  ; x | https://a.org/ | n=v",
        "https://a.org/ | n=\"v w\" | https://a.org/ | n=\"v w\"",
        "https://a.org/ | n=a=b==; Path=/ | https://a.org/ | n=a=b==",
        "https://a.org/ | n= | https://a.org/ | n=",
        "https://a.org/ | =v | https://a.org/ | v",
        "https://a.org/ | v | https://a.org/ | v",
        "https://a.org/ | ; Path=/ | https://a.org/ | -",
        "https://a.org/ | = | https://a.org/ | -",
        "https://a.org/ | n=v,w | https://a.org/ | n=v,w",
        // Hosts
        "https://a.org/ | n=v | https://b.org/ | -",
        "https://a.org/ | n=v | https://www.a.org/ | -",
        "https://a.org/ | n=v; Domain=a.org | https://www.a.org/ | n=v",
        "https://a.org/ | n=v; Domain=.A.ORG | https://www.a.org/ | n=v",
        "https://www.a.org/ | n=v; Domain=a.org | https://a.org/ | n=v",
        "https://www.a.org/ | n=v; Domain=www.a.org | https://a.org/ | -",
        "https://a.org/ | n=v; Domain=www.a.org | https://www.a.org/ | -",
        "https://a.org/ | n=v; Domain=b.org | https://b.org/ | -",
        "https://ba.org/ | n=v; Domain=a.org | https://a.org/ | -",
        "https://a.org/ | n=v; Domain= | https://a.org/ | n=v",
        "https://a.org/ | n=v; Domain=b.org; Domain=a.org | https://a.org/ | n=v",
        "https://www.a.org/ | n=v; Domain=org | https://b.org/ | -",
        "https://x.co.uk/ | n=v; Domain=co.uk | https://x.co.uk/ | -",
        "https://me.github.io/ | n=v; Domain=github.io | https://you.github.io/ | -",
        "https://github.io/ | n=v; Domain=github.io | https://github.io/ | n=v",
        "https://github.io/ | n=v; Domain=github.io | https://me.github.io/ | -",
        "http://10.0.0.1/ | n=v; Domain=0.0.1 | http://10.0.0.1/ | -",
        "http://10.0.0.1/ | n=v | http://10.0.0.1/ | n=v",
        "http://intranet/ | n=v | http://intranet/ | n=v",
        "http://x.intranet/ | n=v; Domain=intranet | http://y.intranet/ | -",
        // Paths
        "https://a.org/x/y | n=v | https://a.org/x/z | n=v",
        "https://a.org/x/y | n=v | https://a.org/x | n=v",
        "https://a.org/x/y | n=v | https://a.org/xy | -",
        "https://a.org/x/y | n=v; Path=/ | https://a.org/q | n=v",
        "https://a.org/x/y | n=v; Path=other | https://a.org/x/ | n=v",
        "https://a.org/x | n=v; Path=/x/ | https://a.org/x | -",
        "https://a.org/x | n=v; Path=/x/ | https://a.org/x/1 | n=v",
        "https://a.org/x | n=v; Path=/x | https://a.org/xx | -",
        "https://a.org/x | n=v; Path=/a; Path=/x | https://a.org/x | n=v",
        "https://a.org | n=v | https://a.org/x?q=/y | n=v",
        // Times; it is noon of June 1, 2026
        "https://a.org/ | n=v; Max-Age=1 | https://a.org/ | n=v",
        "https://a.org/ | n=v; Max-Age=0 | https://a.org/ | -",
        "https://a.org/ | n=v; Max-Age=-1 | https://a.org/ | -",
        "https://a.org/ | n=v; Max-Age=99999999999999999999 | https://a.org/ | n=v",
        "https://a.org/ | n=v; Max-Age=soon | https://a.org/ | n=v",
        "https://a.org/ | n=v; Expires=Mon, 01 Jun 2026 11:59:59 GMT | https://a.org/ | -",
        "https://a.org/ | n=v; Expires=Mon, 01 Jun 2026 12:00:01 GMT | https://a.org/ | n=v",
        "https://a.org/ | n=v; expires=Mon, 01-Jun-26 12:00:01 GMT | https://a.org/ | n=v",
        "https://a.org/ | n=v; Expires=never | https://a.org/ | n=v",
        "https://a.org/ | n=v; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=5 | https://a.org/ |"
            + " n=v",
        "https://a.org/ | n=v; Expires=Thu, 01 Jan 1970 00:00:00 GMT | https://a.org/ | -",
        // TLS
        "https://a.org/ | n=v; Secure | https://a.org/ | n=v",
        "https://a.org/ | n=v; Secure | http://a.org/ | -",
        "https://a.org/ | n=v | http://a.org/ | -",
        "http://a.org/ | n=v; Secure | https://a.org/ | -",
        "http://a.org/ | n=v | https://a.org/ | n=v",
        "https://a.org/ | __Secure-n=v; Secure | https://a.org/ | __Secure-n=v",
        "https://a.org/ | __secure-n=v | https://a.org/ | -",
        "https://a.org/ | __Host-n=v; Secure; Path=/ | https://a.org/ | __Host-n=v",
        "https://a.org/ | __Host-n=v; Secure | https://a.org/ | -",
        "https://a.org/ | __Host-n=v; Secure; Path=/; Domain=a.org | https://a.org/ | -",
        "https://a.org/ | =__Host-n=v; Secure; Path=/ | https://a.org/ | -",
        "https://a.org/ | n=v; SameSite=None | https://a.org/ | -",
        "https://a.org/ | n=v; SameSite=None; Secure | https://a.org/ | n=v",
        "https://a.org/ | n=v; SameSite=Strict; HttpOnly; Priority=High | https://a.org/ | n=v",
      })
  void oneCookie(String from, String set, String to, String sent) {
    assertEquals(sent.strip(), jar(from, set).header(to).orElse("-"));
  }

  @Test
  void severalCookies() {
    String page = "https://a.org/x/y";
    assertEquals(
        "long=1; first=2; second=3",
        jar("https://a.org/x/y", "first=2; Path=/", "long=1; Path=/x", "second=3; Path=/")
            .header(page)
            .orElseThrow());
    assertEquals("n=2", jar("https://a.org/x/y", "n=1", "n=2").header(page).orElseThrow());
    assertTrue(jar("https://a.org/x/y", "n=1", "n=; Max-Age=0").isEmpty());
  }

  @Test
  void httpDoesNotReplaceWhatHttpsHasSet() {
    CookieJar jar = jar("https://a.org/", "n=safe; Domain=a.org");
    jar.receive(
        "http://www.a.org/",
        List.of(new Header("set-cookie", "n=evil; Domain=a.org"), new Header("Set-Cookie", "n=e")));
    assertEquals("n=safe", jar.header("https://www.a.org/").orElseThrow());
  }

  @Test
  void whatIsTooLongIsRefused() {
    assertTrue(jar("https://a.org/", "n=" + "v".repeat(4096)).isEmpty());
    assertFalse(jar("https://a.org/", "n=" + "v".repeat(4095)).isEmpty());
    assertEquals(
        "n=v",
        jar("https://a.org/", "n=v; Path=/" + "x".repeat(1024))
            .header("https://a.org/")
            .orElseThrow());
    assertTrue(jar("https://a.org/", "n=v\u0000w").isEmpty());
    assertTrue(jar("https://a.org/", "n=v\r\nX-Evil: 1").isEmpty());
  }

  @Test
  void itsNumberIsBounded() {
    CookieJar jar = new CookieJar(CLOCK);
    for (int i = 0; i < 1000; i++) {
      jar.receive(
          "https://h" + i % 10 + ".a.org/", List.of(new Header("Set-Cookie", "n" + i + "=v")));
    }
    assertEquals("180 cookies", jar.toString());
    String sent = jar.header("https://h9.a.org/").orElseThrow();
    assertTrue(sent.contains("n999=v"), "the newest stay");
  }

  @Test
  void netscapesFile() {
    CookieJar jar = new CookieJar(CLOCK);
    jar.addNetscape(
        """
        # Netscape HTTP Cookie File

        .a.org\tTRUE\t/\tTRUE\t2147483647\tid\t4711
        #HttpOnly_b.org\tFALSE\t/x\tFALSE\t0\ts\ta b
        a.org\tFALSE\t/\tFALSE\t1\told\t1
        .co.uk\tTRUE\t/\tFALSE\t0\twide\t1
        """);
    assertEquals("id=4711", jar.header("https://www.a.org/").orElseThrow());
    assertTrue(jar.header("http://a.org/").isEmpty());
    assertEquals("s=a b", jar.header("http://b.org/x/").orElseThrow());
    assertTrue(jar.header("http://x.co.uk/").isEmpty());
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> new CookieJar().addNetscape("\nid=secret\n"));
    assertTrue(e.getMessage().startsWith("line 2: expected domain, "), e.getMessage());
    assertFalse(e.getMessage().contains("secret"));
  }
}
