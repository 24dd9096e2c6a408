package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.browser.ResourceRequest;
import org.orbweaver.crawler.site.Sites;

class ResourceFetchTest {
  private static final Sites SITES =
      Sites.parse(
          """
          [domain member.example]
          headers X-Api-Key ${env:TOKEN}
          [domain inner.example]
          private-addresses 10.0.0.0/8
          """);

  @ParameterizedTest
  @CsvSource({
    "https://a.example/, https://cdn.example/lib.js, true",
    "https://a.example/, https://www.member.example/api, false",
    "https://www.member.example/, https://www.member.example/api, true",
    "https://a.example/, http://wiki.inner.example/api, false",
    "http://wiki.inner.example/, http://api.inner.example/, true",
    "http://wiki.inner.example/, https://cdn.example/lib.js, true",
    "http://wiki.inner.example/, https://www.member.example/api, false",
    "https://a.example/, ftp://cdn.example/lib.js, false"
  })
  void whatBelongsToASiteIsRequestedForItsPagesAlone(String page, String url, boolean isMade) {
    ResourceRequest request =
        new ResourceRequest(page, url, ResourceRequest.Kind.DATA, List.of(), null);
    assertEquals(isMade, ResourceFetch.refusal(request, SITES) == null);
  }
}
