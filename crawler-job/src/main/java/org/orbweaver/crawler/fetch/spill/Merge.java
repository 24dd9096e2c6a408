package org.orbweaver.crawler.fetch.spill;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.orbweaver.common.store.Files;

/**
 * Merges sorted MapFiles of a table into one, at most {@value #FAN_IN} at a time; more than that
 * take several passes. Rows that are equal in order stay in the order of their files.
 */
final class Merge {
  /** Open files; each takes about three of its blocks of a megabyte. */
  static final int FAN_IN = 16;

  private Merge() {}

  /** A file's next row. */
  private static final class Head implements Closeable {
    private final SequenceFile.Reader reader;
    private final Table table;
    private final int file;
    private Row row;

    Head(Configuration conf, Table table, Path mapFile, int file) throws IOException {
      Path data = new Path(mapFile, MapFile.DATA_FILE_NAME);
      this.reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(data));
      this.table = table;
      this.file = file;
    }

    boolean next() throws IOException {
      Text key = new Text();
      Writable value = table.newValue();
      row = new Row(table, key, value);
      return reader.next(key, value);
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  /** Reads a file. */
  static void read(Configuration conf, Table table, Path file, RowSink sink) throws IOException {
    try (Head head = new Head(conf, table, file, 0)) {
      while (head.next()) {
        sink.accept(head.row);
      }
    }
  }

  /** Merges files, of which there is at least one, into another; they stay. */
  static void files(Configuration conf, Table table, List<Path> files, Path target)
      throws IOException {
    List<Path> left = files;
    for (int pass = 1; left.size() > FAN_IN; pass++) {
      List<Path> merged = new ArrayList<>();
      for (int i = 0; i < left.size(); i += FAN_IN) {
        Path file = target.suffix("-pass-" + pass + "-" + i / FAN_IN);
        once(conf, table, left.subList(i, Math.min(i + FAN_IN, left.size())), file);
        merged.add(file);
      }
      deletePass(conf, left, files);
      left = merged;
    }
    once(conf, table, left, target);
    deletePass(conf, left, files);
  }

  private static void deletePass(Configuration conf, List<Path> pass, List<Path> given)
      throws IOException {
    if (pass != given) {
      for (Path file : pass) {
        Files.delete(file.getFileSystem(conf), file);
      }
    }
  }

  private static void once(Configuration conf, Table table, List<Path> files, Path target)
      throws IOException {
    Comparator<Head> order =
        Comparator.<Head, Row>comparing(head -> head.row, table.order())
            .thenComparingInt(head -> head.file);
    PriorityQueue<Head> heads = new PriorityQueue<>(FAN_IN, order);
    List<Head> open = new ArrayList<>();
    try (MapFile.Writer out = table.writer(conf, target)) {
      for (Path file : files) {
        Head head = new Head(conf, table, file, open.size());
        open.add(head);
        if (head.next()) {
          heads.add(head);
        }
      }
      while (!heads.isEmpty()) {
        Row row = take(heads);
        while (table.isCombined() && !heads.isEmpty() && heads.peek().row.key().equals(row.key())) {
          row = new Row(table, row.key(), table.combine(row.value(), take(heads).value()));
        }
        out.append(row.key(), row.value());
      }
    } finally {
      IOUtils.cleanupWithLogger(null, open.toArray(new Closeable[0]));
    }
  }

  private static Row take(PriorityQueue<Head> heads) throws IOException {
    Head head = heads.remove();
    Row row = head.row;
    if (head.next()) {
      heads.add(head);
    }
    return row;
  }
}
