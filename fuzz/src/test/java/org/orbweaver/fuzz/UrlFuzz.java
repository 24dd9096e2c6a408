package org.orbweaver.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;

/** URLs: a normal form stays as it is, and is a URL for others too. */
class UrlFuzz {
  private final UrlNormalizer normalizer = new UrlNormalizer();

  @FuzzTest
  void normalize(byte[] bytes) throws URISyntaxException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    String url = normalizer.normalize(text);
    if (url != null) {
      requireNormal(url);
    }
    assertEquals(url, normalizer.trace(text).url());
  }

  @FuzzTest
  void resolve(FuzzedDataProvider data) throws URISyntaxException {
    String base = "http://" + data.consumeString(100);
    String link = data.consumeRemainingAsString();
    String url = normalizer.resolve(base, link);
    if (url != null) {
      requireNormal(url);
      // A fragment is no part of it, controls at its end are none, and it needs no base.
      String bare = link.replaceAll("[\\x00-\\x20]+\\z", "");
      assertEquals(url, normalizer.resolve(base, bare + (link.contains("#") ? "" : "#x")));
      assertEquals(url, normalizer.resolve(base, url));
    }
  }

  private void requireNormal(String url) throws URISyntaxException {
    assertEquals(url, normalizer.normalize(url));
    assertTrue(url.length() <= UrlNormalizer.MAX_LENGTH);
    URI uri = new URI(url);
    assertTrue(uri.getScheme().matches("https?"), url);
    assertTrue(url.chars().allMatch(c -> c > ' ' && c < 0x7f), url);
    WebUrl parts = UrlNormalizer.parse(url);
    assertNotNull(parts, url);
    assertEquals(url, parts.toString());
    assertEquals(parts.host(), Hosts.host(url));
    assertEquals(uri.getRawPath(), parts.path());
    assertEquals(uri.getRawQuery(), parts.query());
  }
}
