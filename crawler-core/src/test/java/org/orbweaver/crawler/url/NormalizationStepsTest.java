package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalizationStepsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://a.org/ | ''",
        "HTTP://a.org/ | scheme lowercased",
        "http://A.org/ | host lowercased",
        "http://a.org./ | trailing dot of the host removed",
        "http://a.org:80/ | default port removed",
        "http://a.org | path '/' added",
        "http://a.org/b/../c | dot segments resolved",
        "http://a.org/b\\c | backslashes replaced by slashes",
        "http://a.org/%7Eb | percent-encoding of the path normalized",
        "http://a.org/? | empty query removed",
        "http://me:secret@a.org/ | user information removed",
        "http://a.org/b?x=1&PHPSESSID=0123456789abcdef0123456789abcdef | session ID removed",
        "http://a.org/#top | fragment removed",
        "http://bücher.org/ | host written xn--bcher-kva.org",
      })
  void saysWhatWasChanged(String input, String expected) {
    String normal = new UrlNormalizer().normalize(input);
    assertEquals(expected, String.join(", ", NormalizationSteps.between(input, normal)));
  }

  @ParameterizedTest
  @CsvSource({
    "mailto:a@b.org, scheme",
    "ftp://a.org/, scheme",
    "www.a.org/x, malformed",
    "http://, malformed",
    "http://a.org:99999/, malformed",
    "http://a b/, malformed",
  })
  void saysWhyATextIsNoUrl(String input, String cause) {
    assertEquals(null, new UrlNormalizer().normalize(input));
    assertEquals(cause, NormalizationSteps.refusal(input).cause());
  }
}
