package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
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
  private static List<Map<String, String>> cases;

  @BeforeAll
  static void read() throws IOException {
    Path file =
        Path.of(System.getProperty("orbweaver.shared", "absent"), "data/urls/wpt-urltestdata.json");
    Assumptions.assumeTrue(Files.exists(file), "no WPT cases at " + file);
    cases = new ArrayList<>();
    try (var json = new JsonFactory().createParser(file.toFile())) {
      json.nextToken();
      for (JsonToken token = json.nextToken();
          token != JsonToken.END_ARRAY;
          token = json.nextToken()) {
        if (token != JsonToken.START_OBJECT) {
          continue;
        }
        Map<String, String> fields = new HashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
          String name = json.currentName();
          if (json.nextToken() == JsonToken.VALUE_NULL) {
            continue;
          }
          fields.put(name, json.getText());
        }
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
   * What fails there fails here, and the host is always the standard's, but for one dot at its end.
   */
  @Test
  void agreesOnFailuresAndHosts() {
    int same = 0;
    int hostsRefused = 0;
    List<String> wrong = new ArrayList<>();
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
        continue;
      }
      if (url == null) {
        hostsRefused++;
      } else if (!url.host().equals(withoutLastDot(c.get("hostname")))
          || !c.get("port").equals(url.port() < 0 ? "" : String.valueOf(url.port()))) {
        wrong.add(c.get("input") + " gave " + url);
      } else if (url.path().equals(c.get("pathname"))
          && c.get("search").equals(url.query() == null ? "" : "?" + url.query())) {
        same++;
      }
    }
    // The five or so known: xn-- labels are taken as they are, without checking what they decode
    // to.
    assertTrue(wrong.size() <= 5, wrong.size() + ":\n" + String.join("\n", wrong));
    assertTrue(hostsRefused <= 5, hostsRefused + " hosts refused that browsers take");
    assertTrue(same >= 180, same + " the same to the letter");
  }
}
