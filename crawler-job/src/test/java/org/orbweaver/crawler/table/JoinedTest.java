package org.orbweaver.crawler.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.table.UrlTablesJob.Joined;

class JoinedTest {
  private static Map<String, Object> parse(String target) throws Exception {
    Outlink[] links = {new Outlink(target, "text")};
    Metadata none = new Metadata();
    return Fragment.parse(
        new ParseData(new ParseStatus(ParseStatus.SUCCESS), "", links, none, none), 0);
  }

  /** A page that is fetched every hour has many versions, each with thousands of links. */
  @Test
  void onlyTheLinksOfTheNewestVersionAreHeld() throws Exception {
    Joined joined = new Joined("test,a)/", "http://a.test/");
    for (int segment = 1; segment <= 3; segment++) {
      joined.add(segment, parse("http://b.test/" + segment));
    }
    assertEquals(
        List.of(Map.of("target", "http://b.test/3", "text", "text")),
        joined.newest().parse.get("links"));
    for (int segment = 1; segment < 3; segment++) {
      assertFalse(joined.captures.get(segment).parse.containsKey("links"));
    }
  }
}
