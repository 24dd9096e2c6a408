package org.orbweaver.crawler.table;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;

/**
 * Writes rows of a table to one Parquet file, compressed by Zstandard, with statistics of each row
 * group, an index of pages and Bloom filters. Memory: about a row group as compressed.
 */
final class RowWriter implements Closeable {
  /** The end of a file's name. */
  static final String EXTENSION = ".zstd.parquet";

  /**
   * Half the bytes that Parquet suggests for a row group on HDFS, and more: of sorted rows a query
   * reads the groups whose range matches, and a task has several tables open.
   */
  private static final long ROW_GROUP_BYTES = 32L << 20;

  private static final int MAX_BLOOM_FILTER_BYTES = 512 << 10;

  private final ParquetWriter<Map<String, Object>> writer;

  /**
   * Creates a file.
   *
   * @param fs one without Hadoop's checksum files, if it is local: readers take these for parts
   */
  RowWriter(Configuration conf, FileSystem fs, Path path, Table table) throws IOException {
    RowBuilder builder =
        new RowBuilder(new PlainFile(fs, path), table)
            .withConf(conf)
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .withMaxBloomFilterBytes(MAX_BLOOM_FILTER_BYTES)
            .withAdaptiveBloomFilterEnabled(true);
    for (Column column : table.columns()) {
      if (column.bloomFilter()) {
        builder.withBloomFilterEnabled(column.name(), true);
      }
    }
    writer = builder.build();
  }

  /** Writes a row: values by their columns' names; absent or null where there is none. */
  void write(Map<String, Object> row) throws IOException {
    writer.write(row);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static final class RowBuilder
      extends ParquetWriter.Builder<Map<String, Object>, RowBuilder> {
    private final Table table;

    RowBuilder(OutputFile file, Table table) {
      super(file);
      this.table = table;
    }

    @Override
    protected RowBuilder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract all the same
    protected WriteSupport<Map<String, Object>> getWriteSupport(Configuration conf) {
      return new RowSupport(table);
    }
  }

  private static final class RowSupport extends WriteSupport<Map<String, Object>> {
    private final Table table;
    private RecordConsumer out;

    RowSupport(Table table) {
      this.table = table;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract all the same
    public WriteContext init(Configuration conf) {
      return new WriteContext(table.schema(), Map.of("writer.model.name", "orbweaver"));
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = consumer;
    }

    @Override
    public void write(Map<String, Object> row) {
      out.startMessage();
      for (int i = 0; i < table.columns().size(); i++) {
        Column column = table.columns().get(i);
        Object value = row.get(column.name());
        if (value != null) {
          out.startField(column.name(), i);
          column.write(value, out);
          out.endField(column.name(), i);
        } else if (column.required()) {
          throw new IllegalArgumentException("no " + column.name() + " in a row of " + table);
        }
      }
      out.endMessage();
    }
  }

  /** A file of a given file system; Parquet's own asks for one by the path, with checksum files. */
  private record PlainFile(FileSystem fs, Path path) implements OutputFile {
    @Override
    public PositionOutputStream create(long blockSizeHint) throws IOException {
      return HadoopStreams.wrap(fs.create(path, false));
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
      return HadoopStreams.wrap(fs.create(path, true));
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }

    @Override
    public String getPath() {
      return path.toString();
    }
  }
}
