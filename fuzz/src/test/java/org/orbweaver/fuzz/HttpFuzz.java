package org.orbweaver.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.http.AllowedPorts;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.http.HttpFetcher;
import org.orbweaver.crawler.http.HttpSettings;
import org.orbweaver.crawler.http.HttpSettings.RequestHeaders;
import org.orbweaver.crawler.http.HttpSettings.TimeLimits;

/** Responses of a server that sends bytes and closes the connection. */
class HttpFuzz {
  private static final int LIMIT = 4000;

  private static ServerSocket socket;
  private static HttpFetcher fetcher;
  private static volatile byte[] response;

  /** How the end of a body is known. */
  private enum Framing {
    LENGTH,
    CHUNKS,
    CLOSE
  }

  @BeforeAll
  static void start() throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread server = new Thread(HttpFuzz::serve, "raw-server");
    server.setDaemon(true);
    server.start();
    fetcher =
        new HttpFetcher(
            new HttpSettings(
                new RequestHeaders("test/1", "*/*", ""),
                new TimeLimits(20_000, 20_000, 60_000, 0),
                LIMIT,
                true,
                AllowedPorts.of(List.of()),
                null),
            host -> new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})},
            AddressGuard.allowing(List.of("127.0.0.0/8")));
  }

  @AfterAll
  static void stop() throws IOException {
    fetcher.close();
    socket.close();
  }

  private static void serve() {
    while (!socket.isClosed()) {
      try (Socket connection = socket.accept()) {
        answer(connection);
      } catch (IOException e) {
        // The client may leave.
        Thread.onSpinWait();
      }
    }
  }

  private static void answer(Socket connection) throws IOException {
    StringBuilder head = new StringBuilder();
    InputStream in = connection.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return;
      }
      head.append((char) b);
    }
    connection.getOutputStream().write(response);
  }

  private static FetchedPage fetch(byte[] bytes) throws IOException {
    response = bytes;
    fetcher.closeIdle(0);
    return fetcher.fetch(
        FetchRequest.get("http://raw.test:" + socket.getLocalPort() + "/")
            .conditional("\"1\"", null));
  }

  /** Any bytes: an answer within the limits or an IOException, and the same again. */
  @FuzzTest
  void answer(byte[] bytes) {
    assertEquals(seen(bytes), seen(bytes));
  }

  private static String seen(byte[] bytes) {
    try {
      FetchedPage page = fetch(bytes);
      assertTrue(page.body().length <= LIMIT, () -> page.body().length + " bytes");
      assertTrue(page.status() >= 100 && page.status() <= 999, () -> "status " + page.status());
      page.headers().forEach(header -> assertTrue(!header.name().isEmpty()));
      page.location();
      return page.status() + " " + page.truncation() + new String(page.body(), ISO_8859_1);
    } catch (IOException e) {
      return "refused";
    }
  }

  /** A response as the standards have it, whole and cut: a part is never taken for the whole. */
  @FuzzTest
  void cut(FuzzedDataProvider data) throws IOException {
    int status = data.pickValue(List.of(200, 200, 404));
    Framing framing = data.pickValue(Framing.values());
    String coding = data.pickValue(List.of("", "gzip", "deflate"));
    byte[] body = repeated(data.consumeBytes(300), data.consumeInt(1, 20));
    byte[] sent = coded(body, coding);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, String.format(Locale.ROOT, "HTTP/1.1 %d X\r\nX-A: b\r\n", status));
    write(out, coding.isEmpty() ? "" : "Content-Encoding: " + coding + "\r\n");
    switch (framing) {
      case LENGTH -> write(out, "Content-Length: " + sent.length + "\r\n\r\n");
      case CHUNKS -> write(out, "Transfer-Encoding: chunked\r\n\r\n");
      case CLOSE -> write(out, "Connection: close\r\n\r\n");
    }
    int head = out.size();
    if (framing == Framing.CHUNKS) {
      for (int from = 0; from < sent.length; ) {
        int size = Math.min(sent.length - from, data.consumeInt(1, 2000));
        write(out, Integer.toHexString(size) + (data.consumeBoolean() ? ";a=b\r\n" : "\r\n"));
        out.write(sent, from, size);
        write(out, "\r\n");
        from += size;
      }
      write(out, data.consumeBoolean() ? "0\r\n\r\n" : "0\r\nX-T: u\r\n\r\n");
    } else {
      out.write(sent, 0, sent.length);
    }
    byte[] whole = out.toByteArray();
    FetchedPage page = fetch(whole);
    assertEquals(status, page.status());
    boolean fits = body.length <= LIMIT && sent.length <= LIMIT;
    assertEquals(fits ? Truncation.NONE : Truncation.LENGTH, page.truncation());
    assertArrayEquals(Arrays.copyOf(body, Math.min(body.length, LIMIT)), page.body());

    int length = data.consumeInt(0, whole.length - 1);
    try {
      FetchedPage part = fetch(Arrays.copyOf(whole, length));
      // An end of the connection says nothing; servers label empty bodies with any coding, and a
      // byte is too little for the mark of deflate.
      int least = coding.equals("deflate") ? head + 1 : head;
      boolean endless =
          framing == Framing.CLOSE && length >= head && (coding.isEmpty() || length <= least);
      if (part.truncation() == Truncation.NONE && !endless) {
        assertArrayEquals(body, part.body(), () -> framing + " cut at " + length);
        assertEquals(status, part.status());
      }
    } catch (IOException e) {
      assertTrue(length < head, () -> framing + " cut at " + length + ": " + e);
    }
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(ISO_8859_1));
  }

  private static byte[] repeated(byte[] piece, int times) {
    byte[] all = new byte[piece.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(piece, 0, all, i * piece.length, piece.length);
    }
    return all;
  }

  private static byte[] coded(byte[] body, String coding) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    switch (coding) {
      case "gzip" -> {
        try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
          packed.write(body);
        }
      }
      case "deflate" -> {
        try (DeflaterOutputStream packed = new DeflaterOutputStream(out)) {
          packed.write(body);
        }
      }
      default -> out.writeBytes(body);
    }
    return out.toByteArray();
  }
}
