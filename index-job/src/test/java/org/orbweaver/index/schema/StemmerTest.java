package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.TestIndex;

/** A query finds the other forms of its words, in each language. */
class StemmerTest {
  @ParameterizedTest
  @CsvSource({
    "ar, كتاب, الكتاب",
    "bg, книга, книги",
    "ca, fitxer, fitxers",
    "cs, kniha, knihy",
    "da, hus, husene",
    "de, Haus, Häuser",
    "de, Sprache, Sprachen",
    "de, Tabellen, Datenbanktabelle",
    "de, Datenbank, Fehlerdatenbanken",
    "de, Arbeitsplatz, Arbeitsplatzrechner",
    "el, πόλη, πόλεις",
    "es, canción, canciones",
    "et, raamat, raamatud",
    "eu, etxe, etxeak",
    "fa, کتاب, کتابها",
    "fi, talo, talossa",
    "fr, cheval, chevaux",
    "fr, général, générales",
    "hi, किताब, किताबें",
    "hu, ház, házak",
    "id, makan, dimakan",
    "it, giornale, giornali",
    "ja, 使う, 使って",
    "ja, 使いました, 使えば",
    "ja, 新しい, 新しかった",
    "ko, 설치, 설치를",
    "ko, 설치합니다, 설치에",
    "lt, knyga, knygos",
    "lv, grāmata, grāmatas",
    "nl, boek, boeken",
    "nl, beheerder, systeembeheerders",
    "nl, taak, beheerstaken",
    "nb, hus, husene",
    "pl, książka, książki",
    "pt, nação, nações",
    "pt-br, livro, livros",
    "ro, carte, cărți",
    "ru, книга, книгами",
    "sr, књига, књиге",
    "sv, bok, boken",
    "ta, புத்தகம், புத்தகங்கள்",
    "tr, kitap, kitaplarda",
    "tr, ışık, ışıklar",
  })
  void otherFormsAreFound(String language, String one, String other) throws IOException {
    Page page = new Page("http://a.org/a", Content.of("", other, language), Facts.NONE);
    try (TestIndex index = new TestIndex(with(page, language))) {
      assertEquals("[a]", index.find(one).toString());
      assertEquals("[a]", index.find(other).toString());
      SearchIndex whole = index.whole(new Configuration(false));
      SearchResult.Hit hit = whole.search(SearchRequest.of(one, 10)).hits().get(0);
      assertEquals(1, hit.snippet().matches().size(), "the form is marked");
      assertEquals("[]", index.find('"' + one + '"').toString(), "a phrase is as it is typed");
    }
  }

  /** An index whose pages are in a language, which its queries must therefore heed. */
  private static Page[] with(Page page, String language, Page... others) {
    List<Page> pages = new ArrayList<>(List.of(others));
    for (int i = 1; i < 10; i++) {
      pages.add(new Page("http://a.org/" + i, Content.of("", "12345", language), Facts.NONE));
    }
    pages.add(page);
    return pages.toArray(Page[]::new);
  }

  @Test
  void nothingIsLeftOfALineOfTatweels() throws IOException {
    String line = "\u0640\u0640\u0640";
    assertEquals(List.of(), Stemmer.in("ar", true).stems(line, line));
    Page page = new Page("http://a.org/a", Content.of("", line + " كتاب", "ar"), Facts.NONE);
    try (TestIndex index = new TestIndex(with(page, "ar"))) {
      SearchIndex whole = index.whole(new Configuration(false));
      assertEquals(1, whole.search(SearchRequest.of("كتاب " + line, 10)).total());
    }
  }

  @Test
  void aCompoundFindsItselfAndNotItsParts() throws IOException {
    Page whole = new Page("http://a.org/whole", Content.of("", "Datenbanken", "de"), Facts.NONE);
    Page parts = new Page("http://a.org/parts", Content.of("", "Daten der Bank", "de"), Facts.NONE);
    try (TestIndex index = new TestIndex(with(whole, "de", parts))) {
      assertEquals("[whole]", index.find("Datenbank").toString());
    }
  }

  @Test
  void aLanguageOfFewPagesDoesNotCount() throws IOException {
    Page page = new Page("http://a.org/a", Content.of("", "Noten", "de"), Facts.NONE);
    try (TestIndex index = new TestIndex(page)) {
      assertEquals("[]", index.find("note").toString());
      assertEquals("[a]", index.find("noten").toString());
    }
  }

  @Test
  void aStemIsNoWordOfAnotherLanguage() throws IOException {
    Page german = new Page("http://a.org/de", Content.of("", "die Noten", "de"), Facts.NONE);
    Page english = new Page("http://a.org/en", Content.of("", "it is not so", "en"), Facts.NONE);
    try (TestIndex index = new TestIndex(with(german, "de", english))) {
      assertEquals("[de]", index.find("note").toString());
      assertEquals("[de]", index.find("no*e*").toString());
      assertEquals("[]", index.find("*e*not").toString(), "a pattern stands for words");
    }
  }

  @Test
  void eachLanguageHasAStemmer() throws IOException {
    for (Map.Entry<String, List<String>> language : Stemmer.codes().entrySet()) {
      for (String code : language.getValue()) {
        assertEquals(Optional.of(language.getKey()), Stemmer.of(code), code);
      }
      Stemmer stemmer = Stemmer.in(language.getKey(), true);
      for (String word :
          List.of("abcdef", "книгами", "किताबें", "کتابها", "ß", "a", "\uD83D\uDE00")) {
        List<String> stems = stemmer.stems(word, Forms.folded(word));
        assertFalse(stems.contains(""), language + " " + word);
      }
    }
    assertEquals(Optional.of("en"), Stemmer.of("EN-us"));
    assertEquals(Optional.empty(), Stemmer.of("zh-cn"));
  }
}
