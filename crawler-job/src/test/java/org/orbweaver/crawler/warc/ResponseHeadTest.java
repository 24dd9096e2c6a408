package org.orbweaver.crawler.warc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.io.BytesWritable;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.fetch.task.RecordedHeads;
import org.orbweaver.crawler.http.HttpHeads;

/** Heads as they are stored, and as they are written to archives. */
class ResponseHeadTest {
  private static final byte[] REQUEST = "GET / HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1);

  private static Optional<ResponseHead> head(String text, boolean cut) {
    return ResponseHead.of(new HttpHeads(REQUEST, text.getBytes(ISO_8859_1), cut));
  }

  private static String withBody(String text, int length) {
    return new String(head(text, false).orElseThrow().withBody(length), ISO_8859_1);
  }

  @Test
  void aHeadThatIsTrueOfTheBodyStaysAsItIs() {
    String head = "HTTP/1.1 200 Caf\u00e9\ncontent-length:4\nno colon\nX: a;\n\t b\n\n";
    assertEquals(head, withBody(head, 4));
  }

  @Test
  void headersOfAnotherFormOfTheBodyAreRenamed() {
    String received =
        """
        HTTP/1.1 200 OK
        content-encoding : gzip
        Content-Length: 9
        Transfer-Encoding: chunked
        Vary: a

        """;
    String archived =
        """
        HTTP/1.1 200 OK
        X-Crawler-content-encoding : gzip
        X-Crawler-Content-Length: 9
        X-Crawler-Transfer-Encoding: chunked
        Vary: a
        Content-Length: 4

        """;
    assertEquals(crlf(archived), withBody(crlf(received), 4));
  }

  private static String crlf(String text) {
    return text.replace("\n", "\r\n");
  }

  @Test
  void ofACutHeadTheLastLineIsNotTakenForWhole() {
    ResponseHead head = head("HTTP/1.1 200 OK\r\nA: b\r\nContent-Enc", true).orElseThrow();
    assertEquals("HTTP/1.1 200 OK\r\nA: b\r\n\r\n", new String(head.withBody(4), ISO_8859_1));
    assertEquals(Optional.empty(), head("HTTP/1.1 200 " + "x".repeat(100), true));
  }

  @Test
  void statusAndHeaders() {
    ResponseHead head =
        head("HTTP/1.1 301 Moved\r\nlocation: /a\r\nLocation: /b\r\n\r\n", false).orElseThrow();
    assertEquals(301, head.status());
    assertEquals(Optional.of("/a"), head.header("Location"));
    assertEquals(Optional.empty(), head("nonsense\r\n\r\n", false));
  }

  @Test
  void aRecordIsReadAsItWasWritten() throws Exception {
    RecordedHeads before = new RecordedHeads(7, new HttpHeads(REQUEST, new byte[] {1, -1}, true));
    RecordedHeads after = RecordedHeads.decode(before.encode());
    assertEquals(7, after.startMs());
    assertArrayEquals(REQUEST, after.heads().request());
    assertArrayEquals(new byte[] {1, -1}, after.heads().response());
    assertTrue(after.heads().cut());
  }

  @Test
  void aDamagedRecordIsAnError() throws Exception {
    byte[] bytes =
        new RecordedHeads(7, new HttpHeads(REQUEST, REQUEST, false)).encode().copyBytes();
    assertThrows(
        EOFException.class, () -> RecordedHeads.decode(new BytesWritable(Arrays.copyOf(bytes, 5))));
    IOException cut =
        assertThrows(
            IOException.class,
            () -> RecordedHeads.decode(new BytesWritable(Arrays.copyOf(bytes, 20))));
    assertEquals("fetch_heads has a record with a head of 18 bytes", cut.getMessage());
    bytes[0] = 9;
    IOException format =
        assertThrows(IOException.class, () -> RecordedHeads.decode(new BytesWritable(bytes)));
    assertEquals("fetch_heads has a record of the unknown format 9", format.getMessage());
  }
}
