package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The web platform's own URL cases (wpt, url/resources/urltestdata.json). */
class WebPlatformUrlsTest {
  /** URLs that the standard accepts and a crawler refuses, with the reasons. */
  private static final Map<String, String> STRICTER =
      Map.of(
          "http://./", "no name",
          "http://../", "an empty label",
          "http://foo.09../", "an empty label",
          "http://!\"$&'()*+,-.;=_`{}~/", "no name on the Internet has such characters");

  /** Number of http and https cases that the standard accepts and that agree. */
  private static final int AGREED = 243;

  private static List<Map<String, String>> cases;

  @BeforeAll
  static void read() throws IOException {
    Path file =
        Path.of(System.getProperty("orbweaver.shared", "absent"), "data/urls/wpt-urltestdata.json");
    Assumptions.assumeTrue(Files.exists(file), "no WPT cases at " + file);
    cases = new ArrayList<>();
    for (JsonNode node : new ObjectMapper().readTree(file.toFile())) {
      if (node.isObject()) { // The others are comments.
        Map<String, String> fields = new HashMap<>();
        node.fieldNames().forEachRemaining(name -> fields.put(name, node.get(name).asText(null)));
        cases.add(fields);
      }
    }
    assertEquals(891, cases.size());
  }

  private static String withoutLastDot(String host) {
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  @Test
  void neverThrowsAndIsStable() {
    var normalizer = new UrlNormalizer();
    for (Map<String, String> c : cases) {
      String base = c.get("base");
      String result =
          base == null
              ? normalizer.normalize(c.get("input"))
              : normalizer.resolve(base, c.get("input"));
      if (result != null) {
        assertEquals(result, normalizer.normalize(result), c.toString());
      }
    }
  }

  /**
   * Each case agrees with the standard: a failure there is a failure here, and its result is the
   * same page here, in {@link UrlNormalizer}'s stricter spelling. Hosts are compared as they are.
   */
  @Test
  void everyCaseAgreesOrIsListed() {
    int agreed = 0;
    List<String> wrong = new ArrayList<>();
    Map<String, String> unused = new HashMap<>(STRICTER);
    for (Map<String, String> c : cases) {
      WebUrl base = c.get("base") == null ? null : UrlParser.parse(c.get("base"), null);
      if (c.get("base") != null && base == null) {
        continue;
      }
      WebUrl url = UrlParser.parse(c.get("input"), base);
      String protocol = c.getOrDefault("protocol", "");
      boolean web = protocol.equals("http:") || protocol.equals("https:");
      if (c.containsKey("failure") || !web) {
        if (url != null) {
          wrong.add(c.get("input") + " gave " + url);
        }
      } else if (url == null) {
        if (!STRICTER.containsKey(c.get("href"))) {
          wrong.add(c.get("href") + " refused");
        }
        unused.remove(c.get("href"));
      } else if (!url.host().equals(withoutLastDot(c.get("hostname")))
          || !url.equals(UrlParser.parse(c.get("href"), null))) {
        wrong.add(c.get("input") + " gave " + url + ", not " + c.get("href"));
      } else {
        agreed++;
      }
    }
    assertEquals(List.of(), wrong);
    assertEquals(Map.of(), unused, "no longer refused");
    assertEquals(AGREED, agreed);
  }
}
