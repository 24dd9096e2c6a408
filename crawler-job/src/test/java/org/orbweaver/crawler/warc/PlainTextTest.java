package org.orbweaver.crawler.warc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {
  /** What an owner says in elements is unknown if parse did not come to its end. */
  @ParameterizedTest
  @CsvSource({
    ParseStatus.SUCCESS + ", 0, true",
    ParseStatus.SUCCESS + "," + ParseStatus.SUCCESS_REDIRECT + ", true",
    ParseStatus.FAILED + "," + ParseStatus.FAILED_INVALID_FORMAT + ", true",
    ParseStatus.FAILED + "," + ParseStatus.FAILED_TRUNCATED + ", false",
    ParseStatus.FAILED + "," + ParseStatus.FAILED_EXCEPTION + ", false",
  })
  void wishesAreKnown(int major, int minor, boolean known) {
    ParseData data =
        new ParseData(
            new ParseStatus(major, minor), "", new Outlink[0], new Metadata(), new Metadata());
    assertEquals(known, PlainText.hasWishes(data));
  }
}
