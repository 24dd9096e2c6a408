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
  void otherPagesDoNot() throws IOException {
    assertEquals(List.of("die", "tabellen"), terms("de", "die Tabellen"));
  }

  @Test
  void accentsAndWidthAreFolded() throws IOException {
    assertEquals(List.of("creme", "brulee", "abc"), terms("fr", "Crème brûlée ＡＢＣ"));
  }

  @Test
  void joinedWordsAreTakenApartAndNumbersAreNot() throws IOException {
    assertEquals(List.of("postgresql", "conf"), terms("de", "postgresql.conf"));
    assertEquals(List.of("l", "eau"), terms("fr", "l'eau"));
    assertEquals(List.of("l", "eau"), terms("fr", "l’eau"));
    assertEquals(List.of("u", "s", "a"), terms("de", "U.S.A."));
    assertEquals(List.of("3.14", "15.2"), terms("de", "3.14 15.2"));
    assertEquals(List.of("pg_dump"), terms("de", "pg_dump"));
  }

  @Test
  void chineseIsIndexedByCharactersAndPairsAndAskedForByPairs() throws IOException {
    assertEquals(List.of("全", "/全文", "文", "/文検", "検", "/検索", "索"), terms("ja", "全文検索"));
    assertEquals(
        List.of(new Word("全文", null), new Word("文検", null), new Word("検索", null)),
        Analysis.words("全文検索"));
    assertEquals(List.of(new Word("全", null)), Analysis.words("全"));
  }

  @Test
  void cyrillicIsKept() throws IOException {
    assertEquals(List.of("полнотекстовый", "поиск"), terms("ru", "Полнотекстовый поиск"));
    assertEquals("полнотекстовый", Analysis.words("ПОЛНОТЕКСТОВЫЙ").get(0).exact());
  }

  @Test
  void wordsOfAQueryKeepBothForms() {
    assertEquals(
        List.of(new Word("create", "creat"), new Word("index", null)),
        Analysis.words("CREATE index"));
    assertEquals(List.of(), Analysis.words(" -- !"));
  }

  @Test
  void oneTermJoinsTheExactForms() {
    assertEquals("create tables as", Analysis.oneTerm("CREATE  Tables, as…"));
    assertEquals("", Analysis.oneTerm("—"));
  }
}
