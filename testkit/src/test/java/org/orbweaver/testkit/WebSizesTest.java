package org.orbweaver.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.aayushatharva.brotli4j.decoder.Decoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebSizesTest {
  private static byte[] html(WebSizes sizes, int seed) {
    return sizes.html(seed * 0x9E3779B97F4A7C15L, "<title>x</title>".getBytes(UTF_8));
  }

  @Test
  void areThoseOfTheWeb() {
    WebSizes sizes = WebSizes.generated();
    int[] bytes =
        IntStream.range(0, 3_000).map(seed -> html(sizes, seed).length).sorted().toArray();
    double mean = Arrays.stream(bytes).average().orElseThrow();
    assertEquals(240_000, mean, 40_000);
    assertEquals(30_000, bytes[1_500], 4_000);
  }

  @Test
  void aTenthIsText() {
    WebSizes sizes = WebSizes.generated();
    long all = 0;
    long text = 0;
    for (int seed = 0; seed < 200; seed++) {
      String html = new String(html(sizes, seed), UTF_8);
      String shown = html.replaceAll("(?s)<(script|style|svg).*?</\\1>|<[^>]*>", "");
      all += html.length();
      text += shown.length();
    }
    double share = (double) text / all;
    assertTrue(share > .07 && share < .15, "share of text: " + share);
  }

  @Test
  void areCompressedAndTheSameAgain() throws Exception {
    FakeWebSpec spec = FakeWebSpec.builder().hosts(4).sizes(WebSizes.generated()).build();
    GeneratedSite site = new GeneratedSite(spec, 80);
    int brotli = 0;
    for (int host = 0; host < 4; host++) {
      for (int page = 0; page < 10; page++) {
        Response answer = site.answer(spec.host(host), site.path(page)).orElseThrow();
        ByteBuffer body = answer.chunk(0, Integer.MAX_VALUE);
        byte[] sent = new byte[body.remaining()];
        body.get(sent);
        byte[] decoded;
        if (new String(answer.head(false), UTF_8).contains("Content-Encoding: br\r\n")) {
          decoded = Decoder.decompress(sent).getDecompressedData();
          brotli++;
        } else {
          decoded = new GZIPInputStream(new ByteArrayInputStream(sent)).readAllBytes();
        }
        String html = new String(decoded, UTF_8);
        assertTrue(html.contains("<title>" + site.title(host, page)), html);
        Response again = new GeneratedSite(spec, 80).answer(spec.host(host), site.path(page)).get();
        assertEquals(answer.chunk(0, Integer.MAX_VALUE), again.chunk(0, Integer.MAX_VALUE));
      }
    }
    assertTrue(brotli > 8 && brotli < 32, brotli + " of 40 with brotli");
  }

  @Test
  void everyOtherPageIsARealOneOfItsSize(@TempDir Path tmp) throws Exception {
    for (int size = 8; size < 1 << 20; size = size * 5 / 4) {
      Files.writeString(tmp.resolve(size + ".html"), "<!-- real -->".repeat(size / 13 + 1));
    }
    Files.writeString(tmp.resolve("1.txt"), "not a page");
    WebSizes sizes = WebSizes.withPagesOf(tmp);
    int real = 0;
    for (int seed = 0; seed < 200; seed++) {
      byte[] page = html(sizes, seed);
      assertArrayEquals(page, html(sizes, seed));
      ByteArrayOutputStream own = new ByteArrayOutputStream();
      own.write(page, 0, Math.min(page.length, 16));
      assertEquals("<title>x</title>", own.toString(UTF_8));
      real += new String(page, UTF_8).contains("<!-- real -->") ? 1 : 0;
    }
    assertTrue(real > 60 && real < 140, real + " of 200");
  }
}
