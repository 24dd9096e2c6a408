package org.orbweaver.common.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarTest {
  private static final List<String> NAMES =
      List.of("--rounds", "--top-n", "--top", "--stay", "--no-index", "--sitemap", "--sitemaps");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--round   | ; did you mean --rounds?",
        "--ruonds  | ; did you mean --rounds?",
        "--topn    | ; did you mean --top or --top-n?",
        "--sitemp  | ; did you mean --sitemap or --sitemaps?",
        "--noindex | ; did you mean --no-index?",
        "--stay    | ''",
        "--verbose | ''",
        "-x        | ''",
      })
  void namesTheNearestOrNone(String word, String hint) {
    assertEquals(hint, Similar.hint(word, NAMES));
  }
}
