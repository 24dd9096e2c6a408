package org.orbweaver.crawler.hosts;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.store.Parts;

/**
 * The parts of {@code hosts/current}. They are made for single look-ups: every sixteenth key is in
 * the index, and nothing is compressed but the robots.txt files inside the records.
 */
public final class HostParts implements HostStore, Closeable {
  static final int INDEX_INTERVAL = 16;

  private final Configuration conf;
  private final List<Path> parts;
  private final List<MapFile.Reader> readers = new ArrayList<>();
  private final Text text = new Text();
  private final BytesWritable value = new BytesWritable();

  /** The parts in a folder, none where it does not exist; opened at the first look-up. */
  public HostParts(Configuration conf, Path folder) throws IOException {
    this.conf = conf;
    FileSystem fs = folder.getFileSystem(conf);
    this.parts = fs.exists(folder) ? Parts.of(fs, folder) : List.of();
  }

  /** Which part a key belongs to. */
  public static int partOf(String key, int parts) {
    return (new Text(HostRecords.host(key)).hashCode() & Integer.MAX_VALUE) % parts;
  }

  /** A writer of one part; keys come sorted. */
  public static MapFile.Writer writer(Configuration conf, Path part) throws IOException {
    MapFile.Writer writer =
        new MapFile.Writer(
            conf,
            part,
            MapFile.Writer.keyClass(Text.class),
            MapFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(CompressionType.NONE));
    writer.setIndexInterval(INDEX_INTERVAL);
    return writer;
  }

  @Override
  public synchronized byte[] find(String key) throws IOException {
    if (parts.isEmpty()) {
      return null;
    }
    if (readers.isEmpty()) {
      for (Path part : parts) {
        readers.add(new MapFile.Reader(part, conf));
      }
    }
    text.set(key);
    MapFile.Reader reader = readers.get(partOf(key, readers.size()));
    return reader.get(text, value) == null ? null : value.copyBytes();
  }

  @Override
  public synchronized void close() throws IOException {
    for (MapFile.Reader reader : readers) {
      reader.close();
    }
    readers.clear();
  }
}
