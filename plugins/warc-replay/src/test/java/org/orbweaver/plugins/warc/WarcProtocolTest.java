package org.orbweaver.plugins.warc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.Protocol;

class WarcProtocolTest {
  private static final String HTML = "200 OK\r\nContent-Type: text/html";
  private static final String PACKED = HTML + "\r\nContent-Encoding: gzip";
  private static final int MAX_BYTES = 100_000;

  @TempDir private Path tmp;
  private WarcFile file;

  @BeforeEach
  void name() {
    file = new WarcFile(tmp.resolve("a.warc"));
  }

  private Protocol protocol() {
    PluginSettings settings = PluginSettings.of(Map.of("files", tmp.toString()));
    return new WarcReplay().protocols(settings).get(0);
  }

  private Protocol.Answer fetch(String url, String etag, int maxBytes) throws IOException {
    return protocol().fetch(new Protocol.Request(url, etag, null, maxBytes, link -> {}));
  }

  private Protocol.Answer fetch(String url) throws IOException {
    return fetch(url, null, MAX_BYTES);
  }

  private static String body(Protocol.Answer answer) {
    return new String(answer.body(), ISO_8859_1);
  }

  private static String numbers() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      text.append(i * 7919 % 5003).append(' ');
    }
    return text.toString();
  }

  private static void cut(Path path, int bytes) throws IOException {
    byte[] whole = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(whole, whole.length - bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void aTornFileIsReadToWhereItIsTorn(String name) throws IOException {
    WarcFile torn = new WarcFile(tmp.resolve(name));
    torn.response("2024-01-01", "http://a.test/", HTML, "whole");
    torn.response("2024-01-01", "http://a.test/torn", HTML, numbers());
    cut(torn.path(), 5000);
    new WarcFile(tmp.resolve("b.warc")).response("2024-01-01", "http://b.test/", HTML, "next");
    assertEquals("whole", body(fetch("http://a.test/")));
    assertEquals("next", body(fetch("http://b.test/")));
    Protocol.Answer cut = fetch("http://a.test/torn");
    assertTrue(cut.truncated());
    assertTrue(cut.body().length > 1000, cut.body().length + " bytes");
    assertTrue(numbers().startsWith(body(cut)));
  }

  @Test
  void aDamagedRecordIsSkipped() throws IOException {
    file.record("response", "2024-01-01", "http://a.test/bad", "", "\0\1 no HTTP\r\n\r\n");
    file.record("response", "2024-01-01x", "http://a.test/undated", "", "HTTP/1.1 200 OK\r\n\r\n");
    file.response("2024-01-01", "http://a.test/good", HTML, "good");
    assertEquals("good", body(fetch("http://a.test/good")));
    assertEquals(404, fetch("http://a.test/bad").status());
  }

  @Test
  void garbageEndsAFileAlone() throws IOException {
    file.response("2024-01-01", "http://a.test/", HTML, "before");
    file.append("garbage\r\n\0\0\r\n\r\n".getBytes(ISO_8859_1));
    new WarcFile(tmp.resolve("0.warc")).append(new byte[3000]);
    assertEquals("before", body(fetch("http://a.test/")));
    assertTrue(protocol().answers("http://a.test/x"));
    assertFalse(protocol().answers("http://b.test/"));
  }

  @Test
  void filesWithoutAnyAnswerAreAFault() throws IOException {
    file.append("garbage".getBytes(ISO_8859_1));
    Protocol protocol = protocol();
    UncheckedIOException e =
        assertThrows(UncheckedIOException.class, () -> protocol.answers("http://a.test/"));
    assertTrue(e.getMessage().contains("a.warc"), e.getMessage());
  }

  @Test
  void aPackedBodyMayBeCutOrNotPackedAtAll() throws IOException {
    byte[] packed = WarcFile.packed(numbers().getBytes(ISO_8859_1));
    String whole = new String(packed, ISO_8859_1);
    String half = whole.substring(0, whole.length() / 2);
    file.response("2024-01-01", "http://a.test/whole", PACKED, whole);
    file.response("2024-01-01", "http://a.test/half", PACKED, half);
    file.response("2024-01-01", "http://a.test/plain", PACKED, "plain");
    file.response("2024-01-01", "http://a.test/empty", PACKED, "");
    file.record(
        "response",
        "2024-01-01",
        "http://a.test/said",
        "WARC-Truncated: length\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nbeginning");
    assertEquals(numbers(), body(fetch("http://a.test/whole")));
    assertFalse(fetch("http://a.test/whole").truncated());
    assertTrue(fetch("http://a.test/half").truncated());
    assertTrue(fetch("http://a.test/half").body().length > 1000);
    assertTrue(numbers().startsWith(body(fetch("http://a.test/half"))));
    assertEquals("plain", body(fetch("http://a.test/plain")));
    assertFalse(fetch("http://a.test/plain").truncated());
    assertEquals("", body(fetch("http://a.test/empty")));
    assertEquals("beginning", body(fetch("http://a.test/said")));
    assertTrue(fetch("http://a.test/said").truncated());
    assertEquals("pla", body(fetch("http://a.test/plain", null, 3)));
    assertTrue(fetch("http://a.test/plain", null, 3).truncated());
    assertFalse(fetch("http://a.test/plain", null, 5).truncated());
  }

  @Test
  void otherPagesThan200() throws IOException {
    file.response("2024-01-01", "http://a.test/203", "203 Other", "other");
    file.response("2024-01-01", "http://a.test/204", HTML, "older");
    file.response("2024-01-02", "http://a.test/204", "204 None", "");
    file.response("2024-01-01", "http://a.test/206", "206 Part", "part");
    assertEquals(203, fetch("http://a.test/203").status());
    assertEquals("other", body(fetch("http://a.test/203")));
    assertEquals("older", body(fetch("http://a.test/204")));
    assertEquals(404, fetch("http://a.test/206").status());
  }

  @Test
  void aRevisitIsTheCaptureThatItRefersTo() throws IOException {
    String profile =
        "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n";
    String to = profile + "WARC-Refers-To-Target-URI: http://a.test/";
    String at = "\r\nWARC-Refers-To-Date: ";
    file.response("2024-01-01", "http://a.test/", HTML, "first");
    file.response("2024-01-02", "http://a.test/", HTML, "second");
    file.record(
        "revisit", "2024-01-03", "http://a.test/", to + at + "2024-01-01T00:00:00Z\r\n", "");
    file.record(
        "revisit", "2024-01-03", "http://b.test/", to + at + "2024-01-02T00:00:00Z\r\n", "");
    file.record("revisit", "2024-01-03", "http://a.test/gone", to + "gone\r\n", "");
    assertEquals("first", body(fetch("http://a.test/")));
    assertEquals("second", body(fetch("http://b.test/")));
    String etag = "\"2024-01-01T00:00:00Z\"";
    assertEquals(304, fetch("http://a.test/", etag, MAX_BYTES).status());
    IOException e = assertThrows(IOException.class, () -> fetch("http://a.test/gone"));
    assertTrue(e.getMessage().contains("http://a.test/gone"), e.getMessage());
  }

  @Test
  void filesAreReadOnceUntilTheyChange() throws IOException {
    file.response("2024-01-01", "http://a.test/", HTML, "first");
    WarcIndex index = WarcIndex.of(List.of(tmp));
    assertSame(index, WarcIndex.of(List.of(tmp)));
    file.response("2024-01-02", "http://a.test/", HTML, "second");
    assertNotSame(index, WarcIndex.of(List.of(tmp)));
    assertEquals("second", body(fetch("http://a.test/")));
  }
}
