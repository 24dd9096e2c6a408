package org.orbweaver.crawler.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitTest {
  private static final long NOW = 1_700_000_000_000L;

  /** Fields as "name: value"; a bar separates them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = true,
      value = {
        // The draft's examples.
        "`RateLimit: \"default\";r=50;t=30` ; 50 of 30000",
        "`RateLimit-Policy: \"permin\";q=50;w=60,\"perhr\";q=1000;w=3600|"
            + "RateLimit: \"permin\";r=20;t=23, \"perhr\";r=399;t=2402` ; 399 of 2402000",
        "`RateLimit: \"a\";r=9;t=1|ratelimit: \"b\";r=0;t=7` ; 0 of 7000",
        // Without a time the policy's window counts, and without that nothing is known.
        "`RateLimit-Policy: \"a\";q=9;w=60|RateLimit: \"a\";r=3` ; 3 of 60000",
        "`RateLimit: \"a\";r=3` ;",
        // Other units than requests.
        "`RateLimit-Policy: \"a\";q=9;w=60;qu=\"content-bytes\"|RateLimit: \"a\";r=0;t=5` ;",
        "`RateLimit-Policy: \"a\";q=9;w=60;qu=\"requests\"|RateLimit: \"a\";r=0;t=5` ; 0 of 5000",
        "`RateLimit-Policy: 100;w=60|RateLimit: default;r=1;t=7` ; 1 of 7000",
        // Malformed.
        "`RateLimit: \"a\";r=0, t=10` ;",
        "`RateLimit: \"a\";r=-1;t=10` ;",
        "`RateLimit: \"a\";r=1.5;t=10` ;",
        "`RateLimit: (((((` ;",
        "`X-RateLimit-Remaining: none|X-RateLimit-Reset: 5` ;",
        "`X-RateLimit-Remaining: 5` ;",
        // Older forms.
        "`RateLimit: limit=100, remaining=4, reset=5` ; 4 of 5000",
        "`RateLimit-Limit: 100|RateLimit-Remaining: 4|RateLimit-Reset: 5` ; 4 of 5000",
        "`X-RateLimit-Remaining: 98.0|X-RateLimit-Reset: 1.2` ; 98 of 1200",
        "`X-RateLimit-Remaining: 0|X-RateLimit-Reset: 1700000060` ; 0 of 60000",
        "`X-RateLimit-Remaining: 0|X-RateLimit-Reset: 1699999999` ; 0 of 0",
        "`X-Rate-Limit-Remaining: 0|X-Rate-Limit-Reset: 1700000060500` ; 0 of 60500",
      })
  void quotaIsRead(String fields, String expected) {
    List<FetchedPage.Header> headers =
        Arrays.stream(fields.split("[|]", -1))
            .map(field -> field.split(": ", 2))
            .map(field -> new FetchedPage.Header(field[0], field[1]))
            .toList();
    FetchedPage answer = new FetchedPage(200, headers, new byte[0], FetchedPage.Truncation.NONE);
    assertEquals(
        Optional.ofNullable(expected),
        RateLimit.of(answer, NOW).map(quota -> quota.remaining() + " of " + quota.resetMs()));
  }
}
