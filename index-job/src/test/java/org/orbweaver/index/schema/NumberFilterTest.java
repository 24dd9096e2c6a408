package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberFilterTest {
  /** The numbers and dates of a page, in one form. */
  private static List<String> forms(String lang, String text) throws IOException {
    List<String> forms = new ArrayList<>();
    try (TokenStream words = Analysis.ofStored(lang).tokenStream("", text)) {
      CharTermAttribute term = words.getAttribute(CharTermAttribute.class);
      words.reset();
      while (words.incrementToken()) {
        if (term.toString().startsWith(NumberFilter.TAG)) {
          forms.add(term.toString().substring(NumberFilter.TAG.length()));
        }
      }
      words.end();
    }
    return forms;
  }

  @ParameterizedTest
  @CsvSource({
    "of 2024, ''",
    "End of 2024, ''",
    "de 2024, ''",
    "5 de 2024, ''",
    "march of 2024, ''",
    "of of of of of of of 2024, ''",
    "5 of of of of march of 2024, ''",
    "5 march of of of of 2024, ''",
    "x 2024 of 2025 of march of 5, ''",
    "5 march 2024, 20240305",
    "5 of march 2024, 20240305",
    "5 of march of 2024, 20240305",
    "End of 2024 and 5 march 2025, 20250305",
    "2024 march 5, 20240305",
  })
  void datesAreWhereAllOfThemIs(String text, String forms) throws IOException {
    assertEquals(forms, String.join(" ", forms("en", text)));
  }

  @Test
  void whateverStandsTogetherIsANumberOrNone() throws IOException {
    String[] words = {
      "of",
      "de",
      "del",
      "march",
      "mar",
      "5",
      "31",
      "5th",
      "1er",
      "2024",
      "1999",
      "0",
      "000",
      "123",
      "1,000",
      "1.000",
      "5.3.2024",
      "2024.3.5",
      "3.14",
      "x",
      "word",
      "٣",
      "日",
      "999999999999999"
    };
    String[] separators = {" ", " ", "-", "/", ".", ", ", "\u00a0", "\n", ""};
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(9); i >= 0; i--) {
        text.append(words[random.nextInt(words.length)]);
        text.append(separators[random.nextInt(separators.length)]);
      }
      String lang = List.of("en", "de", "fr", "es", "ja", "").get(random.nextInt(6));
      for (String form : forms(lang, text.toString())) {
        assertTrue(form.matches("[1-9]\\d{3,14}(\\.\\d+)?"), seed + " " + text + ": " + form);
      }
    }
  }
}
