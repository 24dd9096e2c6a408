package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EncodingsTest {

  private static final String JAPANESE = "日本語のページはここにあります。漢字とかなです。";
  private static final String RUSSIAN =
      "Паук ходит по сети и собирает страницы, чтобы люди могли их найти. ";

  private static String decode(byte[] bytes, String contentType) {
    return Encodings.decode(bytes, contentType, true).text();
  }

  @Test
  void believesTheMeta() {
    String page = "<meta charset=\"shift_jis\"><p>" + JAPANESE;
    Encodings.Decoded decoded =
        Encodings.decode(page.getBytes(Charset.forName("windows-31j")), "text/html", true);
    assertEquals(page, decoded.text());
    assertEquals("shift_jis", decoded.claimed());
    String old = "<meta http-equiv=Content-Type content='text/html; charset=euc-kr'>한국어 문서입니다";
    assertEquals(old, decode(old.getBytes(Charset.forName("EUC-KR")), null));
  }

  @Test
  void doesNotBelieveAMetaThatLies() {
    String page = "<meta charset=\"utf-8\"><p>" + JAPANESE.repeat(4);
    assertEquals(page, decode(page.getBytes(Charset.forName("EUC-JP")), "text/html"));
    String latin = "<meta charset=iso-8859-1><p>Füße, Straße, über";
    assertEquals(latin, decode(latin.getBytes(StandardCharsets.UTF_8), null));
  }

  @Test
  void doesNotBelieveAHeaderThatLies() {
    String page = "<meta charset=windows-1251><p>" + RUSSIAN;
    assertEquals(
        page, decode(page.getBytes(Charset.forName("windows-1251")), "text/html; charset=utf-8"));
    assertEquals(
        page, decode(page.getBytes(StandardCharsets.UTF_8), "text/html; charset=ISO-8859-1"));
  }

  @Test
  void detectsWhatNobodyClaims() {
    byte[] koi8 = RUSSIAN.repeat(20).getBytes(Charset.forName("KOI8-R"));
    assertEquals(RUSSIAN.repeat(20), decode(koi8, "text/html"));
    String short1251 = "<p>" + RUSSIAN.repeat(3);
    assertEquals(short1251, decode(short1251.getBytes(Charset.forName("windows-1251")), null));
    String sjis = "<p>" + JAPANESE.repeat(3);
    assertEquals(sjis, decode(sjis.getBytes(Charset.forName("Shift_JIS")), null));
    String french = "<p>Où est le café de l'été ? Là-bas, près de la forêt, où il a plu à verse.";
    assertEquals(french, decode(french.getBytes(Charset.forName("windows-1252")), null));
    String escaped = "<p>" + JAPANESE;
    assertEquals(escaped, decode(escaped.getBytes(Charset.forName("ISO-2022-JP")), null));
  }

  @Test
  void aByteOrderMarkBeatsAllClaims() {
    byte[] wide = ("\ufeff" + JAPANESE).getBytes(StandardCharsets.UTF_16LE);
    assertEquals(JAPANESE, decode(wide, "text/html; charset=iso-8859-1"));
    assertEquals(JAPANESE, decode(("\ufeff" + JAPANESE).getBytes(StandardCharsets.UTF_16BE), null));
    byte[] narrow = "\ufeffé".getBytes(StandardCharsets.UTF_8);
    assertEquals("é", decode(narrow, "text/html; charset=windows-1251"));
  }

  @Test
  void aBogusHeaderClaimsNothing() {
    assertNull(Encodings.forLabel("klingon"));
    assertNull(Encodings.forLabel("no such/label!"));
    byte[] page = "<p>klingon é header</p>".getBytes(StandardCharsets.UTF_8);
    assertEquals("<p>klingon é header</p>", decode(page, "text/html; charset=klingon"));
  }

  @Test
  void labelsMeanWhatTheWebMeans() {
    assertEquals(
        "“quoted”",
        decode(
            new byte[] {(byte) 0x93, 'q', 'u', 'o', 't', 'e', 'd', (byte) 0x94},
            "text/html; charset=\"iso-8859-1\""));
    assertEquals("windows-31j", Encodings.forLabel(" Shift_JIS ").name());
  }

  @Test
  void oneStrayByteDoesNotSpoilThePage() {
    byte[] page = ("<p>" + RUSSIAN.repeat(10)).getBytes(StandardCharsets.UTF_8);
    page[1] = (byte) 0xFF;
    String text = decode(page, "text/html; charset=utf-8");
    assertEquals(RUSSIAN.repeat(10), text.substring(3));
  }

  @Test
  void aBodyThatWasCutOffKeepsItsEncoding() {
    byte[] whole = ("<p>" + RUSSIAN.repeat(10)).getBytes(StandardCharsets.UTF_8);
    byte[] cut = Arrays.copyOf(whole, 200);
    assertEquals(StandardCharsets.UTF_8, Encodings.decode(cut, null, true).charset());
    byte[] odd = Arrays.copyOf(whole, 201);
    assertEquals(StandardCharsets.UTF_8, Encodings.decode(odd, null, true).charset());
  }
}
