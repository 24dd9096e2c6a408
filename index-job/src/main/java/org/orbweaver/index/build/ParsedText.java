package org.orbweaver.index.build;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.parse.ParseText;

/**
 * Reads the texts of a parse_text part beside its parse_data part, in step: a merge join of two
 * sorted files, one pass, one text in memory.
 */
final class ParsedText implements Closeable {
  private final Path part;
  private final MapFile.Reader reader;
  private final ParseText text = new ParseText();
  private Text at = new Text();
  private boolean started;

  private ParsedText(Path part, MapFile.Reader reader) {
    this.part = part;
    this.reader = reader;
  }

  /**
   * Opens the part that belongs to a file of parse_data.
   *
   * @param parseData {@code …/parse_data/part-r-NNNNN/data}
   */
  static ParsedText beside(Path parseData, Configuration conf) throws IOException {
    Path dataPart = parseData.getParent();
    Path part =
        new Path(
            new Path(dataPart.getParent().getParent(), ParseText.DIR_NAME), dataPart.getName());
    return new ParsedText(part, new MapFile.Reader(part, conf));
  }

  /**
   * The text of a page, empty when it has none; pages must be asked for in ascending order.
   *
   * @throws IOException where the file ends before this page: every parsed page has its record in
   *     both files, so it is truncated
   */
  String of(Text url) throws IOException {
    if (!started) {
      started = true;
      at = (Text) reader.getClosest(url, text);
    }
    while (at != null && at.compareTo(url) < 0) {
      if (!reader.next(at, text)) {
        at = null;
      }
    }
    if (at == null) {
      throw new IOException(
          part + " ends before " + url + ", which parse_data has: is it truncated?");
    }
    return at.equals(url) ? text.getText() : "";
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
