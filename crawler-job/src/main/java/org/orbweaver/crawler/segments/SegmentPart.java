package org.orbweaver.crawler.segments;

import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.apache.nutch.protocol.Content;

/** What a segment is made of, in the order in which a page's records are merged. */
enum SegmentPart {
  FETCH(0, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class),
  CONTENT(1, Content.DIR_NAME, Content.class),
  PARSE_DATA(2, ParseData.DIR_NAME, ParseData.class),
  PARSE_TEXT(3, ParseText.DIR_NAME, ParseText.class),
  /** Signatures and what the parser tells the crawldb; of several segments not in order. */
  CRAWL_PARSE(4, CrawlDatum.PARSE_DIR_NAME, CrawlDatum.class);

  private final int code;
  private final String folder;
  private final Class<? extends Writable> type;

  SegmentPart(int code, String folder, Class<? extends Writable> type) {
    this.code = code;
    this.folder = folder;
    this.type = type;
  }

  /** Its place in the order. */
  byte code() {
    return (byte) code;
  }

  static SegmentPart of(int code) {
    for (SegmentPart part : values()) {
      if (part.code == code) {
        return part;
      }
    }
    throw new IllegalArgumentException("no part of a segment: " + code);
  }

  String folder() {
    return folder;
  }

  /** The class of the values. */
  Class<? extends Writable> type() {
    return type;
  }

  static SegmentPart of(String folder) {
    for (SegmentPart part : values()) {
      if (part.folder.equals(folder)) {
        return part;
      }
    }
    throw new IllegalArgumentException("not a part of a segment: " + folder);
  }
}
