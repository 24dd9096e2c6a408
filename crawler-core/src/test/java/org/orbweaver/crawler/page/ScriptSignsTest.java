package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptSignsTest {
  private static final String SCRIPT = "<script src=/app.js></script>";

  /** So many words with a letter each, and a link for each twenty. */
  private static String words(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i % 20 == 0 ? "<a href=/" + i + ">menu</a> " : "words ");
    }
    return words.toString();
  }

  private static boolean isMarked(String html) {
    String obstacles = Pages.html(html).meta().getOrDefault(MetaNames.UNREACHED, "");
    return (" " + obstacles + " ").contains(" script ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div id=root></div>",
        "<div id=__next></div>",
        "<div class=page><div id=app>Loading, please wait …</div></div>",
        "<app-root></app-root>",
        "<my-app><noscript>Needs JavaScript</noscript></my-app>",
        "<main ng-app=shop></main>",
        "<shop-app ng-version=17.0.1></shop-app>",
      })
  void anEmptyApplicationAmongNavigationNeedsScripts(String root) {
    String navigation = "<nav>" + words(200) + "</nav>";
    assertTrue(isMarked(navigation + root + SCRIPT));
    assertFalse(isMarked(navigation + root), "without a script");
    assertFalse(isMarked(words(2000) + root + SCRIPT), "a widget in a long page");
  }

  @Test
  void anApplicationThatTheServerRenderedNeedsNone() {
    String state = "<script id=__NEXT_DATA__ type=application/json>{\"props\": {}}</script>";
    String page = "<div id=__next>" + words(150) + "</div>";
    assertFalse(isMarked(page + state + SCRIPT));
    assertTrue(isMarked("<div id=some>" + words(30) + "</div>" + state + SCRIPT));
    assertFalse(isMarked("<div id=some>" + words(30) + words(30) + "</div>" + SCRIPT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "You need to enable JavaScript to run this app.",
        "Bitte aktivieren Sie JavaScript in Ihrem Browser.",
        "Veuillez activer JavaScript pour utiliser cette application.",
        "Por favor, habilite JavaScript en su navegador.",
        "Per favore abilita javascript.",
        "Ative o JavaScript para continuar.",
        "Schakel JavaScript in om deze site te gebruiken.",
        "Włącz obsługę JavaScriptu.",
        "Включите поддержку скриптов в браузере.",
        "Увімкніть яваскрипт.",
        "この画面を表示するにはスクリプトを有効にしてください。",
        "请启用浏览器的脚本功能。",
        "자바스크립트를 활성화해 주세요.",
        "يرجى تفعيل جافا سكريبت في المتصفح.",
        "אנא הפעילו ג'אווה סקריפט.",
        "कृपया जावास्क्रिप्ट सक्षम करें।",
        "กรุณาเปิดใช้งานจาวาสคริปต์",
        "Lütfen JavaScript'i etkinleştirin.",
      })
  void aRequestForScriptsCountsBesideLittleText(String message) {
    String noscript = "<noscript>" + message + "</noscript>";
    assertTrue(isMarked(words(80) + noscript + SCRIPT));
    assertFalse(isMarked(words(80) + SCRIPT));
    assertFalse(isMarked(words(80) + "<noscript><img src=/count.gif></noscript>" + SCRIPT));
    assertFalse(isMarked(words(200) + noscript + SCRIPT), "asked for by a part of the page");
  }
}
