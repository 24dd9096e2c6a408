package org.orbweaver.crawler.fetch.spill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeTest {
  /** More than two passes need not merge. */
  private static final int FILES = Merge.FAN_IN * Merge.FAN_IN + 3;

  private static int open;
  private static int mostOpen;

  @TempDir java.nio.file.Path tmp;
  private final Configuration conf = new Configuration();
  private final List<Path> files = new ArrayList<>();
  private Path target;

  /** Counts the files that are being read. */
  public static final class CountingFileSystem extends LocalFileSystem {
    public CountingFileSystem() {
      super(new RawLocalFileSystem());
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
      open++;
      mostOpen = Math.max(mostOpen, open);
      return new FSDataInputStream(super.open(file, bufferSize)) {
        private boolean closed;

        @Override
        public void close() throws IOException {
          open -= closed ? 0 : 1;
          closed = true;
          super.close();
        }
      };
    }
  }

  @BeforeEach
  void begin() {
    conf.setClass("fs.file.impl", CountingFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    target = new Path(tmp.resolve("target").toUri());
    open = 0;
    mostOpen = 0;
  }

  private void write(Table table, Row... rows) throws Exception {
    Path file = new Path(tmp.toUri().toString(), "file-" + files.size());
    files.add(file);
    try (MapFile.Writer out = table.writer(conf, file)) {
      for (Row row : rows) {
        out.append(row.key(), row.value());
      }
    }
  }

  private List<String> merge(Table table) throws Exception {
    Merge.files(conf, table, files, target);
    List<String> rows = new ArrayList<>();
    Merge.read(conf, table, target, row -> rows.add(row.key() + " " + row.value()));
    return rows;
  }

  private static Row row(Table table, String key, Writable value) {
    return new Row(table, new Text(key), value);
  }

  /** A file's lines of a host come by their time, those of one time by their file. */
  @Test
  void anyNumberOfFilesIsMergedWithFewOpen() throws Exception {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      String own = String.format("h%03d.test", i);
      write(
          Table.LOG,
          row(Table.LOG, "a.test", new Text((FILES - i / 2) + "\t" + i)),
          row(Table.LOG, own, new Text("1")));
      expected.add(own + " 1");
    }
    for (int i = 0; i < FILES; i++) {
      int later = i % 2 == 0 ? Math.min(i + 1, FILES - 1) : i - 1;
      expected.add(0, "a.test " + (FILES - later / 2) + "\t" + later);
    }
    assertEquals(expected, merge(Table.LOG));
    assertEquals(Merge.FAN_IN, mostOpen);
    assertEquals(0, open);
    assertArrayEquals(
        new String[] {"target"}, tmp.toFile().list((folder, name) -> name.startsWith("target")));
  }

  @Test
  void lastRecordOfAHostHolds() throws Exception {
    for (byte i = 0; i < 20; i++) {
      write(Table.HOSTS, row(Table.HOSTS, "a.test", new BytesWritable(new byte[] {i})));
    }
    assertEquals(List.of("a.test 13"), merge(Table.HOSTS));
  }
}
