package org.orbweaver.crawler.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrapRulesTest {
  private final TrapRules rules = new TrapRules(200, 2028);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/a/b/a/b/a/b/|directories repeat: 'a/b' three times in a row",
        "/x/img/img/img/p.html|directories repeat: 'img' three times in a row",
        "/x////y|directories repeat: '' three times in a row",
        "/a/b/c/a/b/c/a/b/c/x|directories repeat: 'a/b/c' three times in a row",
        "/a/1/a/2/a/b/3/a/4/a/|directories repeat: 'a' more than 4 times",
        "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25/26|more than 25 path"
            + " segments",
        "/p?a=1&a=1&a=1&a=1|the query grows: 'a=1' more than 3 times",
        "/p?p1&p2&p3&p4&p5&p6&p7&p8&p9&p10&p11&p12&p13&p14&p15&p16&p17&p18&p19&p20&p21&p22&p23&p24&p25&p26&p27&p28&p29&p30&p31&p32&p33&p34&p35&p36&p37&p38&p39&p40&p41|the"
            + " query grows: more than 40 parameters",
        "/login?r=%2Flogin%3Fr%3D%2525252Flogin|the query grows: URLs in URLs, escaped four times",
        "/cal/2029-01|a calendar: its date is after 2028",
        "/cal/2031/02/|a calendar: its date is after 2028",
        "/cal?day=2029-01-31T00:00|a calendar: its date is after 2028",
        "/cal?month=3&year=2100|a calendar: its date is after 2028",
      })
  void refusesWhatGrowsWithoutEnd(String path, String rule) {
    assertEquals(rule, rules.refusal("http://a.example" + path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/a/a/b/a/a.html",
        "/img/img/img",
        "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25",
        "/search?f=a&f=b&f=c&f=d&f=e",
        "/p?a=1&a=1&a=1&&&&",
        "/login?r=%2Flogin%3Fr%3D%252Fp",
        "/2026/11/22/news-of-the-day.html",
        "/1855-03-04/page",
        "/2028-12-31",
        "/id/20991231",
        "/parts/2045-1234",
        "/rfc/2045-13/",
        "/2100/1/",
        "/p?year=2100",
        "/isbn/3050-11x",
        "/p?id=3100-11",
      })
  void leavesWhatRealSitesHave(String path) {
    assertNull(rules.refusal("http://a.example" + path));
  }

  @Test
  void aLongUrlIsRefusedAtTheLimit() {
    String longest = "http://a.example/" + "x".repeat(200 - 17);
    assertNull(rules.refusal(longest));
    assertNotNull(rules.refusal(longest + "x"));
  }

  /** Pages that link ever deeper into themselves are limited to a number of URLs. */
  @Test
  void aTreeOfTwoNamesIsFinite() {
    assertEquals(119, tree("http://deep.example/"));
  }

  private int tree(String url) {
    return rules.refusal(url) != null ? 0 : 1 + tree(url + "a/") + tree(url + "b/");
  }
}
