package org.orbweaver.crawler.fetch.spill;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.sorted.SortedMerge;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;

/**
 * The sorted files of a part. A spill counts from the moment it is renamed, and outlives the
 * attempt that wrote it; finally the spills are merged, a bounded number at a time.
 *
 * <pre>
 * PART/spills/spill-6/TABLE     a MapFile for each {@link Table}
 * PART/merged/TABLE             the result, unless the only spill is the result
 * </pre>
 *
 * <p>Used by one thread at a time.
 */
public final class Spills {
  private static final String SPILL = "spill-";

  /**
   * Up to this number of spills, pages are published as they are; of more, several are merged into
   * a file.
   */
  private static final int CONTENT_FILES = 32;

  /** How long to wait for the recovery of a log that is read only for its counts. */
  private static final Duration COUNTS_PATIENCE = Duration.ofSeconds(10);

  private final Configuration conf;
  private final FileSystem fs;
  private final Path folder;
  private final Path merged;
  private final InvocationRaisingIOE permit;
  private final String stagedPrefix = "_" + UUID.randomUUID() + "-";
  private final TreeMap<Integer, Path> spills = new TreeMap<>();

  /** The spills of a part, for reading. */
  public Spills(Configuration conf, Path part) throws IOException {
    this(
        conf,
        part,
        () -> {
          throw new IOException("opened for reading");
        });
  }

  /**
   * The spills of a part.
   *
   * @param part the folder of its files, the same for all attempts
   * @param permit asked before a file is renamed into place
   */
  Spills(Configuration conf, Path part, InvocationRaisingIOE permit) throws IOException {
    this.conf = conf;
    this.fs = part.getFileSystem(conf);
    this.folder = folder(part);
    this.merged = new Path(part, "merged");
    this.permit = permit;
    for (FileStatus status : Files.list(fs, folder)) {
      String name = status.getPath().getName();
      if (name.startsWith(SPILL)) {
        spills.put(Integer.valueOf(name.substring(SPILL.length())), status.getPath());
      }
    }
  }

  /** The folder of a part's spills, and of the logs of rows not yet spilled. */
  static Path folder(Path part) {
    return new Path(part, "spills");
  }

  /** The number of the next spill. */
  int next() {
    return spills.isEmpty() ? 0 : spills.lastKey() + 1;
  }

  /** Whether an attempt has finished the part. */
  public boolean isFinished() throws IOException {
    return fs.exists(merged);
  }

  /** Reads the rows of a table, one spill after the other. */
  public void read(Table table, ConsumerRaisingIOE<Row> sink) throws IOException {
    for (Path file : files(table)) {
      try (PartReader<?> in = PartReader.ofAny(conf, file)) {
        while (in.next()) {
          sink.accept(new Row(table, new Text(in.key()), in.value()));
        }
      }
    }
  }

  /** The counts of a part, including those only in logs, as far as the logs can be read. */
  public List<Row> counts() throws IOException {
    List<Row> rows = new ArrayList<>();
    read(Table.COUNTS, rows::add);
    for (List<Path> files : WriteAheadLog.list(fs, folder).tailMap(next()).values()) {
      for (Path file : files) {
        WriteAheadLog.awaitReadable(fs, file, COUNTS_PATIENCE, () -> {});
        WriteAheadLog.read(fs, file, rows::add);
      }
    }
    rows.removeIf(row -> row.table() != Table.COUNTS);
    return rows;
  }

  private List<Path> files(Table table) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path spill : spills.values()) {
      Path file = new Path(spill, table.folder());
      // An attempt by an earlier version left no heads.
      if (table != Table.HEADS || fs.exists(file)) {
        files.add(file);
      }
    }
    return files;
  }

  /** Writes rows, in any order, as a spill. */
  void write(int number, List<Row> rows) throws IOException {
    Path spill = new Path(folder, SPILL + number);
    Path staged = new Path(folder, stagedPrefix + spill.getName());
    for (Table table : Table.values()) {
      List<Row> sorted = new ArrayList<>(rows);
      sorted.removeIf(row -> row.table() != table);
      sorted.sort(Comparator.comparing(Row::key).thenComparing(Row::value, table.order()));
      try (SpillTableWriter out = new SpillTableWriter(new Path(staged, table.folder()), table)) {
        for (Row row : sorted) {
          out.add(row.key(), row.value());
        }
      }
    }
    Files.sync(fs, staged);
    permit.apply();
    Files.rename(conf, staged, spill);
    spills.put(number, spill);
  }

  /** Merges the spills. Afterwards the part is finished, and {@link #results} returns its files. */
  void finish() throws IOException {
    Path staged = new Path(merged.getParent(), stagedPrefix + merged.getName());
    fs.mkdirs(staged);
    for (Table table : spills.size() > 1 ? Table.published() : List.<Table>of()) {
      List<Path> files = files(table);
      Path target = new Path(staged, table.folder());
      if (table != Table.CONTENT) {
        merge(table, table.type(), files, target);
      } else if (files.size() > CONTENT_FILES) {
        // Pages are merged at most once: they are most of the data.
        int each = Math.min(SortedMerge.FAN_IN, (files.size() + CONTENT_FILES - 1) / CONTENT_FILES);
        for (int i = 0; i < files.size(); i += each) {
          List<Path> some = files.subList(i, Math.min(files.size(), i + each));
          merge(table, table.type(), some, new Path(target, Parts.name(i / each)));
        }
      }
    }
    Files.sync(fs, staged);
    permit.apply();
    Files.rename(conf, staged, merged);
  }

  private <V extends Writable> void merge(Table table, Class<V> type, List<Path> files, Path target)
      throws IOException {
    try (SortedMerge<V> in = SortedMerge.open(conf, files, type, table.order());
        SpillTableWriter out = new SpillTableWriter(target, table)) {
      while (in.next()) {
        out.add(new Text(in.key()), in.value());
      }
    }
  }

  /**
   * The files of a finished part.
   *
   * @return one file for each table, except pages, which may have several
   */
  public Map<Table, List<Path>> results() throws IOException {
    if (!isFinished()) {
      throw new IOException("the part " + merged.getParent() + " was not finished");
    }
    Map<Table, List<Path>> files = new EnumMap<>(Table.class);
    for (Table table : Table.published()) {
      Path file = new Path(merged, table.folder());
      if (!fs.exists(file)) {
        files.put(table, files(table));
      } else {
        files.put(table, table == Table.CONTENT ? Parts.of(fs, file) : List.of(file));
      }
    }
    return files;
  }

  /**
   * Writes a file of a table from rows in order, combining the rows of a key if it may have one
   * value only.
   */
  private final class SpillTableWriter implements AutoCloseable {
    private final Table table;
    private final MapFile.Writer out;
    private Text key;
    private Writable value;

    SpillTableWriter(Path file, Table table) throws IOException {
      this.table = table;
      this.out = StoreFiles.mapFile(conf, file, table.type());
    }

    void add(Text nextKey, Writable next) throws IOException {
      if (table.isCombined() && nextKey.equals(key)) {
        value = table.combine(value, next);
      } else {
        writeLast();
        key = nextKey;
        value = next;
      }
    }

    private void writeLast() throws IOException {
      if (key != null) {
        out.append(key, value);
      }
    }

    @Override
    public void close() throws IOException {
      try (out) {
        writeLast();
      }
    }
  }
}
