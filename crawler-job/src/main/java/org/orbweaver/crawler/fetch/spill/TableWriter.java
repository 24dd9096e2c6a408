package org.orbweaver.crawler.fetch.spill;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.orbweaver.common.sorted.StoreFiles;

/** Writes a file of a table from rows in order; where a key has one value, combined. */
final class TableWriter implements Closeable {
  private final Table table;
  private final MapFile.Writer out;
  private Row last;

  TableWriter(Configuration conf, Path file, Table table) throws IOException {
    this.table = table;
    this.out = StoreFiles.mapFile(conf, file, table.type());
  }

  void add(Row row) throws IOException {
    if (last != null && table.isCombined() && last.key().equals(row.key())) {
      last = new Row(table, row.key(), table.combine(last.value(), row.value()));
    } else {
      writeLast();
      last = row;
    }
  }

  private void writeLast() throws IOException {
    if (last != null) {
      out.append(last.key(), last.value());
    }
  }

  @Override
  public void close() throws IOException {
    try (out) {
      writeLast();
    }
  }
}
