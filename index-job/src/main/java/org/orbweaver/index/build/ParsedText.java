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
 * sorted files, one pass, one text in memory; where pages far apart are asked for, what is between
 * them is passed over by the index of the file.
 */
final class ParsedText implements Closeable {
  private final Path part;
  private final MapFile.Reader reader;
  private final ParseText text = new ParseText();

  ParsedText(Path part, Configuration conf) throws IOException {
    this.part = part;
    this.reader = new MapFile.Reader(part, conf);
  }

  /** The part that belongs to a part of parse_data. */
  static Path beside(Path parseData) {
    return new Path(
        new Path(parseData.getParent().getParent(), ParseText.DIR_NAME), parseData.getName());
  }

  /**
   * The text of a page, empty when it has none; pages must be asked for in ascending order.
   *
   * @throws IOException where the file ends before this page: every parsed page has its record in
   *     both files, so it is truncated
   */
  String of(Text url) throws IOException {
    Text at = (Text) reader.getClosest(url, text);
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
