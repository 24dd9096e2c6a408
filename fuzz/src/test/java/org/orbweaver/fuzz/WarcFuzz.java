package org.orbweaver.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.warc.WarcCaptures;
import org.orbweaver.crawler.warc.WarcCaptures.Found;

/** WARC files: any bytes, and files of known pages with damage. */
class WarcFuzz {
  private static final int LIMIT = 2000;

  private static List<Found> read(byte[] file) throws IOException {
    FSDataInputStream in = new FSDataInputStream(new Bytes(file));
    // No two entries begin at one place, but for a cut record and the fault in it.
    return WarcCaptures.read(in, file.length, LIMIT, 2 * file.length + 2);
  }

  @FuzzTest
  void records(byte[] file) throws IOException {
    long last = -1;
    for (Found found : read(file)) {
      assertTrue(found.offset() >= 0 && found.offset() <= file.length, found::toString);
      assertTrue(found.offset() >= last, found::toString);
      last = found.offset();
      if (found.page() != null) {
        assertTrue(found.page().body().length <= LIMIT, found::toString);
      }
      assertTrue(found.page() == null || found.damage() == null, found::toString);
    }
  }

  /** Every page before the first damaged byte is found, and none has another's body. */
  @FuzzTest
  void damaged(FuzzedDataProvider data) throws IOException {
    boolean compressed = data.consumeBoolean();
    List<byte[]> bodies = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int n = data.consumeInt(1, 4); n > 0; n--) {
      byte[] body = data.consumeBytes(40);
      bodies.add(body);
      byte[] record = record("http://h.test/" + bodies.size(), body);
      out.writeBytes(compressed ? gzip(record) : record);
      ends.add(out.size());
    }
    byte[] whole = out.toByteArray();
    List<Found> all = read(whole);
    assertEquals(bodies.size(), all.size(), all::toString);
    byte[] damaged = Damage.apply(whole, data);
    int same = Arrays.mismatch(whole, damaged);
    List<Found> found = read(damaged);
    for (int i = 0; i < bodies.size(); i++) {
      String url = "http://h.test/" + (i + 1);
      List<FetchedPage> pages =
          found.stream().filter(one -> url.equals(one.url())).map(Found::page).toList();
      if (same < 0 || ends.get(i) <= same) {
        assertTrue(!pages.isEmpty(), () -> url + " is missing: " + found);
        byte[] body = bodies.get(i);
        assertTrue(
            pages.stream()
                .anyMatch(
                    page ->
                        page.truncation() == Truncation.NONE && Arrays.equals(body, page.body())),
            url);
      }
      if (compressed) {
        for (FetchedPage page : pages) {
          // The checksum of a member keeps others out.
          assertTrue(
              page.truncation() != Truncation.NONE
                  || bodies.stream().anyMatch(body -> Arrays.equals(body, page.body())),
              url);
        }
      }
    }
  }

  private static byte[] record(String url, byte[] body) {
    String http =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " + body.length + "\r\n\r\n";
    String head =
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:"
            + java.util.UUID.nameUUIDFromBytes(url.getBytes(UTF_8))
            + ">\r\nWARC-Date: 2024-05-18T01:58:10Z\r\nWARC-Target-URI: "
            + url
            + "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: "
            + (http.length() + body.length)
            + "\r\n\r\n";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes((head + http).getBytes(UTF_8));
    out.writeBytes(body);
    out.writeBytes("\r\n\r\n".getBytes(UTF_8));
    return out.toByteArray();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(bytes);
    }
    return out.toByteArray();
  }

  /** A file in memory, as Hadoop's file systems open one. */
  private static final class Bytes extends ByteArrayInputStream
      implements Seekable, PositionedReadable {
    Bytes(byte[] bytes) {
      super(bytes);
    }

    @Override
    public synchronized void seek(long place) throws IOException {
      if (place < 0 || place > count) {
        throw new IOException("no place " + place);
      }
      pos = (int) place;
    }

    @Override
    public synchronized long getPos() {
      return pos;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public synchronized int read(long position, byte[] into, int offset, int length) {
      int most = (int) Math.min(length, count - position);
      if (most <= 0) {
        return -1;
      }
      System.arraycopy(buf, (int) position, into, offset, most);
      return most;
    }

    @Override
    public void readFully(long position, byte[] into, int offset, int length) throws IOException {
      if (read(position, into, offset, length) < length) {
        throw new java.io.EOFException();
      }
    }

    @Override
    public void readFully(long position, byte[] into) throws IOException {
      readFully(position, into, 0, into.length);
    }
  }
}
