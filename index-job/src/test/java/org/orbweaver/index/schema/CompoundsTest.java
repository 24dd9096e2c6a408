package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompoundsTest {
  private static List<String> parts(String language, String word) {
    return Compounds.in(language).orElseThrow().parts(word);
  }

  @ParameterizedTest
  @CsvSource({
    "de, quellcode, quell code",
    "de, sicherheitslücken, sicherheit lücken",
    "de, festplattenspeicher, festplatten speicher",
    "de, systemtyp, system typ",
    "de, dateisystemtyp, datei dateisystem system systemtyp typ",
    "nl, netwerkkaart, netwerk kaart",
    "nl, besturingssysteem, besturing systeem",
    "nl, geheugenkaartlezers, geheugen geheugenkaart kaart kaartlezers lezers",
  })
  void partsAndWhatTheyMakeUp(String language, String word, String parts) {
    assertEquals(List.of(parts.split(" ")), parts(language, word));
  }

  @ParameterizedTest
  @CsvSource({
    "de, netzwerk", // is a word of its own
    "de, verschiedene",
    "de, administrator",
    "de, schrittweise",
    "de, vielleicht",
    "de, xsystem",
    "de, systems",
    "nl, toestand",
    "nl, probleemloos",
    "nl, waarschijnlijk",
  })
  void otherWordsAreWhole(String language, String word) {
    assertEquals(List.of(), parts(language, word));
  }

  @Test
  void anSMayLinkPartsOrBeginOne() {
    assertEquals(List.of("beheers", "taken"), parts("nl", "beheerstaken"));
    assertEquals(List.of("verwaltung", "teile"), parts("de", "verwaltungsteile"));
    assertEquals(List.of("basis", "stappen"), parts("nl", "basisstappen"));
    assertEquals(List.of("system", "speicher"), parts("de", "systemspeicher"));
  }

  @Test
  void wordsOfAnyLength() {
    assertEquals(List.of(), parts("de", ""));
    assertEquals(List.of(), parts("de", "system".repeat(50)));
    assertEquals(List.of(), parts("de", "s".repeat(60)));
    assertEquals(27, parts("de", "system".repeat(10)).size(), "10 of one, 9 of two, 8 of three");
  }

  @Test
  void otherLanguagesHaveNoList() {
    assertTrue(Compounds.in("sv").isEmpty());
  }
}
