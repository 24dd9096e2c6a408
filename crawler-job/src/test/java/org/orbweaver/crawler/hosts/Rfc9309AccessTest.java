package org.orbweaver.crawler.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.robots.RobotsRules;

/**
 * RFC 9309, sections 2.3 to 2.3.1.4: where the file is, and what the answer to asking for it means.
 */
class Rfc9309AccessTest {
  private static final byte[] CLOSED = "user-agent: *\ndisallow: /a\n".getBytes(UTF_8);
  private final RobotsCache cache =
      new RobotsCache(
          List.of("bee"), new HostTable(key -> null, key -> null, null), Clock.systemUTC(), 30);

  private RobotsRules ready(String origin) throws IOException {
    return assertInstanceOf(RobotsCache.Ready.class, cache.lookUp(origin)).rules();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://h.test", "https://h.test", "http://h.test:8080"})
  void section2x3TheFileIsAtTheTopOfEachSchemeAndAuthority(String origin) throws IOException {
    assertEquals(new RobotsCache.Wanted(origin + "/robots.txt"), cache.lookUp(origin));
  }

  @Test
  void section2x3AuthoritiesHaveFilesOfTheirOwn() throws IOException {
    cache.complete("http://h.test/robots.txt", 200, CLOSED);
    assertInstanceOf(RobotsCache.Wanted.class, cache.lookUp("https://h.test"));
    assertInstanceOf(RobotsCache.Wanted.class, cache.lookUp("http://h.test:8080"));
    assertInstanceOf(RobotsCache.Wanted.class, cache.lookUp("http://www.h.test"));
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 203, 299})
  void section2x3x1x1AFileThatArrivedIsFollowed(int status) throws IOException {
    cache.complete("http://h.test/robots.txt", status, CLOSED);
    assertFalse(ready("http://h.test").allows("http://h.test/a"));
    assertTrue(ready("http://h.test").allows("http://h.test/b"));
  }

  private void redirects(int count) throws IOException {
    String url = "http://h.test/robots.txt";
    for (int i = 1; i <= count; i++) {
      String target = "http://h" + i + ".test/r";
      assertEquals(new RobotsCache.Wanted(url), cache.lookUp("http://h.test"));
      cache.completeMoved(url, target);
      url = target;
    }
  }

  @Test
  void section2x3x1x2FiveRedirectsAreFollowedAcrossHosts() throws IOException {
    redirects(5);
    assertEquals(new RobotsCache.Wanted("http://h5.test/r"), cache.lookUp("http://h.test"));
    cache.complete("http://h5.test/r", 200, CLOSED);
    // The rules hold for the host that was asked first.
    assertFalse(ready("http://h.test").allows("http://h.test/a"));
    assertInstanceOf(RobotsCache.Wanted.class, cache.lookUp("http://h5.test"));
  }

  @Test
  void section2x3x1x2MoreThanFiveRedirectsAreNotFollowed() throws IOException {
    redirects(6);
    // The RFC would let it pass for "unavailable", which allows all; not knowing is no permission.
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://h.test"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 451, 499})
  void section2x3x1x3AnUnavailableFileAllowsAll(int status) throws IOException {
    cache.complete("http://h.test/robots.txt", status, CLOSED);
    assertTrue(ready("http://h.test").allows("http://h.test/a"));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504, 599})
  void section2x3x1x4AServerErrorForbidsAll(int status) throws IOException {
    cache.complete("http://h.test/robots.txt", status, CLOSED);
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://h.test"));
  }

  @Test
  void section2x3x1x4ANetworkErrorForbidsAll() throws IOException {
    cache.completeFailed("http://h.test/robots.txt", "connection refused");
    assertEquals(
        new RobotsCache.Unreachable("robots.txt: connection refused"),
        cache.lookUp("http://h.test"));
  }
}
