package org.orbweaver.crawler.dedup;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.Parts;

/**
 * Looks up how a fetch ended. A part's reader goes on from where it stands when URLs come in order;
 * the part that had the last one is asked first.
 */
final class FetchLookup implements Closeable {
  private final Configuration conf;
  private final Path folder;
  private final List<MapFile.Reader> parts = new ArrayList<>();
  private boolean open;
  private int last;

  FetchLookup(Configuration conf, Path folder) {
    this.conf = conf;
    this.folder = folder;
  }

  /** The fetch of the URL, null when the segment has none. */
  CrawlDatum get(Text url) throws IOException {
    if (!open) {
      for (Path part : Parts.of(folder.getFileSystem(conf), folder)) {
        parts.add(new MapFile.Reader(part, conf));
      }
      open = true;
    }
    for (int i = 0; i < parts.size(); i++) {
      int part = (last + i) % parts.size();
      var datum = new CrawlDatum();
      if (parts.get(part).get(url, datum) != null) {
        last = part;
        return datum;
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    IOUtils.cleanupWithLogger(null, parts.toArray(new Closeable[0]));
  }
}
