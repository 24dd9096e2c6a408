package org.orbweaver.crawler.fetch.task;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * The URLs of a fetch list, read as needed, without those already done or under way: a redirect may
 * have led to one, or an earlier attempt may have requested it. These are kept as fingerprints, 11
 * to 21 bytes a URL. Safe for use by many threads.
 */
public final class ListUrls {
  /** The source of the list. */
  public interface UrlReader {
    /** Reads the next record into key and value; false at the end. */
    boolean read(Text url, CrawlDatum datum) throws IOException;
  }

  /** A URL with its entry in the crawldb; the datum belongs to the taker. */
  record Url(String url, CrawlDatum datum) {}

  private final UrlReader source;
  private final ListFingerprints all;
  private final LongOpenHashSet claimed = new LongOpenHashSet();

  /** Guards the source and the record read ahead; claims wait for no read. */
  private final ReentrantLock reading = new ReentrantLock();

  private Url ahead;
  private boolean ended;

  /**
   * A list that is not read yet.
   *
   * @param all the same list, for {@link #has}
   */
  public ListUrls(UrlReader source, ListFingerprints all) {
    this.source = source;
    this.all = all;
  }

  /** Claims and returns the next unclaimed URL; null at the end. */
  Url next() throws IOException {
    reading.lock();
    try {
      while (true) {
        Url next = ahead != null ? ahead : read();
        ahead = null;
        if (next == null || claim(next.url())) {
          return next;
        }
      }
    } finally {
      reading.unlock();
    }
  }

  private Url read() throws IOException {
    Text url = new Text();
    CrawlDatum datum = new CrawlDatum();
    ended = ended || !source.read(url, datum);
    return ended ? null : new Url(url.toString(), datum);
  }

  /** Claims a URL; false if it was claimed before. */
  public synchronized boolean claim(String url) {
    return claimed.add(Fingerprint.of(url));
  }

  /** Whether the URL has or will have its record in this task: it is listed, or claimed. */
  public boolean has(String url) throws IOException {
    synchronized (this) {
      if (claimed.contains(Fingerprint.of(url))) {
        return true;
      }
    }
    return all.contains(url);
  }

  /**
   * Buffers the next record; repeated calls have no effect. The framework asks the reader for its
   * progress when a record is read or none is left. Does nothing while the list is being read.
   */
  public void touch() throws IOException {
    if (reading.tryLock()) {
      try {
        if (ended) {
          source.read(new Text(), new CrawlDatum());
        } else if (ahead == null) {
          ahead = read();
        }
      } finally {
        reading.unlock();
      }
    }
  }
}
