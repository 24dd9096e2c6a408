package org.orbweaver.crawler.parse;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;

/**
 * The rendered versions of a segment's pages, which take the place of the fetched ones: a merge
 * join by URL. Pages must be asked for in order. Cost: one read of the rendered versions from the
 * first page asked for to the last, and for each page one comparison of keys for each part.
 */
final class RenderedVersions implements Closeable {
  private static final String PARTS = "orbweaver.internal.parse.rendered";

  private final List<Cursor> cursors = new ArrayList<>();

  /** A part, at the first record that is not before the last page asked for. */
  private static final class Cursor {
    private final MapFile.Reader reader;
    private final Text key = new Text();
    private Content value = new Content();
    private boolean begun;
    private boolean more;

    Cursor(MapFile.Reader reader) {
      this.reader = reader;
    }

    Content at(Text url) throws IOException {
      if (!begun) {
        begun = true;
        Text closest = (Text) reader.getClosest(url, value);
        more = closest != null;
        if (more) {
          key.set(closest);
        }
      }
      while (more && key.compareTo(url) < 0) {
        // A Content keeps bytes of the value read into it before.
        value = new Content();
        more = reader.next(key, value);
      }
      return more && key.equals(url) ? value : null;
    }
  }

  /** Those that {@link #embed} put into the configuration. */
  RenderedVersions(Configuration conf) throws IOException {
    for (String part : conf.getTrimmedStrings(PARTS)) {
      cursors.add(new Cursor(new MapFile.Reader(new Path(part), conf)));
    }
  }

  /**
   * Names the rendered versions in a job's configuration.
   *
   * @param parts MapFiles, in no order
   */
  static void embed(Job job, List<Path> parts) {
    job.getConfiguration()
        .setStrings(PARTS, parts.stream().map(Path::toString).toArray(String[]::new));
  }

  /** Those that a segment has. */
  static List<Path> of(FileSystem fs, Path segment) throws IOException {
    return Parts.of(fs, new Path(segment, SegmentPart.RENDERED.folder()));
  }

  /** The rendered version of a page if there is one, else the fetched. */
  Content versionOf(Text url, Content fetched) throws IOException {
    for (Cursor cursor : cursors) {
      Content rendered = cursor.at(url);
      if (rendered != null) {
        return rendered;
      }
    }
    return fetched;
  }

  @Override
  public void close() throws IOException {
    for (Cursor cursor : cursors) {
      cursor.reader.close();
    }
  }
}
