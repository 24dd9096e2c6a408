package org.orbweaver.crawler.duplicate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.duplicate.Copy.Preference;

class CopyTest {
  private static Copy copy(String text) {
    String[] fields = text.split(" ");
    return new Copy(
        fields[0],
        fields.length < 2 ? 1 : Float.parseFloat(fields[1]),
        fields.length < 3 ? 0 : Long.parseLong(fields[2]));
  }

  /** The first copy is the better one; each is URL, score and time. */
  @ParameterizedTest
  @CsvSource({
    "SCORE,         http://a/bb 2,              http://a/ 1",
    "SCORE SHORT,   http://a/b 1,               http://a/bb 1",
    "SHORT,         http://a/%41,               http://a/bb",
    "SHORT,         http://a/bbb,               http://a/%zz1",
    "SHORT,         http://a/b,                 http://a/c",
    "'',            http://a/b,                 http://a/c 5",
    "HTTPS,         https://a/long,             http://a/",
    "NEWER,         http://a/doc/15/index.html, http://a/doc/9.6/index.html",
    "NEWER,         http://a/doc/15.2/x,        http://a/doc/15/x",
    "NEWER,         http://a/current/x99,       http://a/15/x100",
    "NEWER,         http://llvm15.test/x,       http://llvm14.test/x",
    "NEWER,         http://a/15/x,              http://a/x?v=99/",
    "NEWER,         http://a/2/x,               http://a/x",
    "NEWER SHORT,   http://a/concurrent/x,      http://a/concurrently/x",
    "EARLIER,       http://a/long 1 5,          http://a/ 2 6",
  })
  void ordersByPreferencesThenUrl(String preferences, String better, String worse) {
    List<Preference> order =
        Stream.of(preferences.split(" "))
            .filter(p -> !p.isEmpty())
            .map(Preference::valueOf)
            .toList();
    Copy[] copies = {copy(worse), copy(better)};
    Arrays.sort(copies, Copy.order(order));
    assertEquals(copy(better), copies[0]);
  }
}
