package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  /** Underscores are spaces. */
  @ParameterizedTest
  @CsvSource({
    "'1,000', 1000",
    "1.000, 1000",
    "1'000, 1000",
    "1\u202f000, 1000",
    "'12,345,678', 12345678",
    "12.345.678, 12345678",
    "'18,230.47', 18230.47",
    "'18.230,47', 18230.47",
    "2024_03_05, 20240305",
    "05_03_2024, 20240305 20240503",
    "05_05_2024, 20240505",
    "31_03_2024, 20240331",
    "5.3.2024, 20240305",
    "2024.3.5, 20240305",
    "5_march_2024, 20240305",
    "march_5_2024, 20240305",
    "mar_5th_2024, 20240305",
    "5_marz_2024, 20240305",
    "5_de_marzo_de_2024, 20240305",
    "1er_mars_2024, 20240301",
    "5_марта_2024, 20240305",
  })
  void oneForm(String spelled, String forms) {
    assertEquals(List.of(forms.split(" ")), Numbers.of(List.of(spelled.split("_"))));
  }

  @ParameterizedTest
  @CsvSource({
    "1000",
    "2024",
    "3.14",
    "'1,00'",
    "'1,0000'",
    "'1,000.000.000'",
    "0.123",
    "'0,123'",
    "'1,234.567,8'",
    "1.2.3",
    "192.168.0.1",
    "32_03_2024",
    "30_02_2024",
    "2024_13_01",
    "march_2024",
    "5_march",
    "march_of_2024",
    "march_april_2024",
    "x_5_2024",
    "31.4.2024",
    "'123,456,789,012,345,678,901'",
  })
  void othersHaveNone(String spelled) {
    assertEquals(List.of(), Numbers.of(List.of(spelled.split("_"))));
  }

  @Test
  void spacesGroupDigits() {
    assertEquals(List.of("1000"), Numbers.of(List.of("1", "000")));
    assertEquals(List.of("1234567"), Numbers.of(List.of("1", "234", "567")));
    assertEquals(List.of(), Numbers.of(List.of("1234", "567")));
    assertEquals(List.of(), Numbers.of(List.of("0", "567")));
    assertEquals(List.of(), Numbers.of(List.of("1", "56")));
  }

  @Test
  void theLanguageOfAPageDecides() {
    assertEquals(List.of("1000"), Numbers.ofWord("1,000", "en"));
    assertEquals(List.of(), Numbers.ofWord("1.000", "en"));
    assertEquals(List.of(), Numbers.ofWord("1,000", "de"));
    assertEquals(List.of("1000"), Numbers.ofWord("1.000", "de"));
    assertEquals(List.of("1000000"), Numbers.ofWord("1.000.000", "en"));
  }
}
