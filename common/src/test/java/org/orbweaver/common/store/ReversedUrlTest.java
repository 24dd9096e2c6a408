package org.orbweaver.common.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReversedUrlTest {

  @Test
  void reversesTheHostAndKeepsTheRest() {
    assertEquals(
        "org.example.www:http:8080/a?b", ReversedUrl.key("http://www.example.org:8080/a?b"));
    assertEquals("org.example:https/", ReversedUrl.key("https://example.org/"));
    assertEquals("127.10.0.1:http/x", ReversedUrl.key("http://127.10.0.1/x"));
    assertEquals("[::1]:http:80/", ReversedUrl.key("http://[::1]:80/"));
    assertEquals("~mailto:a@b.c", ReversedUrl.key("mailto:a@b.c"));
    assertEquals("www.example.org", ReversedUrl.host("org.example.www:http/"));
    assertEquals("", ReversedUrl.host("~mailto:a@b.c"));
    assertThrows(IllegalArgumentException.class, () -> ReversedUrl.url("nothing"));
  }

  @Test
  void bringsTheHostsOfADomainTogether() {
    List<String> urls = new ArrayList<>();
    for (String host : List.of("a.example", "b.a.example", "a.other", "www.b.a.example")) {
      for (String path : List.of("/", "/x", "/x/y?z")) {
        urls.add("http://" + host + path);
      }
    }
    urls.sort((a, b) -> ReversedUrl.key(a).compareTo(ReversedUrl.key(b)));
    List<String> hosts =
        urls.stream().map(url -> url.substring(7, url.indexOf('/', 7))).distinct().toList();
    assertEquals(List.of("www.b.a.example", "b.a.example", "a.example", "a.other"), hosts);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org",
        "http://example.org/",
        "http://example.org?q=a:b/c",
        "http://example.org#f",
        "HTTP://Example.ORG:080/%7euser/../x",
        "http://user:pw@example.org:8080/",
        "http://example.org./",
        "http://.example..org/",
        "http://1.2.3.4:5/",
        "http://1.2.3.4.5/",
        "http://1.2.3/",
        "http://[2001:db8::1]/x",
        "http://[broken/",
        "http://[::1]x:80/",
        "http://~tilde.example/",
        "~http://example.org/",
        "http://exa mple.org/ a",
        "http://bücher.example/straße?日本=語#🕷",
        "http://münchen.例え.jp/",
        "http:///path",
        "http://:80/",
        "://x",
        "a://b://c:d/e",
        "mailto:someone@example.org",
        "javascript:void(0)",
        "data:text/plain,hello",
        "",
        "~",
        ":",
        "/",
        "http://example.org:/",
        "http://example.org:80:90/",
        "news.example.org:http/looks/like/a/key",
        "http://a.b/\t\r\n\u0000\u001b[31m"
      })
  void comesBackUnchanged(String url) {
    assertEquals(url, ReversedUrl.url(ReversedUrl.key(url)));
    assertEquals(url, ReversedUrl.url(ReversedUrl.keyBytes(url)));
  }

  @Test
  void comesBackUnchangedForRandomText() {
    Random random = new Random(11);
    String[] pieces = {
      "http",
      "https",
      "://",
      ":",
      "/",
      ".",
      "[",
      "]",
      "@",
      "?",
      "#",
      "~",
      "example",
      "org",
      "1",
      "22",
      "255",
      "é",
      "日",
      "\uD83D\uDD77",
      " ",
      "%41",
      "-"
    };
    HashSet<String> texts = new HashSet<>();
    HashSet<String> keys = new HashSet<>();
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "http://" : "");
      for (int n = random.nextInt(9); n > 0; n--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      String url = text.toString();
      String key = ReversedUrl.key(url);
      assertEquals(url, ReversedUrl.url(key));
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      int rest = ReversedUrl.restStart(bytes);
      if (rest > 0) { // the part before it decides how the URL begins
        String start = new String(bytes, 0, rest, StandardCharsets.UTF_8);
        String tail = key.substring(start.length());
        assertEquals(url, ReversedUrl.url(start + "#z").replaceFirst("#z$", "") + tail);
      } else {
        assertEquals('~', key.charAt(0));
      }
      texts.add(url);
      keys.add(key);
    }
    assertEquals(texts.size(), keys.size());
  }
}
