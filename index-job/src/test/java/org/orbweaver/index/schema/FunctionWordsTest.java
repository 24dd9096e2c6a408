package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionWordsTest {
  @ParameterizedTest
  @CsvSource({
    "how do I resize a partition before installing Debian, en, a before do how i",
    "wie kann ich die Daten sichern, de, die ich kann wie",
    "comment est-ce que je signale un bogue, fr, ce je que un",
    "как мне правильно выключить мой компьютер, ru, как мне мой",
    "jak mám vypnout svůj počítač a proč to tak je, cs, a jak je proc tak to",
    // What a word means depends on the language of the others.
    "that is the man who has the hat, en, has is that the who",
    // One is no evidence.
    "die hard, '', ''",
    // If there is nothing else, they are what is meant.
    "to be or not to be, en, ''",
  })
  void ofTheLanguageOfTheText(String text, String language, String expected) {
    List<String> words = Analysis.words(text).stream().map(Analysis.Word::exact).toList();
    Set<String> languages = FunctionWords.languages(words);
    assertEquals(language, String.join(" ", languages));
    assertEquals(expected, String.join(" ", new TreeSet<>(FunctionWords.of(languages, words))));
  }
}
