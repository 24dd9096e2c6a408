package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguagesTest {

  @Test
  void takesThePrimarySubtag() {
    assertEquals("en", Languages.primarySubtag("en-US"));
    assertEquals("zh", Languages.primarySubtag(" ZH_hant "));
    assertEquals("fr", Languages.primarySubtag("fr, en;q=.5"));
    assertNull(Languages.primarySubtag("english"));
    assertNull(Languages.primarySubtag("und"));
    assertNull(Languages.primarySubtag("e"));
    assertNull(Languages.primarySubtag("<b>"));
    assertNull(Languages.primarySubtag(""));
    assertNull(Languages.primarySubtag(null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de | Die Spinne läuft durch das Netz und sammelt Seiten, damit die Leute sie finden.",
        "ja | 蜘蛛は網を歩き、人々が見つけられるようにページを集めます。蜘蛛は網を歩き、人々が見つけられるようにします。",
        "zh | 蜘蛛在网上爬行，收集网页，让人们能够找到它们。蜘蛛在网上爬行，收集网页，让人们能够找到它们。",
        "ru | Паук ходит по сети и собирает страницы, чтобы люди могли их находить.",
        "uk | Павук ходить мережею і збирає сторінки, щоб люди могли їх знаходити.",
        "hr | Tko želi naći stranicu, tijekom tjedna mora čekati sustav koji ju je spremio.",
        "sr | Ko želi da nađe stranicu, uvek mora da čeka sistem gde je čovek pre bio.",
        "id | Laba-laba berjalan karena orang bisa mencari halaman itu, yaitu uang Anda.",
        "ms | Labah-labah itu berjalan kerana pengguna boleh mencari halaman sahaja daripada awak.",
        "el | Η αράχνη περπατά στον ιστό και μαζεύει σελίδες για να τις βρίσκει ο κόσμος.",
      })
  void detectsProse(String language, String text) {
    assertEquals(new Languages.Detected(language, null, false), Languages.detect(text));
  }

  @Test
  void tellsAMixedPageFromAPageInOneLanguage() {
    String english = "The spider walks through the web and gathers pages for people to find. ";
    String french = "L'araignée parcourt la toile et rassemble des pages pour les lecteurs. ";
    Languages.Detected mixed = Languages.detect(english.repeat(10) + french.repeat(9));
    assertEquals("en fr", mixed.first() + ' ' + mixed.second());
    Languages.Detected detected = Languages.detect(french.repeat(10));
    assertEquals(new Languages.Detected("fr", null, true), detected);
    assertEquals("fr", detected.decide("en"), "a template's word against a long text");
    assertEquals("en", Languages.detect(french).decide("en"), "too short to contradict");
  }

  @ParameterizedTest
  @CsvSource({"en_us, en-US", "ZH-hant-tw, zh-Hant-TW", "'fr, en;q=.5', fr", "iw, he", "x, "})
  void declaredTagsAreCanonical(String declared, String canonical) {
    assertEquals(canonical, Languages.canonicalTag(declared));
  }

  @Test
  void doesNotGuessAtCodeOrScraps() {
    assertFalse(
        Languages.isProse("for (int i=0;i<n;++i){a[i]+=b[i]*c(i);} // {x->y()} ".repeat(9)));
    assertTrue(
        Languages.isProse("It is a truth, universally acknowledged, that a page has words."));
    assertNull(Languages.detect("too short").first());
  }
}
