package org.orbweaver.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkedListWebTest {
  private static final LinkedListWeb.Size SIZE = new LinkedListWeb.Size(3, 4, 3);

  private final LinkedListWeb web = LinkedListWeb.start(5, SIZE, LinkedListWeb.Faults.NONE);

  @AfterEach
  void stop() {
    web.close();
  }

  private static String get(String url, FakeWeb server) throws Exception {
    URI uri = URI.create(url);
    try (RawClient client = new RawClient(server)) {
      return client
          .send(
              "GET "
                  + uri.getPath()
                  + " HTTP/1.1\r\nHost: "
                  + uri.getHost()
                  + "\r\nConnection: close\r\n\r\n")
          .readAll();
    } catch (SocketException e) {
      return ""; // A reset.
    }
  }

  private Map<String, String> fetched() {
    Map<String, String> statuses = new HashMap<>();
    web.urls().forEach(url -> statuses.put(url, "db_fetched"));
    return statuses;
  }

  private Map<String, List<String>> inlinks() {
    Map<String, List<String>> inlinks = new HashMap<>();
    web.edges().forEach((from, to) -> inlinks.put(to, List.of(from)));
    return inlinks;
  }

  @Test
  void onlyItsPredecessorOnAnotherHostNamesAPage() throws Exception {
    assertEquals(12, web.urls().size());
    assertEquals(9, web.edges().size());
    for (String url : web.urls()) {
      String html = get(url, web.web());
      for (String other : web.urls()) {
        assertEquals(other.equals(web.edges().get(url)), html.contains(other), url);
      }
      String next = web.edges().get(url);
      assertTrue(next == null || !URI.create(next).getHost().equals(URI.create(url).getHost()));
    }
    assertTrue(web.compareRequests(Duration.ZERO).isEmpty());
  }

  @Test
  void aSeedDecidesPagesAndFaults() {
    assertEquals(paths(6, LinkedListWeb.Faults.SOME), paths(6, LinkedListWeb.Faults.SOME));
    assertNotEquals(paths(6, LinkedListWeb.Faults.SOME), paths(7, LinkedListWeb.Faults.SOME));
  }

  private static List<String> paths(long seed, LinkedListWeb.Faults faults) {
    try (LinkedListWeb web = LinkedListWeb.start(seed, SIZE, faults)) {
      return web.urls().stream().map(url -> url.replaceFirst(":\\d+", "")).toList();
    }
  }

  @Test
  void aLostPageIsOneHoleOfItsList() {
    Map<String, String> statuses = fetched();
    assertTrue(web.comparePages(statuses).isEmpty());
    statuses.remove(web.urls().get(5));
    statuses.remove(web.urls().get(6));
    statuses.put("http://other.test/", "db_fetched");
    Differences differences = web.comparePages(statuses);
    assertEquals(2, differences.count());
    assertTrue(differences.toString().contains("list 1 is lost at page 1 of 4"), "" + differences);
    statuses.put(web.urls().get(5), "db_unfetched");
    assertTrue(web.comparePages(statuses).toString().contains("is db_unfetched"));
  }

  @Test
  void aMissingRepeatedOrForeignLinkDiffers() {
    Map<String, List<String>> inlinks = inlinks();
    assertTrue(web.compareLinks(inlinks).isEmpty());
    List<String> urls = web.urls();
    inlinks.remove(urls.get(1));
    inlinks.put(urls.get(2), List.of(urls.get(1), urls.get(1)));
    inlinks.put(urls.get(0), List.of(urls.get(3)));
    assertEquals(3, web.compareLinks(inlinks).count());
  }

  @Test
  void aRepeatedRequestDiffersUnlessItWasUnderWayAtAnInterruption() throws Exception {
    String url = web.seeds().get(0);
    get(url, web.web());
    var interruption = new LinkedListWeb.Interruption(System.nanoTime(), Duration.ofMinutes(1));
    assertTrue(web.compareRequests(Duration.ZERO).isEmpty());
    get(url, web.web());
    assertEquals(1, web.compareRequests(Duration.ZERO).count());
    assertTrue(web.compareRequests(Duration.ZERO, interruption).isEmpty());
    var saved = new LinkedListWeb.Interruption(interruption.nanos(), Duration.ZERO);
    assertEquals(1, web.compareRequests(Duration.ZERO, saved).count());
  }

  @Test
  void aRequestThatIsTooSoonDiffers() throws Exception {
    String host = URI.create(web.urls().get(0)).getHost();
    get(web.web().url(host, "/robots.txt"), web.web());
    get(web.web().url(host, "/other"), web.web());
    assertTrue(web.compareRequests(Duration.ZERO).isEmpty());
    Differences differences = web.compareRequests(Duration.ofHours(1));
    assertEquals(1, differences.count());
    assertTrue(differences.toString().contains(host + " was asked for /other"), "" + differences);
  }

  @Test
  void faultsComeBeforeThePage() throws Exception {
    var faults = new LinkedListWeb.Faults(1, Duration.ZERO, Duration.ZERO);
    try (LinkedListWeb faulty = LinkedListWeb.start(5, SIZE, faults)) {
      for (String url : faulty.seeds()) {
        assertFalse(get(url, faulty.web()).contains("</a>"), url);
        get(url, faulty.web());
        assertTrue(get(url, faulty.web()).contains("</a>"), url);
      }
    }
  }
}
