package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostSuffixesTest {
  @ParameterizedTest
  @CsvSource({
    "www.example.com, com, example.com, com, example.com",
    "news.bbc.co.uk, co.uk, bbc.co.uk, co.uk, bbc.co.uk",
    "a.b.github.io, io, github.io, github.io, b.github.io",
    "github.io, io, github.io, github.io,",
    "com, com,, com,",
    "localhost,,,,",
    "''      ,,,,",
    "192.0.2.7,,,,",
    "[2001:db8::1],,,,",
  })
  void registriesAndPrivateOrganisations(
      String host, String suffix, String domain, String privateSuffix, String privateDomain) {
    assertEquals(
        new HostSuffixes(suffix, domain, privateSuffix, privateDomain), HostSuffixes.of(host));
  }
}
