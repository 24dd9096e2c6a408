package org.orbweaver.crawler.crawldb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.crawldb.SitemapMark.Lastmod;

class SitemapMarkTest {
  private final CrawlDatum datum = new CrawlDatum();

  private static SitemapMark mark(int depth, String... hosts) {
    return new SitemapMark(depth, new TreeSet<>(List.of(hosts)));
  }

  @Test
  void isReadAsItWasWritten() {
    assertFalse(SitemapMark.isOn(datum));
    SitemapMark.mark(datum, 1, List.of("b.example", "a.example"));
    assertEquals(new Text("1 1 a.example b.example"), datum.getMetaData().get(SitemapMark.KEY));
    assertEquals(mark(1, "a.example", "b.example"), SitemapMark.of(datum));
    assertEquals(
        "read as a sitemap, 1 below an index, may list a.example b.example",
        SitemapMark.of(datum).words());
    SitemapMark.mark(datum, 0);
    assertEquals("read as a sitemap", SitemapMark.of(datum).words());
    assertEquals(mark(0), SitemapMark.takeFrom(datum));
    assertFalse(SitemapMark.isOn(datum));
    assertNull(SitemapMark.takeFrom(datum));
  }

  @Test
  void whatCannotBeReadIsASitemapThatMayNotNest() {
    for (String value : List.of("", "2 0 a.example", "1", "1 x", "1 -1", "1 99")) {
      assertEquals(mark(SitemapMark.MAX_DEPTH), SitemapMark.parse(value), value);
    }
    assertFalse(SitemapMark.parse("?").mayNest());
  }

  @Test
  void nestsToAnEnd() {
    SitemapMark mark = mark(0, "a.example");
    for (int depth = 0; depth < SitemapMark.MAX_DEPTH; depth++) {
      assertTrue(mark.mayNest());
      mark = mark.child();
    }
    assertFalse(mark.mayNest());
    assertEquals(mark(SitemapMark.MAX_DEPTH, "a.example"), mark);
  }

  @Test
  void twoWordsInOne() {
    SitemapMark a = mark(1, "a.example");
    SitemapMark b = mark(0, "b.example");
    assertEquals(mark(0, "a.example", "b.example"), a.merge(b));
    assertEquals(a.merge(b), b.merge(a));
    assertEquals(mark(1, "a.example", "b.example"), a.redirected("b.example"));
    List<String> many = new ArrayList<>();
    for (int i = 10; i < 40; i++) {
      many.add("h" + i + ".example");
    }
    SitemapMark.mark(datum, 0, many);
    assertEquals(
        Set.copyOf(many.subList(0, SitemapMark.MAX_HOSTS)),
        Set.copyOf(SitemapMark.of(datum).hosts()));
  }

  @Test
  void lastmodTravelsOnLinks() {
    Lastmod.putOn(datum, 0);
    assertTrue(datum.getMetaData().isEmpty());
    assertEquals(0, Lastmod.takeFrom(datum));
    Lastmod.putOn(datum, 1_777_000_000_000L);
    assertEquals(1_777_000_000_000L, Lastmod.takeFrom(datum));
    assertTrue(datum.getMetaData().isEmpty());
    for (String odd : List.of("x", "-5", "99999999999999999999")) {
      datum.getMetaData().put(new Text("_orb_lastmod_"), new Text(odd));
      assertEquals(0, Lastmod.takeFrom(datum), odd);
    }
  }
}
