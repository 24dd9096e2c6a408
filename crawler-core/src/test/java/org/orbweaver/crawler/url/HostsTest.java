package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsTest {
  @ParameterizedTest
  @CsvSource({
    "http://www.example.co.uk/a, www.example.co.uk, example.co.uk",
    "https://a.b.example.org:8080/, a.b.example.org, example.org",
    "http://example.org./a, example.org, example.org",
    "http://www.example.org.:81/, www.example.org, example.org",
    "http://user:1@Example.org/, example.org, example.org",
    "http://user:12/pw@Example.org/, user, user",
    "http://alice.github.io/x, alice.github.io, alice.github.io",
    "http://127.0.0.1:80/, 127.0.0.1, 127.0.0.1",
    "http://[::1]/, [::1], [::1]",
    "http://localhost/, localhost, localhost",
    "http://co.uk/, co.uk, co.uk",
    "mailto:a@b.org, '', ''",
  })
  void namesHostAndRegisteredDomain(String url, String host, String domain) {
    assertEquals(host, Hosts.host(url));
    assertEquals(domain, Hosts.domainOf(url));
  }

  @Test
  void modesGroupHosts() {
    String url = "http://www.example.org/";
    assertEquals("www.example.org", HostMode.HOST.groupOf(url));
    assertEquals("example.org", HostMode.DOMAIN.groupOf(url));
    assertEquals("www.example.org", HostMode.IP.groupOf(url));
  }
}
