package org.orbweaver.crawler.trap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.trap.HostPages.Yield;

class HostPagesTest {
  private static final int LAST = 32;

  private HostPages pages = new HostPages();

  @ParameterizedTest
  @CsvSource({
    "http://a.org/cal/2026/11/?view=day&d=3, a.org/cal/0/0/?d&view",
    "http://a.org:8080/item/3f2a99c0d1e2f3a4/2, a.org/item/0/0",
    "http://a.org/page12.html, a.org/page0.html",
    "http://a.org/h2o/x9y8?, a.org/h0o/x0y0?",
    "http://a.org, a.org/",
    "http://a.org/?a=1&a=2&b, a.org/?a&b",
    "http://a.org/interestingtitles/, a.org/interestingtitles/",
  })
  void templates(String url, String template) {
    assertEquals(template, UrlTemplate.of(url));
  }

  @ParameterizedTest
  @CsvSource({
    "true, 'Month 3', 'events of month 3', 'Month 4', 'events of month 4'",
    "true, '/a/b/', 'a b', '/a/a/', 'b a'",
    "true, 'x', 'id 7fa9 seen', 'x', 'id c3 seen'",
    "false, 'x', 'one', 'x', 'two'",
    "false, 'One', 'same', 'Two', 'same'",
    "false, 'x', '猫が好き', 'x', '犬が好き'",
    "false, 'x', 'one two', 'x', 'two one'",
  })
  void skeletonsOf(boolean same, String title, String text, String otherTitle, String otherText) {
    int one = TextSkeleton.of("http://t.org/a/b/?m=3", title, text, 1);
    int other = TextSkeleton.of("http://t.org/a/b/?m=4", otherTitle, otherText, 1);
    assertEquals(same, one == other);
    assertNotEquals(TextSkeleton.NOTHING, one);
  }

  @Test
  void aPageWithoutTextIsKnownByItsBytes() {
    assertEquals(77, TextSkeleton.of("http://a.org/", "", " ", 77));
    assertNotEquals(TextSkeleton.NOTHING, TextSkeleton.of("http://a.org/", "", "", 0));
  }

  private void round(long template, int newPages, int otherPages) {
    for (int i = 0; i < newPages; i++) {
      pages.addPage(template, UUID.randomUUID().hashCode() | 1);
    }
    for (int i = 0; i < otherPages; i++) {
      pages.addPage(template, i % 2 == 0 ? TextSkeleton.NOTHING : 2);
    }
    pages.endRound();
  }

  @Test
  void aTemplateYieldsNothingAfterEnoughPagesInARow() {
    round(1, 1, 0);
    round(1, 0, LAST);
    assertEquals(Yield.NEW, pages.yieldOf(1, LAST), "one of these was new");
    round(1, 0, LAST - 1);
    assertEquals(Yield.NEW, pages.yieldOf(1, LAST));
    round(1, 0, 1);
    assertEquals(Yield.NOTHING, pages.yieldOf(1, LAST));
    assertEquals(Yield.UNKNOWN, pages.yieldOf(2, LAST));
    round(1, 1, 1);
    assertEquals(Yield.NEW, pages.yieldOf(1, LAST), "a probe that brings news ends it");
  }

  /** However late in a round the template's useless pages come. */
  @Test
  void newPagesOfALongRoundAreNotForgotten() {
    round(1, 40, 100_000);
    assertEquals(Yield.NEW, pages.yieldOf(1, LAST));
    round(1, 0, 100_000);
    assertEquals(Yield.NOTHING, pages.yieldOf(1, LAST));
  }

  /** A trap whose URLs have a template each is detected by the host's other templates. */
  @Test
  void templatesOfOnePageAreJudgedTogether() {
    round(7, 50, 0);
    for (long template = 100; template < 100 + 2 * HostPages.WINDOW; template++) {
      pages.addPage(template, 9);
    }
    pages.endRound();
    assertEquals(Yield.NEW, pages.yieldOfOthers(), "nobody knew text 9 at first");
    for (long template = 1000; template < 1000 + HostPages.WINDOW; template++) {
      pages.addPage(template, 9);
    }
    pages.endRound();
    assertEquals(Yield.NOTHING, pages.yieldOfOthers());
    assertEquals(Yield.NEW, pages.yieldOf(7, LAST), "one with many pages is kept");
    assertEquals(HostPages.TEMPLATES, pages.templates().size());
  }

  @Test
  void linkingDomainsAreExactWhileFewAndEstimatedWhenMany() {
    Random random = new Random(5);
    for (int i = 1; i < HostPages.DOMAINS; i++) {
      long domain = random.nextLong();
      pages.addLinkingDomain(domain);
      pages.addLinkingDomain(domain);
      assertEquals(i, pages.linkingDomains());
    }
    for (int i = HostPages.DOMAINS; i <= 10_000; i++) {
      pages.addLinkingDomain(random.nextLong());
    }
    assertEquals(10_000, pages.linkingDomains(), 4_000);
  }

  @Test
  void isReadAsWritten() throws IOException {
    pages.addSeed();
    Random random = new Random(6);
    for (int i = 0; i < 5_000; i++) {
      pages.addPage(random.nextInt(60), random.nextInt());
      pages.addLinkingDomain(random.nextLong());
    }
    pages.endRound();
    byte[] written = bytes(pages);
    assertTrue(written.length < 10_240, () -> written.length + " bytes");
    pages = HostPages.read(new DataInputStream(new ByteArrayInputStream(written)));
    assertTrue(pages.isSeed());
    assertArrayEquals(written, bytes(pages));
  }

  private static byte[] bytes(HostPages pages) throws IOException {
    var bytes = new ByteArrayOutputStream();
    pages.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
