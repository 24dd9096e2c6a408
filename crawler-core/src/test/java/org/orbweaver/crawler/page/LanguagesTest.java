package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

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

  @Test
  void detectsProse() {
    assertEquals(
        "de",
        Languages.detect(
            "Die Spinne läuft durch das Netz und sammelt Seiten, damit die Leute sie finden."));
    assertEquals("ja", Languages.detect("蜘蛛は網を歩き、人々が見つけられるようにページを集めます。".repeat(3)));
  }

  @Test
  void doesNotGuessAtCodeOrScraps() {
    assertFalse(
        Languages.isProse("for (int i=0;i<n;++i){a[i]+=b[i]*c(i);} // {x->y()} ".repeat(9)));
    assertTrue(
        Languages.isProse("It is a truth, universally acknowledged, that a page has words."));
    assertNull(Languages.detect("too short"));
  }
}
