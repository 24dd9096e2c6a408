package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlNormalizerTest {
  private final UrlNormalizer normalizer = new UrlNormalizer();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP://Example.ORG | http://example.org/",
        "http://example.org:80/ | http://example.org/",
        "https://example.org:443/a | https://example.org/a",
        "http://example.org:443/a | http://example.org:443/a",
        "http://example.org:/a | http://example.org/a",
        "http://example.org/a#b | http://example.org/a",
        "http://example.org/a?#b | http://example.org/a",
        "http://example.org/a/./b/../c | http://example.org/a/c",
        "http://example.org/a/%2e%2E/c | http://example.org/c",
        "http://example.org/../../c/.. | http://example.org/",
        "http://example.org\\a\\b | http://example.org/a/b",
        "http:///example.org/a | http://example.org/a",
        "http:example.org/a | http://example.org/a",
        "http://user:secret@example.org/a | http://example.org/a",
        "http://a@b@example.org/ | http://example.org/",
        "http://example.org/%7euser/%41%2f%zz | http://example.org/~user/A%2F%25zz",
        "http://example.org/%4%31 | http://example.org/%2541",
        "http://example.org/a b?c d | http://example.org/a%20b?c%20d",
        "http://example.org/ä?ö | http://example.org/%C3%A4?%C3%B6",
        "http://example.org/[1]{2}^ | http://example.org/%5B1%5D%7B2%7D%5E",
        "http://127.1/ | http://127.0.0.1/",
        "http://0x7f.1/ | http://127.0.0.1/",
        "http://0177.0.0.1/ | http://127.0.0.1/",
        "http://2130706433/ | http://127.0.0.1/",
        "http://[::0:1]:80/ | http://[::1]/",
        "http://[2001:DB8:0:0:1:0:0:1] | http://[2001:db8::1:0:0:1]/",
        "http://[::ffff:1.2.3.4]/ | http://[::ffff:102:304]/",
        "http://bücher.example/ | http://xn--bcher-kva.example/",
        "http://BÜCHER。example/ | http://xn--bcher-kva.example/",
        "http://faß.example/ | http://xn--fa-hia.example/",
        "http://ex%41mple.org/ | http://example.org/",
        "http://example.org./ | http://example.org/",
        "http://Example.org.:81 | http://example.org:81/",
        "http://example.org%2e/a | http://example.org/a",
        "http://bücher.example。/ | http://xn--bcher-kva.example/",
        "http://क्\u200dष.example/ | http://xn--11b2ezcw70k.example/",
        "http://İSTANBUL.com/ | http://xn--istanbul-o0e.com/",
        "http://127.0.0.1./ | http://127.0.0.1/",
        "http://a_b.example.org/ | http://a_b.example.org/",
        "http://example.org/a;jsessionid=1A2B/b | http://example.org/a/b",
        "http://example.org/..;jsessionid=1A2B/b | http://example.org/b",
        "http://example.org/a;v=1;JSESSIONID=1A2B?x | http://example.org/a;v=1?x",
        "http://example.org/?PHPSESSID=abc&a=b | http://example.org/?a=b",
        "http://example.org/?a=b&PHPSESSID=abc | http://example.org/?a=b",
        "http://example.org/?PHPSESSID=abc | http://example.org/",
        "http://example.org/?sid=12 | http://example.org/?sid=12",
        "http://example.org/?sid=0123456789abcdef0123456789abcdef | http://example.org/",
      })
  void writesOneSpelling(String url, String expected) {
    assertEquals(expected, normalizer.normalize(url));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "example.org/a",
        "/a",
        "//example.org/a",
        "ftp://example.org/",
        "mailto:a@example.org",
        "javascript:alert(1)",
        "http://",
        "http:///",
        "http://exa mple.org/",
        "http://exa%00mple.org/",
        "http://a<b/",
        "http://example.org:99999/",
        "http://example.org:8a/",
        "http://256.1.1.1/",
        "http://1.2.3.4.5/",
        "http://09.1.1.1/",
        "http://[::1/",
        "http://[1:2:3]/",
        "http://user@/",
        "http://a..b/",
        "http://.a/",
        "http://./",
        "http://../",
        "http://a../",
        "http://1.2.3.4../",
        "http://a\u200db.example/", // a joiner where no script has one
        "http://a\u200cb.example/",
        "http://a\ufffdb.example/",
        "http://%ff.example/",
        "http://\u05d0a.example/" // right-to-left and left-to-right in one label
      })
  void refusesWhatIsNoWebAddress(String url) {
    assertNull(normalizer.normalize(url));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u00a0", "\u200b", "\ufeff", "\u2060", "\u3000", "\u200e", "\u0085", "\t"})
  void trimsWhatIsInvisible(String blank) {
    assertEquals("http://a/", UrlNormalizer.trim(blank + " http://a/" + blank + blank));
    assertEquals("", UrlNormalizer.trim(blank));
  }

  @Test
  void refusesNothingAndTooMuch() {
    assertNull(normalizer.normalize(null));
    assertNull(normalizer.normalize("http://a/" + "x".repeat(UrlNormalizer.MAX_LENGTH)));
    // Short as written, too long as encoded.
    assertNull(normalizer.normalize("http://a/" + "ä".repeat(UrlNormalizer.MAX_LENGTH / 2)));
  }

  @Test
  void returnsTheSameStringWhenNothingChanges() {
    String url = "http://www.example.org/a-b/c_d.html?x=1&y=2";
    assertSame(url, normalizer.normalize(url));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c.html | http://example.org/a/c.html",
        "/c.html | http://example.org/c.html",
        "//other.org/c | http://other.org/c",
        "\\\\other.org\\c | http://other.org/c",
        "../../c | http://example.org/c",
        "./ | http://example.org/a/",
        "?z | http://example.org/a/b?z",
        "#top | http://example.org/a/b?q",
        "'' | http://example.org/a/b?q",
        "http:c | http://example.org/a/c",
        "http:/c | http://example.org/c",
        "https:c | https://c/",
        "HTTPS://Other.org | https://other.org/",
        "c;jsessionid=1 | http://example.org/a/c",
      })
  void resolvesAsBrowsersDo(String link, String expected) {
    assertEquals(expected, normalizer.resolve("http://example.org/a/b?q#f", link));
  }

  @Test
  void resolvesAgainstNoBase() {
    assertEquals("http://a/b", normalizer.resolve("about:blank", "http://a/x/../b"));
    assertNull(normalizer.resolve("about:blank", "b"));
    assertNull(normalizer.resolve("http://a/", "mailto:b@a"));
    assertNull(normalizer.resolve("http://a/", null));
  }

  /** Random strings of URL-ish pieces: never throws, stable, same host, a valid URI. */
  @Test
  void isStableAndKeepsTheHost() {
    String visible =
        "http: https: HTTP:// // / \\ . .. %2e %2E. % %4 31 %41 a B é ß 。 example .org .org./ xn--"
            + " 1 0x 127 :80 : @ [ ] ::1 ? & = # ; jsessionid= PHPSESSID= sid= | ^ %c3%a4 %ff - _ ~"
            + " + ' \" < { * \0 \ud800 \ud83d\ude00";
    List<String> pieces = new ArrayList<>(List.of(visible.split(" ", -1)));
    pieces.addAll(List.of(" ", "\t", "\n"));
    var random = new Random(42);
    int results = 0;
    for (int i = 0; i < 50_000; i++) {
      var text = new StringBuilder(random.nextInt(3) == 0 ? "" : "http://example");
      for (int j = random.nextInt(10); j >= 0; j--) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      String url = text.toString();
      String normal = normalizer.normalize(url);
      if (normal != null) {
        results++;
        assertEquals(normal, normalizer.normalize(normal), url);
        assertEquals(UrlNormalizer.parse(url).host(), UrlNormalizer.parse(normal).host(), url);
        assertEquals(Hosts.host(normal), UrlNormalizer.parse(normal).host(), url);
        assertEquals(UrlNormalizer.parse(normal).toString(), normal, "the quick look agrees");
        assertNotNull(URI.create(normal));
        assertFalse(Hosts.host(normal).endsWith("."), url);
      }
      String resolved = normalizer.resolve("http://example.org/a;b/c?d", url);
      if (resolved != null) {
        assertEquals(resolved, normalizer.normalize(resolved), url);
      }
    }
    assertTrue(results > 7_500, results + " of the random URLs were URLs");
  }
}
