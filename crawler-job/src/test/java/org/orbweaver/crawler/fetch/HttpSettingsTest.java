package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.crawler.http.HttpSettings;
import org.orbweaver.crawler.http.ProxySettings;

/** The properties of a request, from the configuration. */
class HttpSettingsTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void theDefaults() {
    HttpSettings settings = FetchSettings.http(conf);
    assertEquals(100, settings.times().minRate());
    assertNull(settings.proxy());
    conf.set("orbweaver.fetch.min.rate", "0");
    assertEquals(0, FetchSettings.http(conf).times().minRate());
  }

  /** HTML stays acceptable. */
  @Test
  void markdownIsPreferredIfWanted() {
    String html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    assertEquals(html, FetchSettings.http(conf).headers().accept());
    conf.set("orbweaver.fetch.markdown", "true");
    assertEquals("text/markdown," + html, FetchSettings.http(conf).headers().accept());
  }

  @Test
  void aProxyAsNutchNamesIt() {
    conf.set("http.proxy.host", " proxy.test ");
    assertEquals(
        new ProxySettings(ProxySettings.Protocol.HTTP, "proxy.test", 8080, "", "", Set.of()),
        FetchSettings.http(conf).proxy());
    conf.set("http.proxy.port", "3128");
    conf.set("http.proxy.username", "user");
    conf.set("http.proxy.password", "pass");
    conf.set("http.proxy.exception.list", "A.test, b.test");
    assertEquals(
        new ProxySettings(
            ProxySettings.Protocol.HTTP,
            "proxy.test",
            3128,
            "user",
            "pass",
            Set.of("a.test", "b.test")),
        FetchSettings.http(conf).proxy());
    conf.set("http.proxy.username", "");
    conf.set("http.proxy.type", "socks");
    assertEquals(ProxySettings.Protocol.SOCKS, FetchSettings.http(conf).proxy().type());
  }

  @ParameterizedTest
  @CsvSource({
    "orbweaver.fetch.ports, 80-x",
    "orbweaver.fetch.min.rate, -1",
    "http.proxy.type, FTP",
    "http.proxy.port, 0"
  })
  void whatIsWrongIsNamed(String name, String value) {
    conf.set("http.proxy.host", "proxy.test");
    conf.set(name, value);
    OrbException e = assertThrows(OrbException.class, () -> FetchSettings.http(conf));
    String message = e.getMessage();
    assertTrue(message.contains(name) || message.contains("http.proxy.*"), message);
    assertTrue(message.contains(value), message);
  }
}
