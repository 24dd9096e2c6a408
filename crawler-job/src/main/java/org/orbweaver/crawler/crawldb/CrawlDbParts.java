package org.orbweaver.crawler.crawldb;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.cli.Failure;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;

/** The parts of a crawldb, looked over before a job reads them. */
public final class CrawlDbParts {
  private CrawlDbParts() {}

  /**
   * The parts in order; none when there is no crawldb yet.
   *
   * @throws OrbException (failed) naming the part that is missing, incomplete or cut short. What is
   *     damaged inside a part shows when it is read.
   */
  public static List<Path> check(Configuration conf, CrawlDir dir) throws IOException {
    List<Path> parts = Parts.of(dir.fs(), dir.crawlDb());
    if (parts.isEmpty() && dir.fs().exists(dir.crawlDb())) {
      throw OrbException.failed(
          "the crawldb " + dir.crawlDb() + " has no parts; restore it from a backup");
    }
    for (int i = 0; i < parts.size(); i++) {
      if (Parts.number(parts.get(i)) != i) {
        throw OrbException.failed(
            "crawldb part " + i + " is missing in " + dir.crawlDb() + "; restore it from a backup");
      }
      check(conf, dir.fs(), parts.get(i));
    }
    return parts;
  }

  /**
   * As {@link #check}, for commands that need a crawldb.
   *
   * @throws OrbException (failed) also when there is none
   */
  public static List<Path> require(Configuration conf, CrawlDir dir) throws IOException {
    List<Path> parts = check(conf, dir);
    if (parts.isEmpty()) {
      throw OrbException.failed("no crawldb in " + dir.root() + ": run 'orb inject' first");
    }
    return parts;
  }

  private static void check(Configuration conf, FileSystem fs, Path part) throws IOException {
    try {
      checkMapFile(conf, fs, part);
    } catch (IOException | RuntimeException e) {
      throw corrupt(part, e);
    }
  }

  /**
   * Looks a MapFile over, without reading its data: a data file that ends before the last place its
   * index points to has been cut.
   *
   * @throws IOException saying what is wrong
   */
  public static void checkMapFile(Configuration conf, FileSystem fs, Path part) throws IOException {
    long last = 0;
    FileStatus data;
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(
            conf, SequenceFile.Reader.file(new Path(part, MapFile.INDEX_FILE_NAME)))) {
      data = fs.getFileStatus(new Path(part, MapFile.DATA_FILE_NAME));
      Text key = new Text();
      LongWritable position = new LongWritable();
      while (reader.next(key, position)) {
        last = position.get();
      }
    }
    if (data.getLen() <= last) {
      throw new IOException("its data ends before its index");
    }
  }

  /** The error for a part that cannot be read. */
  static OrbException corrupt(Path part, Exception cause) {
    String reason = Failure.reason(cause);
    return OrbException.failed(
        "crawldb part "
            + part
            + " is corrupt ("
            + reason.lines().findFirst().orElse("")
            + "); nothing was changed; restore it from a backup",
        cause);
  }
}
