package org.orbweaver.crawler.table;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

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

  /** Where statistics do not help to find one value: these are not in order. */
  private static final List<String> BLOOM_FILTERS = List.of("id", "url", "target");

  private final MessageType schema;
  private final ParquetWriter<Group> writer;

  /**
   * Creates a file.
   *
   * @param fs one without Hadoop's checksum files, if it is local: readers take these for parts
   */
  RowWriter(Configuration conf, FileSystem fs, Path path, Table table) throws IOException {
    schema = table.schema();
    ExampleParquetWriter.Builder builder =
        ExampleParquetWriter.builder(new PlainFile(fs, path))
            .withType(schema)
            .withConf(conf)
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .withMaxBloomFilterBytes(MAX_BLOOM_FILTER_BYTES)
            .withAdaptiveBloomFilterEnabled(true);
    for (String column : BLOOM_FILTERS) {
      if (schema.containsField(column)) {
        builder.withBloomFilterEnabled(column, true);
      }
    }
    writer = builder.build();
  }

  /** Writes a row: values by their columns' names; absent or null where there is none. */
  void write(Map<String, Object> row) throws IOException {
    Group group = new SimpleGroup(schema);
    for (Type column : schema.getFields()) {
      Object value = row.get(column.getName());
      if (value != null) {
        add(group, column, value);
      } else if (column.isRepetition(Type.Repetition.REQUIRED)) {
        throw new IllegalArgumentException("no " + column.getName() + " in " + schema.getName());
      }
    }
    writer.write(group);
  }

  /** Adds a String, Number, Boolean, List or Map. */
  private static void add(Group group, Type column, Object value) {
    String name = column.getName();
    if (value instanceof List<?> list) {
      Group elements = group.addGroup(name);
      Type element = column.asGroupType().getType(0);
      for (Object each : list) {
        add(elements.addGroup(0), element.asGroupType().getType(0), each);
      }
    } else if (value instanceof Map<?, ?> map) {
      Group entries = group.addGroup(name);
      GroupType entry = column.asGroupType().getType(0).asGroupType();
      map.forEach(
          (key, each) -> {
            Group one = entries.addGroup(0);
            add(one, entry.getType(0), key);
            add(one, entry.getType(1), each);
          });
    } else {
      switch (column.asPrimitiveType().getPrimitiveTypeName()) {
        case INT32 -> group.add(name, ((Number) value).intValue());
        case INT64 -> group.add(name, ((Number) value).longValue());
        case DOUBLE -> group.add(name, ((Number) value).doubleValue());
        case BOOLEAN -> group.add(name, (Boolean) value);
        default -> group.add(name, utf8(value));
      }
    }
  }

  /** Parquet's own conversion throws at half a surrogate pair; this one replaces it. */
  private static Binary utf8(Object value) {
    return Binary.fromConstantByteArray(value.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    writer.close();
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
