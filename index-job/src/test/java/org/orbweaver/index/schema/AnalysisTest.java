package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.schema.Analysis.Word;

class AnalysisTest {
  private static List<String> terms(String lang, String text) throws IOException {
    List<String> terms = new ArrayList<>();
    try (Analysis.ByLanguage analyzer = new Analysis.ByLanguage()) {
      analyzer.language(lang);
      collect(analyzer, text, terms);
    }
    return terms;
  }

  /** Terms; a slash precedes those at the position of the one before. */
  private static void collect(Analyzer analyzer, String text, List<String> terms)
      throws IOException {
    try (TokenStream stream = analyzer.tokenStream("body", text)) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      PositionIncrementAttribute increment = stream.getAttribute(PositionIncrementAttribute.class);
      OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        assertTrue(offset.endOffset() <= text.length());
        terms.add((increment.getPositionIncrement() == 0 ? "/" : "") + term);
      }
      stream.end();
    }
  }

  @Test
  void englishPagesCarryStemsAtTheWordsOwnPosition() throws IOException {
    assertEquals(
        List.of("creating", "/creat", "the", "tables", "/tabl"),
        terms("en", "Creating the Tables"));
    assertEquals(List.of("creating", "/creat"), terms("en-gb", "creating"));
    assertEquals(List.of("creating", "/creat"), terms("", "creating"));
  }

  @Test
  void stemsOfOtherLanguagesCarryTheirLanguage() throws IOException {
    assertEquals(List.of("die", "tabellen", "/~de:tabell"), terms("de", "die Tabellen"));
    assertEquals(List.of("noten", "/~de:not"), terms("de", "Noten"));
    assertEquals(
        List.of("nacoes", "/~pt:naca", "nacao", "/~pt:naca"), terms("pt-br", "Nações nação"));
    assertEquals(List.of("tabellen"), terms("vi", "Tabellen"));
  }

  @Test
  void frequentAndShortWordsAndNumbersHaveNoStems() throws IOException {
    assertEquals(List.of("und", "42", "km", "3com"), terms("de", "und 42 km 3com"));
  }

  @Test
  void aPageTakesItsOwnLanguageAfterAnother() throws IOException {
    List<String> terms = new ArrayList<>();
    try (Analysis.ByLanguage analyzer = new Analysis.ByLanguage()) {
      for (String lang : List.of("de", "fr", "en", "de")) {
        analyzer.language(lang);
        collect(analyzer, "Notes", terms);
      }
    }
    assertEquals(
        List.of("notes", "/~de:not", "notes", "/~fr:note", "notes", "/note", "notes", "/~de:not"),
        terms);
  }

  @Test
  void accentsAndWidthAreFolded() throws IOException {
    assertEquals(List.of("creme", "brulee", "abc"), terms("vi", "Crème brûlée ＡＢＣ"));
  }

  @Test
  void joinedWordsAreTakenApartAndNumbersAreNot() throws IOException {
    assertEquals(List.of("postgresql", "conf"), terms("vi", "postgresql.conf"));
    assertEquals(List.of("l", "eau"), terms("vi", "l'eau"));
    assertEquals(List.of("l", "eau"), terms("vi", "l’eau"));
    assertEquals(List.of("u", "s", "a"), terms("vi", "U.S.A."));
    assertEquals(List.of("3.14", "15.2"), terms("vi", "3.14 15.2"));
    assertEquals(List.of("pg_dump"), terms("vi", "pg_dump"));
  }

  @Test
  void chineseIsIndexedByCharactersAndPairsAndAskedForByPairs() throws IOException {
    assertEquals(List.of("全", "/全文", "文", "/文検", "検", "/検索", "索"), terms("ja", "全文検索"));
    assertEquals(List.of(Word.of("全文"), Word.of("文検"), Word.of("検索")), Analysis.words("全文検索"));
    assertEquals(List.of(Word.of("全")), Analysis.words("全"));
  }

  @Test
  void wordsWithoutSpacesAreFoundByDictionary() throws IOException {
    assertEquals(List.of("ภาษา", "ไทย"), terms("th", "ภาษาไทย"));
    assertEquals(
        List.of("ខ្ញុំ", "ស្រលាញ់", "ប្រទេស", "កម្ពុជា"), terms("km", "ខ្ញុំស្រលាញ់ប្រទេសកម្ពុជា"));
    assertEquals(List.of("ພາສາ", "ລາວ"), terms("lo", "ພາສາລາວ"));
    assertEquals(
        List.of(Word.of("ภาษา"), Word.of("ไทย"), Word.of("debian")),
        Analysis.words("ภาษาไทย Debian"));
  }

  @Test
  void cyrillicIsKept() throws IOException {
    assertEquals(List.of("полнотекстовый", "поиск"), terms("mk", "Полнотекстовый поиск"));
    assertEquals("полнотекстовый", Analysis.words("ПОЛНОТЕКСТОВЫЙ").get(0).exact());
  }

  @Test
  void wordsOfAQueryKeepBothForms() {
    assertEquals(
        List.of(new Word("create", List.of("creat")), Word.of("index")),
        Analysis.words("CREATE index"));
    assertEquals(List.of(), Analysis.words(" -- !"));
  }

  @Test
  void oneTermJoinsTheExactForms() {
    assertEquals("create tables as", Analysis.oneTerm("CREATE  Tables, as…"));
    assertEquals("", Analysis.oneTerm("—"));
  }
}
