package org.orbweaver.crawler.hosts;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * The records that a fetch task has learned, on top of those it was given. Records learned since
 * the last {@link #takeNew} are in memory. Older ones are in a local file that only grows, with 16
 * bytes of memory a key for the position.
 */
public final class HostTable implements HostStore, Closeable {
  private static final long NOWHERE = -1;

  private final HostStore base;
  private final HostStore others;
  private final Path folder;
  private final Long2LongOpenHashMap places = new Long2LongOpenHashMap();
  private TreeMap<String, byte[]> learned = new TreeMap<>();
  private Map<String, byte[]> unseen = new HashMap<>();
  private FileChannel file;
  private long end;

  /**
   * A table without new records.
   *
   * @param base records from earlier rounds of the hosts of the list
   * @param others records of any host
   * @param folder on a local disk; made when it is needed
   */
  public HostTable(HostStore base, HostStore others, Path folder) {
    this.base = base;
    this.others = others;
    this.folder = folder;
    places.defaultReturnValue(NOWHERE);
  }

  @Override
  public byte[] find(String key) throws IOException {
    synchronized (this) {
      byte[] record = learned.get(key);
      if (record == null) {
        record = onDisk(key);
      }
      if (record != null) {
        return record;
      }
    }
    return base.find(key);
  }

  /** As {@link #find}, for a host that need not be in the list: it may take milliseconds. */
  public byte[] findAnywhere(String key) throws IOException {
    byte[] record = find(key);
    return record == null ? others.find(key) : record;
  }

  /** Whether the attempts at this list noted a record, as opposed to earlier rounds. */
  public synchronized boolean isFound(String key) {
    return learned.containsKey(key) || places.containsKey(Fingerprint.of(key));
  }

  /** Notes a record, replacing an older one. */
  public synchronized void put(String key, byte[] record) {
    learned.put(key, record);
    unseen.put(key, record);
  }

  /**
   * The records put since the last call or the last {@link #takeNew}. A later {@link #takeNew}
   * returns them all the same.
   */
  public synchronized Map<String, byte[]> latest() {
    if (unseen.isEmpty()) {
      return Map.of();
    }
    Map<String, byte[]> latest = unseen;
    unseen = new HashMap<>();
    return latest;
  }

  /** Takes the records put since the last call, sorted by key; {@link #find} still finds them. */
  public synchronized SortedMap<String, byte[]> takeNew() throws IOException {
    SortedMap<String, byte[]> taken = learned;
    learned = new TreeMap<>();
    unseen.clear();
    for (var entry : taken.entrySet()) {
      keep(entry.getKey(), entry.getValue());
    }
    return taken;
  }

  /** Adds a record that is not new, so that {@link #takeNew} does not return it. */
  public synchronized void keep(String key, byte[] record) throws IOException {
    if (file == null) {
      Files.createDirectories(folder);
      file =
          FileChannel.open(
              Files.createTempFile(folder, "hosts-", ".table"),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    }
    byte[] name = key.getBytes(StandardCharsets.UTF_8);
    ByteBuffer entry = ByteBuffer.allocate(8 + name.length + record.length);
    entry.putInt(name.length).putInt(record.length).put(name).put(record).flip();
    places.put(Fingerprint.of(key), end);
    while (entry.hasRemaining()) {
      end += file.write(entry, end);
    }
  }

  private byte[] onDisk(String key) throws IOException {
    long place = places.get(Fingerprint.of(key));
    if (place == NOWHERE) {
      return null;
    }
    ByteBuffer lengths = read(place, 8);
    ByteBuffer entry = read(place + 8, lengths.getInt(0) + lengths.getInt(4));
    byte[] name = new byte[lengths.getInt(0)];
    entry.get(name);
    // If two keys have one fingerprint, the one that lost its place is looked up in the base.
    if (!key.equals(new String(name, StandardCharsets.UTF_8))) {
      return null;
    }
    byte[] record = new byte[entry.remaining()];
    entry.get(record);
    return record;
  }

  private ByteBuffer read(long place, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, place + bytes.position()) < 0) {
        throw new IOException("the table of hosts in " + folder + " has lost its end");
      }
    }
    return bytes.flip();
  }

  @Override
  public synchronized void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
