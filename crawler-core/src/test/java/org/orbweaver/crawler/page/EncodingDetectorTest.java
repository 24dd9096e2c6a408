package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Undeclared encodings, on the Universal Declaration of Human Rights in 103 languages, in each
 * encoding that can write it. Texts with even numbers were used to choose the detector's weights;
 * those with odd numbers were not.
 */
class EncodingDetectorTest {

  private static final int ALL = Integer.MAX_VALUE;

  /** These encodings can write Russian as well, but only these languages use them. */
  private static final Map<String, Set<String>> EAST_ASIAN =
      Map.of(
          "Shift_JIS", Set.of("ja"),
          "EUC-JP", Set.of("ja"),
          "ISO-2022-JP", Set.of("ja"),
          "EUC-KR", Set.of("ko"),
          "GBK", Set.of("zh-Hans", "zh-Hant"),
          "Big5", Set.of("zh-Hant"));

  private static final List<String> OTHERS =
      List.of(
          """
          windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255
          windows-1256 windows-1257 windows-1258 windows-874 iso-8859-2 iso-8859-3 iso-8859-4
          iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 iso-8859-13 iso-8859-14
          iso-8859-15 iso-8859-16 koi8-r koi8-u ibm866 macintosh x-mac-cyrillic utf-8 utf-16le
          utf-16be\
          """
              .split("\\s+"));

  /** A text in an encoding, and its bytes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Sample(String text, byte[] bytes) {}

  private static Map<String, String> texts() throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    try (InputStream in = EncodingDetectorTest.class.getResourceAsStream("human-rights.txt.gz")) {
      String all = new String(new GZIPInputStream(in).readAllBytes(), StandardCharsets.UTF_8);
      for (String text : all.substring(2).split("\n# ", -1)) {
        texts.put(text.substring(0, text.indexOf('\n')), text.substring(text.indexOf('\n') + 1));
      }
    }
    return texts;
  }

  /** The text, without typographic signs if the encoding has none; null if it cannot write it. */
  private static Sample encode(String text, Encoding encoding, int maxBytes) {
    String written = encoding.name().equals("windows-1258") ? decomposed(text) : text;
    byte[] bytes = encode(written, encoding);
    if (bytes == null) {
      written = plain(written);
      bytes = encode(written, encoding);
    }
    while (bytes != null && bytes.length > maxBytes) {
      int over = Math.max(1, (bytes.length - maxBytes) / 4);
      written = written.substring(0, written.length() - over);
      bytes = encode(written, encoding);
    }
    return bytes == null ? null : new Sample(written, bytes);
  }

  private static byte[] encode(String text, Encoding encoding) {
    byte[] bytes;
    if (encoding.isMultiByte() || encoding.equals(Encoding.UTF_8)) {
      bytes = text.getBytes(Charset.forName(encoding.name()));
    } else {
      Map<Character, Byte> table = new HashMap<>();
      for (int b = 0; b < 256; b++) {
        String character = encoding.decode(new byte[] {(byte) b}, 0);
        if (character.charAt(0) < 0x80 || character.charAt(0) >= 0xA0) {
          table.put(character.charAt(0), (byte) b);
        }
      }
      bytes = new byte[text.length()];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = table.getOrDefault(text.charAt(i), (byte) '?');
      }
    }
    return encoding.decode(bytes, 0).equals(text) ? bytes : null;
  }

  /** Vietnamese as windows-1258 writes it, with separate accents for the tones. */
  private static String decomposed(String text) {
    String apart = Normalizer.normalize(text, Normalizer.Form.NFD);
    String joined =
        apart.replaceAll("([aeoAEO])([\u0300\u0301\u0303\u0309\u0323])(\u0302)", "$1$3$2");
    joined = joined.replaceAll("([aA])(\u0323)(\u0306)", "$1$3$2");
    StringBuilder composed = new StringBuilder();
    for (int i = 0; i < joined.length(); i++) {
      String pair = joined.substring(i, Math.min(i + 2, joined.length()));
      String one = Normalizer.normalize(pair, Normalizer.Form.NFC);
      boolean tone =
          pair.length() == 2 && "\u0300\u0301\u0303\u0309\u0323".indexOf(pair.charAt(1)) >= 0;
      boolean latin1 = one.charAt(0) < 0x100 && "ìÌòÒõÕýÝãÃ".indexOf(one.charAt(0)) < 0;
      boolean join = one.length() == 1 && pair.length() == 2 && (!tone || latin1);
      composed.append(join ? one : pair.substring(0, 1));
      i += join ? 1 : 0;
    }
    return composed.toString();
  }

  private static String plain(String text) {
    return text.replaceAll("[\u2010-\u2015\u2212]", "-")
        .replaceAll("[\u2018\u2019]", "'")
        .replaceAll("[“”„«»]", "\"")
        .replace("…", "...")
        .replace("\u00ad", "");
  }

  private static boolean isRight(Sample sample) {
    Encodings.DecodedText decoded =
        Encodings.decode(sample.bytes(), "text/html", Encodings.Form.HTML);
    MediaTypes.ParserKind kind = MediaTypes.of("text/html", "", sample.bytes()).kind();
    return kind == MediaTypes.ParserKind.HTML && decoded.text().equals(sample.text());
  }

  @Test
  void declarationsInAllEncodingsAreReadRight() throws IOException {
    Map<String, int[]> counts = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    int number = 0;
    for (Map.Entry<String, String> text : texts().entrySet()) {
      String half = number++ % 2 == 0 ? "weighed" : "held out";
      List<String> encodings = new ArrayList<>(OTHERS);
      EAST_ASIAN.forEach(
          (name, languages) -> {
            if (languages.contains(text.getKey())) {
              encodings.add(name);
            }
          });
      for (String name : encodings) {
        for (int length : new int[] {200, 1000, ALL}) {
          Sample sample = encode(text.getValue(), Encoding.forLabel(name), length);
          boolean ascii = sample != null && sample.text().chars().allMatch(c -> c < 0x80);
          if (sample != null && (!ascii || name.startsWith("utf-16"))) {
            boolean right = isRight(sample);
            for (String row : List.of(half, "bytes " + length, name, text.getKey())) {
              int[] count = counts.computeIfAbsent(row, key -> new int[2]);
              count[0] += right ? 1 : 0;
              count[1]++;
            }
            if (!right) {
              wrong.add(text.getKey() + ' ' + name + ' ' + length);
            }
          }
        }
      }
    }
    for (String row : List.of("weighed", "held out", "bytes 200", "bytes 1000", "bytes " + ALL)) {
      int[] count = counts.get(row);
      String figures = row + ": " + count[0] + " of " + count[1] + " right; wrong: " + wrong;
      assertTrue(count[0] * 100 >= count[1] * 95, figures);
      assertTrue(count[1] > 400, figures);
    }
    for (String row :
        List.of("ar", "fa", "ru", "uk", "el", "he", "pl", "lt", "vi", "th", "utf-8")) {
      int[] count = counts.get(row);
      assertEquals(count[1], count[0], row + " in " + wrong);
    }
  }

  @Test
  void aRussianPageMayHaveAnEnglishMenu() {
    String page =
        "<ul><li>Home<li>About us<li>Products and services<li>Terms and conditions<li>Contact the"
            + " people who made this page</ul><p>Паук ходит по сети и собирает страницы";
    for (String name : List.of("windows-1251", "KOI8-R", "ISO-8859-5", "IBM866")) {
      assertEquals(page, encodedAndRead(page, name));
    }
  }

  @Test
  void aFewAccentsInEnglishTextAreRead() {
    String page = "<p>The café’s menu — “à la carte” — costs £5, naïve as it may sound";
    assertEquals(page, encodedAndRead(page, "windows-1252"));
    assertEquals(page, encodedAndRead(page, "macintosh"));
  }

  private static String encodedAndRead(String text, String name) {
    byte[] bytes = encode(text, Encoding.forLabel(name));
    return Encodings.decode(bytes, null, Encodings.Form.HTML).text();
  }

  @Test
  void onlyTextIsUtf16() {
    assertEquals(
        Encoding.UTF_16LE, Utf16.detect("<p>é".repeat(9).getBytes(StandardCharsets.UTF_16LE)));
    assertNull(Utf16.detect("<p>a stray \0 in text".getBytes(StandardCharsets.US_ASCII)));
    assertNull(Utf16.detect("приветмирпривет".getBytes(StandardCharsets.UTF_8)));
    assertNull(Utf16.detect(new byte[4096]));
    assertNull(Utf16.detect("123".getBytes(Charset.forName("UTF-32LE"))));
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[8 + random.nextInt(3000)];
      random.nextBytes(bytes);
      assertNull(Utf16.detect(bytes), bytes.length + " random bytes");
    }
    byte[] picture =
        "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0".getBytes(StandardCharsets.ISO_8859_1);
    assertNull(Utf16.detect(picture));
    assertNotEquals(MediaTypes.ParserKind.HTML, MediaTypes.of("text/html", "", picture).kind());
  }

  @Test
  void anyBytesHaveAnEncoding() {
    Random random = new Random(2);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] = (byte) (random.nextBoolean() ? random.nextInt(256) : 'a' + random.nextInt(26));
      }
      assertTrue(EncodingDetector.detect(bytes).name().length() > 2);
    }
  }
}
