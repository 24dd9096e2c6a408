package org.orbweaver.crawler.crawldb;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.Parts;

/**
 * Looks up how a fetch ended. URLs that come in order are found by reading each part once, from the
 * first of them on. (MapFile's own look-up seeks once in 128 keys, to the start of a compressed
 * block that holds thousands: for every key in order that took half the time of the whole job.)
 */
public final class FetchLookup implements Closeable {
  private final Configuration conf;
  private final Path folder;
  private final List<Cursor> parts = new ArrayList<>();
  private boolean open;

  /**
   * Opens nothing yet.
   *
   * @param folder a segment's crawl_fetch; without it nothing is found
   */
  public FetchLookup(Configuration conf, Path folder) {
    this.conf = conf;
    this.folder = folder;
  }

  /** The fetch of the URL, null when the segment has none; good until the next call. */
  public CrawlDatum get(Text url) throws IOException {
    if (!open) {
      for (Path part : Parts.of(folder.getFileSystem(conf), folder)) {
        parts.add(new Cursor(new MapFile.Reader(part, conf)));
      }
      open = true;
    }
    for (Cursor part : parts) {
      if (part.moveToFetch(url)) {
        return part.datum;
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    for (Cursor part : parts) {
      part.reader.close();
    }
  }

  private static final class Cursor {
    private final MapFile.Reader reader;
    private final Text key = new Text();
    private final Text asked = new Text();
    private final CrawlDatum datum = new CrawlDatum();
    private boolean started;
    private boolean ended;

    Cursor(MapFile.Reader reader) {
      this.reader = reader;
    }

    /** Moves to the URL's fetch; a redirect to it may have left a link under the same key. */
    boolean moveToFetch(Text url) throws IOException {
      boolean found = moveTo(url);
      while (found && datum.getStatus() == CrawlDatum.STATUS_LINKED) {
        ended = !reader.next(key, datum);
        found = !ended && key.equals(url);
      }
      return found;
    }

    /** Moves to the first key that is not before the URL; whether it is the URL. */
    boolean moveTo(Text url) throws IOException {
      if (!started || url.compareTo(asked) < 0) {
        started = true;
        Text first = (Text) reader.getClosest(url, datum);
        ended = first == null;
        if (!ended) {
          key.set(first);
        }
      }
      asked.set(url);
      while (!ended && key.compareTo(url) < 0) {
        ended = !reader.next(key, datum);
      }
      return !ended && key.equals(url);
    }
  }
}
