package org.orbweaver.common.sorted;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.ReflectionUtils;
import org.orbweaver.common.error.OrbException;

/**
 * Looks many keys up in MapFiles, which stay open: their indexes are in memory from the first
 * look-up on. Meant for files that are small or uncompressed ({@link StoreFiles#lookUpFile}); in
 * others each look-up may decompress a block. Not thread-safe.
 *
 * @param <V> the values
 */
public final class StoreLookup<V extends Writable> implements Closeable {
  private final Configuration conf;
  private final List<Path> parts;
  private final Class<V> type;
  private final MapFile.Reader[] readers;

  /** Opens no file yet. */
  public StoreLookup(Configuration conf, List<Path> parts, Class<V> type) {
    this.conf = conf;
    this.parts = new ArrayList<>(parts);
    this.type = type;
    this.readers = new MapFile.Reader[parts.size()];
  }

  /** The number of parts. */
  public int parts() {
    return readers.length;
  }

  /** The first value of a key in the part given by HashPartitioner, or null. */
  public V get(Text key) {
    return get(new HashPartitioner<Text, V>().getPartition(key, null, readers.length), key);
  }

  /**
   * The first value of a key in a part, or null.
   *
   * @throws OrbException (failed) naming the part if it is damaged
   */
  public V get(int part, Text key) {
    try {
      if (readers[part] == null) {
        readers[part] = new MapFile.Reader(parts.get(part), conf);
      }
      V value = ReflectionUtils.newInstance(type, null);
      return readers[part].get(key, value) == null ? null : value;
    } catch (IOException | RuntimeException e) {
      throw PartReader.corrupt(parts.get(part), "", e);
    }
  }

  @Override
  public void close() throws IOException {
    for (MapFile.Reader reader : readers) {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
