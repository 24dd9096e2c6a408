package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RobotsCacheTest {
  private static final byte[] CLOSED = "User-agent: *\nDisallow: /\n".getBytes(UTF_8);
  private final RobotsCache cache = new RobotsCache(List.of("orbweaver"));

  private RobotsRules ready(String origin) {
    return assertInstanceOf(RobotsCache.Ready.class, cache.lookUp(origin)).rules();
  }

  @Test
  void asksOnceThenAnswers() {
    assertEquals(new RobotsCache.Ask("http://a.test/robots.txt"), cache.lookUp("http://a.test"));
    cache.complete("http://a.test/robots.txt", 200, CLOSED);
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 451})
  void unavailableAllows(int status) {
    cache.complete("http://a.test/robots.txt", status, CLOSED);
    assertTrue(ready("http://a.test").allows("http://a.test/x"));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503, 599})
  void unreachableForbids(int status) {
    cache.complete("http://a.test/robots.txt", status, CLOSED);
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://a.test"));
  }

  @Test
  void redirectIsFollowedAndItsTargetSharedByOrigins() {
    cache.completeMoved("http://a.test/robots.txt", "http://b.test/robots.txt");
    assertEquals(new RobotsCache.Ask("http://b.test/robots.txt"), cache.lookUp("http://a.test"));
    cache.complete("http://b.test/robots.txt", 200, CLOSED);
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
    assertFalse(ready("http://b.test").allows("http://b.test/x"));
  }

  @Test
  void ringAndLongChainEnd() {
    cache.completeMoved("http://a.test/robots.txt", "http://a.test/robots.txt");
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://a.test"));
    cache.completeMoved("http://c.test/robots.txt", "http://c.test/1");
    for (int i = 1; i < 5; i++) {
      cache.completeMoved("http://c.test/" + i, "http://c.test/" + (i + 1));
    }
    assertEquals(new RobotsCache.Ask("http://c.test/5"), cache.lookUp("http://c.test"));
    cache.completeMoved("http://c.test/5", "http://c.test/6");
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://c.test"));
  }
}
