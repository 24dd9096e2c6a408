package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class UrlPartsTest {
  @Test
  void host() {
    assertEquals("www.example.org", UrlParts.host("http://WWW.example.org:8080/a?b#c"));
    assertEquals("example.org", UrlParts.host("https://user:secret@example.org"));
    assertEquals("[::1]", UrlParts.host("http://[::1]/"));
    assertEquals("", UrlParts.host("mailto:a@b.org"));
    assertEquals("", UrlParts.host("http://"));
  }

  @Test
  void sitesAreTheHostAndWhatIsAboveIt() {
    assertEquals(
        List.of("www.example.org", "example.org", "org"), UrlParts.sites("www.example.org"));
    assertEquals(List.of("127.0.0.1"), UrlParts.sites("127.0.0.1"));
    assertEquals(List.of("localhost"), UrlParts.sites("localhost"));
    assertEquals(List.of(), UrlParts.sites(""));
  }

  @Test
  void domainIsByThePublicSuffixList() {
    assertEquals("example.co.uk", UrlParts.domain("www.example.co.uk"));
    assertEquals("localhost", UrlParts.domain("localhost"));
    assertEquals("10.0.0.1", UrlParts.domain("10.0.0.1"));
  }

  @Test
  void words() {
    assertEquals(
        "www example org docs create table html q a b",
        UrlParts.words("http://www.example.org/docs/create_table.html?q=a%20b"));
    assertEquals("a org 100 x", UrlParts.words("http://a.org/100%x"));
  }
}
