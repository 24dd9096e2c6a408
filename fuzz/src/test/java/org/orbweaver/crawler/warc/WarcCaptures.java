package org.orbweaver.crawler.warc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.orbweaver.crawler.http.FetchedPage;

/** What the reader of WARC files, which only this package sees, finds in one. */
public final class WarcCaptures {
  /**
   * A record or a broken place.
   *
   * @param url null if it is no capture of a page
   * @param page null likewise
   * @param damage null if the record is whole
   */
  public record Found(long offset, String url, FetchedPage page, String damage) {}

  private WarcCaptures() {}

  /**
   * Reads a file to its end.
   *
   * @param most entries; more are an endless loop
   */
  public static List<Found> read(FSDataInputStream in, long length, int limit, int most)
      throws IOException {
    List<Found> found = new ArrayList<>();
    try (WarcFile file = new WarcFile(in, length, limit)) {
      for (WarcFile.WarcEntry entry = file.next(); entry != null; entry = file.next()) {
        WarcCapture capture = entry.capture();
        found.add(
            new Found(
                entry.offset(),
                capture == null ? null : capture.url(),
                capture == null ? null : capture.page(),
                entry.damage()));
        if (found.size() > most) {
          throw new AssertionError("more than " + most + " entries");
        }
      }
    }
    return found;
  }
}
