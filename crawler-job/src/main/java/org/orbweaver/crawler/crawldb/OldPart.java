package org.orbweaver.crawler.crawldb;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.OrbException;

/** Reads a part of the crawldb from end to end. */
final class OldPart implements Closeable {
  private final Path part;
  private final WholeReader reader;
  private final Text last = new Text();
  private final Text key = new Text();
  private final CrawlDatum datum = new CrawlDatum();
  private boolean atEnd;

  /**
   * Opens a part and goes to its first entry.
   *
   * @param part null for a part that does not exist yet, which is read as an empty one
   * @throws OrbException (failed) naming the part when it is corrupt
   */
  OldPart(Configuration conf, Path part) {
    this.part = part;
    if (part == null) {
      reader = null;
      atEnd = true;
      return;
    }
    try {
      reader = new WholeReader(conf, new Path(part, MapFile.DATA_FILE_NAME));
    } catch (IOException | RuntimeException e) {
      throw CrawlDbParts.corrupt(part, e);
    }
    next();
  }

  boolean atEnd() {
    return atEnd;
  }

  Text key() {
    return key;
  }

  /** The entry; the next one is read into the same object. */
  CrawlDatum datum() {
    return datum;
  }

  void next() {
    last.set(key);
    try {
      atEnd = !reader.next(key, datum);
    } catch (IOException | RuntimeException e) {
      throw CrawlDbParts.corrupt(part, e);
    }
    if (!atEnd && key.getLength() > 0 && last.getLength() > 0 && last.compareTo(key) >= 0) {
      throw CrawlDbParts.corrupt(part, new IOException("out of order at " + key));
    }
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
