package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/**
 * Whatever a server sends, a fetch ends with a page or an {@link IOException}, and the next fetch
 * from the host is as good as the first. {@code -Dorbweaver.test.mutations=N} responses, {@code
 * -Dorbweaver.test.seed=S}.
 */
class MutatedResponsesTest {
  private static final int MUTATIONS = Integer.getInteger("orbweaver.test.mutations", 2_000);
  private static final long SEED = Long.getLong("orbweaver.test.seed", 23);

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody";

  private static final String[] TOKENS = {
    "\r\n",
    "\n",
    "\r",
    "\r\n\r\n",
    "\0",
    ":",
    ";",
    ",",
    " ",
    "\t",
    "\"",
    "%",
    "\u00ff",
    "\u0080",
    "HTTP/",
    "HTTP/1.1",
    "HTTP/-1",
    "HTTP/1.-1",
    "HTTP/2",
    "HTTP/99999999999",
    "000",
    "-200",
    "0",
    "1",
    "99",
    "100",
    "101",
    "103",
    "204",
    "206",
    "299",
    "304",
    "407",
    "999",
    "1000",
    "-1",
    "+4",
    "2147483648",
    "-2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "ffffffff",
    "7fffffffffffffff",
    "8000000000000000",
    "0x10",
    "1e9",
    "chunked",
    "identity",
    "gzip",
    "deflate",
    "br",
    "zstd",
    "gzip, gzip, gzip, gzip",
    "keep-alive",
    "close",
    "upgrade",
    "Content-Length: ",
    "Content-Length: -1\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: gzip, chunked\r\n",
    "Content-Encoding: br\r\n",
    "Content-Encoding: zstd\r\n",
    "Content-Encoding: deflate\r\n",
    "Content-Range: bytes 0-1/4\r\n",
    "Connection: upgrade\r\n",
    "Keep-Alive: timeout=-1\r\n",
    "Keep-Alive: timeout=99999999999999999999\r\n",
    "Keep-Alive: timeout=",
    "Trailer: x\r\n",
    "Upgrade: h2c\r\n",
    "Location: //\r\n",
    "WWW-Authenticate: Digest\r\n",
    "Proxy-Authenticate: Negotiate x\r\n",
    "Set-Cookie: =;=\r\n",
  };

  /** The next response in each case, and the server's action after it. */
  private volatile byte[] response;

  private volatile boolean keepsOpen;

  private byte[] mutate(byte[] seed, Random random) {
    byte[] bytes = seed;
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      int head = Math.max(1, new String(bytes, ISO_8859_1).indexOf("\r\n\r\n"));
      int kind = random.nextInt(6);
      int range = kind == 0 ? 15 : kind < 4 ? head : bytes.length;
      int at = random.nextInt(Math.max(1, Math.min(range, bytes.length)));
      int end = Math.min(bytes.length, at + random.nextInt(1 + random.nextInt(12)));
      String before = new String(bytes, 0, at, ISO_8859_1);
      String span = new String(bytes, at, end - at, ISO_8859_1);
      String after = new String(bytes, end, bytes.length - end, ISO_8859_1);
      String token = TOKENS[random.nextInt(TOKENS.length)];
      String mutated =
          switch (random.nextInt(8)) {
            case 0 -> before + after;
            case 1 -> before + span + span + after;
            case 2 -> before + token + after;
            case 3 -> before + token + span + after;
            case 4 -> before + (char) random.nextInt(256) + after;
            case 5 -> before;
            case 6 -> before + span.repeat(random.nextInt(200)) + after;
            default -> before + new StringBuilder(span).reverse() + after;
          };
      bytes = mutated.getBytes(ISO_8859_1);
    }
    return bytes;
  }

  private boolean answer(String head, InputStream in, OutputStream out) throws Exception {
    if (head.startsWith("GET /good ")) {
      return RawServer.write(out, OK);
    }
    out.write(response);
    out.flush();
    // If it stays open, it does not wait long for the next request: the client may wait for more.
    for (int wait = 0; keepsOpen && in.available() == 0 && wait < 20; wait++) {
      Thread.sleep(1);
    }
    return keepsOpen && in.available() > 0;
  }

  @Test
  void aFetchEndsWithAPageOrAnIoException() throws Exception {
    List<byte[]> seeds = SampleResponses.all();
    Random random = new Random(SEED);
    Map<FailureKind, Integer> failures = new EnumMap<>(FailureKind.class);
    List<String> unchecked = new ArrayList<>();
    int pages = 0;
    try (RawServer server = RawServer.start(this::answer);
        HttpFetcher fetcher = TestFetchers.fetcher()) {
      FetchRequest[] requests = {
        FetchRequest.get(server.url("/")),
        FetchRequest.get(server.url("/robots.txt")).limitedTo(100),
        FetchRequest.get(server.url("/")).head(),
        FetchRequest.get(server.url("/")).conditional("\"1\"", null)
      };
      for (int i = 0; i < MUTATIONS; i++) {
        byte[] mutated = mutate(seeds.get(i % seeds.size()), random);
        if (!keepsOpen) {
          fetcher.closeIdle(0);
        }
        keepsOpen = random.nextInt(10) == 0;
        response = mutated;
        try {
          FetchedPage page = fetcher.fetch(requests[random.nextInt(8) % 4]);
          assertTrue(page.status() >= 200 && page.status() <= 999, page.status() + " as status");
          assertNotNull(page.truncation());
          pages++;
        } catch (IOException e) {
          failures.merge(FailureKind.of(e), 1, Integer::sum);
          if (e.getCause() instanceof RuntimeException || FailureKind.of(e) == FailureKind.OTHER) {
            // Only the last catch clause caught it.
            unchecked.add(e + ": " + quote(mutated));
          }
        } catch (RuntimeException e) {
          unchecked.add(e + ": " + quote(mutated));
        }
        if (i % 10 == 0) {
          FetchedPage good = good(fetcher, FetchRequest.get(server.url("/good")));
          assertEquals("body", new String(good.body(), ISO_8859_1), quote(mutated));
          assertEquals(Truncation.NONE, good.truncation(), quote(mutated));
        }
      }
    }
    assertEquals(List.of(), unchecked.subList(0, Math.min(20, unchecked.size())));
    String counts = pages + " pages, " + failures;
    assertTrue(pages > MUTATIONS / 4, counts);
    assertTrue(failures.getOrDefault(FailureKind.PROTOCOL, 0) > MUTATIONS / 50, counts);
    assertTrue(failures.getOrDefault(FailureKind.TRUNCATED, 0) > MUTATIONS / 50, counts);
    java.util.logging.Logger.getLogger(getClass().getName()).info(counts);
  }

  /** The server may just have closed the connection that it promised to keep. */
  private static FetchedPage good(HttpFetcher fetcher, FetchRequest request) throws IOException {
    try {
      return fetcher.fetch(request);
    } catch (IOException e) {
      assertEquals(FailureKind.TRUNCATED, FailureKind.of(e));
      fetcher.closeIdle(0);
      return fetcher.fetch(request);
    }
  }

  private static String quote(byte[] response) {
    String text = new String(response, ISO_8859_1);
    return text.substring(0, Math.min(300, text.length()))
        .replace("\r", "\\r")
        .replace("\n", "\\n");
  }
}
