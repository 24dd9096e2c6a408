package org.orbweaver.crawler.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Ten responses as servers send them. */
final class SampleResponses {
  private SampleResponses() {}

  /** The bytes of each response; its head ends with the first empty line after a final status. */
  static List<byte[]> all() throws IOException {
    String page = "<!doctype html><title>Page</title><p>Some text that is long enough to count.";
    String robots = "User-agent: *\nDisallow: /private\nCrawl-delay: 3\nSitemap: /map.xml\n";
    String gzip = gzip(page);
    return List.of(
        bytes(
            "HTTP/1.1 200 OK\r\nDate: Tue, 24 Nov 2026 10:00:00 GMT\r\nServer: Apache\r\n"
                + "Content-Type: text/html; charset=utf-8\r\nContent-Length: "
                + page.length()
                + "\r\nKeep-Alive: timeout=5, max=100\r\nConnection: Keep-Alive\r\n\r\n"
                + page),
        bytes(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: noindex, nofollow\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0020\r\n"
                + page.substring(0, 32)
                + "\r\n0010;x=y\r\n"
                + page.substring(32, 48)
                + "\r\n0\r\nX-Trailer: z\r\n\r\n"),
        bytes(
            "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: gzip\r\n"
                + "vary: accept-encoding\r\ncontent-length: "
                + gzip.length()
                + "\r\netag: W/\"5f-abc\"\r\n\r\n"
                + gzip),
        bytes(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
                + Integer.toHexString(gzip.length())
                + "\r\n"
                + gzip
                + "\r\n0\r\n\r\n"),
        bytes(
            "HTTP/1.1 301 Moved Permanently\r\nLocation: https://example.test/a/longer/path?q=1\r\n"
                + "Content-Type: text/html\r\nContent-Length: 5\r\n\r\nmoved"),
        bytes(
            "HTTP/1.1 304 Not Modified\r\nETag: W/1\r\nCache-Control: max-age=60\r\nLast-Modified:"
                + " Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n"),
        bytes("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n" + robots),
        bytes(
            "HTTP/1.1 103 Early Hints\r\nLink: </x.css>; rel=preload\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\nbody"),
        bytes(
            "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\nSet-Cookie: a=b; Path=/\r\n"
                + "Content-Length: 4\r\nConnection: close\r\n\r\nslow"),
        bytes(
            "HTTP/1.1 200\nContent-Type: text/html;\n\tcharset=iso-8859-1\nbad line\n"
                + "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\n\nbare line feeds"));
  }

  private static byte[] bytes(String response) {
    return response.getBytes(ISO_8859_1);
  }

  private static String gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(ISO_8859_1));
    }
    return out.toString(ISO_8859_1);
  }
}
