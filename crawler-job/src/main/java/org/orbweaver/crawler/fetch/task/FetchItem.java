package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;

/** A reason to contact a host. The frontier stores it as bytes, which may wait on disk. */
public sealed interface FetchItem {
  /** A flag bit above the bits for hops, which are fewer. */
  int HEADED = 0x40;

  /** The most redirects that can lead to a page. */
  int MOST_HOPS = HEADED - 1;

  /** The URL to request. */
  String url();

  /**
   * A page.
   *
   * @param datum its serialized CrawlDatum, a fifth of the size of the object
   * @param hops redirects that led here
   * @param from the URL whose redirect led here, or empty
   * @param headed whether its headers have been requested and did not rule it out
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
  record PageItem(String url, byte[] datum, int hops, String from, boolean headed)
      implements FetchItem {
    /** The same, with its headers known. */
    PageItem withHead() {
      return new PageItem(url, datum, hops, from, true);
    }
  }

  /**
   * A robots.txt to which another host's robots.txt redirects.
   *
   * @param waiting the group parked until it is known
   */
  record RobotsItem(String url, String waiting) implements FetchItem {}

  /** As bytes. */
  default byte[] encode() throws IOException {
    try (DataOutputBuffer out = new DataOutputBuffer()) {
      Text.writeString(out, url());
      if (this instanceof PageItem page) {
        out.writeByte(page.hops() | (page.headed() ? HEADED : 0));
        Text.writeString(out, page.from());
        out.write(page.datum());
      } else if (this instanceof RobotsItem robots) {
        out.writeByte(-1);
        Text.writeString(out, robots.waiting());
      }
      return java.util.Arrays.copyOf(out.getData(), out.getLength());
    }
  }

  /** From bytes. */
  static FetchItem decode(byte[] bytes) throws IOException {
    try (DataInputBuffer in = new DataInputBuffer()) {
      in.reset(bytes, bytes.length);
      String url = Text.readString(in);
      int hops = in.readByte();
      String other = Text.readString(in);
      if (hops < 0) {
        return new RobotsItem(url, other);
      }
      byte[] datum = new byte[bytes.length - in.getPosition()];
      in.readFully(datum);
      return new PageItem(url, datum, hops & (HEADED - 1), other, (hops & HEADED) != 0);
    }
  }
}
