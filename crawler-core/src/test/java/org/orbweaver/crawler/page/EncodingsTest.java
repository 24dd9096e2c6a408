package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncodingsTest {

  private static final String JAPANESE = "日本語のページはここにあります。漢字とかなです。";
  private static final String RUSSIAN =
      "Паук ходит по сети и собирает страницы, чтобы люди могли их найти. ";

  private static String decode(byte[] bytes, String contentType) {
    return Encodings.decode(bytes, contentType, Encodings.Form.HTML).text();
  }

  @Test
  void believesTheMeta() {
    String page = "<meta charset=\"shift_jis\"><p>" + JAPANESE;
    Encodings.DecodedText decoded =
        Encodings.decode(
            page.getBytes(Charset.forName("windows-31j")), "text/html", Encodings.Form.HTML);
    assertEquals(page, decoded.text());
    assertEquals("Shift_JIS", decoded.claimed());
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
  void textOfMainframesIsDetected() {
    for (String text :
        new String[] {
          "Sing, O goddess, the anger of Achilles son of Peleus, that brought countless ills",
          "Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura: perché?"
        }) {
      Encodings.DecodedText decoded =
          Encodings.decode(text.getBytes(Charset.forName("IBM500")), "", Encodings.Form.TEXT);
      assertEquals("IBM500 " + text, decoded.encoding() + " " + decoded.text());
    }
    byte[] japanese = "ア　ア　だれでも　みな　ァァ　さくら　さくら".getBytes(Charset.forName("Shift_JIS"));
    assertEquals("Shift_JIS", EncodingDetector.detect(japanese).name());
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
    assertNull(Encoding.forLabel("klingon"));
    assertNull(Encoding.forLabel("no such/label!"));
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
    assertEquals("Shift_JIS", Encoding.forLabel(" SJIS\n").name());
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
    assertEquals(Encoding.UTF_8, Encodings.decode(cut, null, Encodings.Form.HTML).encoding());
    byte[] odd = Arrays.copyOf(whole, 201);
    assertEquals(Encoding.UTF_8, Encodings.decode(odd, null, Encodings.Form.HTML).encoding());
  }

  /** Beginning of a page, and the encoding that the HTML standard finds in it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "<p>nothing | windows-1252 DEFAULT",
        "<META CHARSET = koi8-r > | KOI8-R META",
        "<meta charset=koi8-r/> | windows-1252 DEFAULT",
        "<meta/charset='koi8-r'/> | KOI8-R META",
        "<metas charset=koi8-r> | windows-1252 DEFAULT",
        "<meta charset=koi8-r | windows-1252 DEFAULT",
        "<meta charset=utf-16le> | UTF-8 META",
        "<meta charset=x-user-defined> | windows-1252 META",
        "<!-- <meta charset=koi8-r> --><meta charset=koi8-u> | KOI8-U META",
        "<!--><meta charset=koi8-r>--> | KOI8-R META",
        "<meta charset=bogus><meta charset=koi8-r> | KOI8-R META",
        "<meta charset=bogus charset=koi8-r><meta charset=koi8-u> | KOI8-U META",
        "<meta content='text/html; charset=koi8-r'> | windows-1252 DEFAULT",
        "<meta content='a; charset=koi8-r' http-equiv=Refresh> | windows-1252 DEFAULT",
        "<meta content='a; charset=koi8-r' http-equiv=Content-Type> | KOI8-R META",
        "<meta http-equiv=content-type content=charset=koi8-r;x> | KOI8-R META",
        "<meta http-equiv=content-type content='charset charset = \"koi8-r\"'> | KOI8-R META",
        "<meta http-equiv=content-type content='charset=\"koi8-r'> | windows-1252 DEFAULT",
        "<a title='<meta charset=koi8-r>'><meta charset=koi8-u> | KOI8-U META",
        "</p title=\"<meta charset=koi8-r>\"> | windows-1252 DEFAULT",
        "<? <meta charset=koi8-r> | windows-1252 DEFAULT",
        "<?xml version='1.0' encoding='koi8-r'?><p> | KOI8-R META",
        "<?xml version='1.0' encoding='koi8-r'?><meta charset=koi8-u> | KOI8-U META",
        "<?xml version='1.0' encoding= utf-16 ?><p> | windows-1252 DEFAULT",
      })
  void findsWhatAPageDeclares(String page, String expected) {
    for (String before : List.of("", "<!--" + "-".repeat(1500) + "-->")) {
      if (before.isEmpty() || !page.startsWith("<?xml")) {
        byte[] bytes = (before + page).getBytes(StandardCharsets.US_ASCII);
        Encodings.DecodedText decoded = Encodings.decode(bytes, "text/html", Encodings.Form.HTML);
        assertEquals(expected, decoded.encoding() + " " + decoded.source());
      }
    }
  }

  @Test
  void aDeclarationInAScriptDoesNotCountFarBelow() {
    String page = "<p>" + "x".repeat(2000) + "<script>'<meta charset=koi8-r>'</script>";
    assertNull(EncodingPrescan.find(page.getBytes(StandardCharsets.US_ASCII)));
    assertEquals(
        "KOI8-U",
        EncodingPrescan.find((page + "<meta charset=koi8-u>").getBytes(StandardCharsets.US_ASCII))
            .name());
  }

  /** Bytes that the JDK's charsets decode differently from the standard. */
  @ParameterizedTest
  @CsvSource({
    "us-ascii, 8d80, \u008d€",
    "windows-1255, ca, \u05ba",
    "windows-1253, 81aa, \u0081\ufffd",
    "koi8-u, aebe, ўЎ",
    "x-mac-ukrainian, ffb6, €ґ",
    "latin6, a1, Ą",
    "iso8859-14, a1, Ḃ",
    "x-user-defined, 41ff, A\uf7ff",
    "gb2312, 80a3a0, €\u3000",
    "gbk, 813c41fe3c, \ufffd<A\ufffd<",
    "gb18030, 81303c8130813041fe, \ufffd0<\u0080A\ufffd",
    "big5, a3e1ff3c8e69a440, €\ufffd<箸一",
    "big5, 8862, \u00ca\u0304",
    "euc-jp, a1c1ada1, ～①",
    "shift_jis, 808381, \u0080メ",
    "euc-kr, 8141c9a1, 갂\ufffd",
    "csiso2022kr, 414243, \ufffd",
    "iso-8859-8-i, e0, א",
  })
  void decodesAsTheStandardSays(String label, String hex, String expected) {
    assertEquals(
        expected.translateEscapes(),
        Encoding.forLabel(label).decode(HexFormat.of().parseHex(hex), 0));
  }

  @ParameterizedTest
  @CsvSource({"HTML, KOI8-U", "XHTML, KOI8-R", "XML, KOI8-R", "TEXT, windows-1252"})
  void xmlDeclaresItsEncodingAtItsBeginning(Encodings.Form form, String expected) {
    byte[] page =
        "<?xml version='1.0' encoding='koi8-r'?><meta charset=koi8-u>"
            .getBytes(StandardCharsets.US_ASCII);
    assertEquals(expected, Encodings.decode(page, null, form).encoding().name());
    byte[] wide = new String(page, StandardCharsets.US_ASCII).getBytes(StandardCharsets.UTF_16BE);
    if (form != Encodings.Form.TEXT) {
      assertEquals(Encoding.UTF_16BE, Encodings.decode(wide, null, form).encoding());
    }
  }

  @Test
  void shortAccidentsDoNotRefuteAClaim() {
    byte[] page = "<p>Ã©".getBytes(Charset.forName("windows-1252"));
    Encodings.DecodedText decoded =
        Encodings.decode(page, "text/html; charset=latin1", Encodings.Form.HTML);
    assertEquals("windows-1252 HEADER", decoded.encoding() + " " + decoded.source());
    assertEquals(
        Encodings.EncodingSource.DETECTED,
        Encodings.decode(page, "", Encodings.Form.HTML).source());
  }
}
