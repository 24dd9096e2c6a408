package org.orbweaver.testkit.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The local disk as one process sees it, by its {@link FaultyFileSystem}s: counts every mutation
 * and has one fault, at the n-th. After a crash every operation of that process fails; the next
 * process begins with {@link #begin}.
 *
 * <p>Names are durable at once, in the order of the operations; bytes when they are synced. This is
 * a journaling file system that delays the allocation of data: after a loss of power, a file that
 * was renamed but not synced may be empty.
 */
public final class FaultyDisk {
  private static final int BLOCK = 512;
  private static volatile FaultyDisk current = new FaultyDisk(0, null, 0);

  private final long at;
  private final Fault fault;
  private final Random random;
  private final List<Mutation> mutations = new ArrayList<>();

  /** Durable length of each file that this process has written. */
  private final TreeMap<Path, Long> synced = new TreeMap<>();

  private boolean struck;
  private boolean crashed;

  private FaultyDisk(long at, Fault fault, long seed) {
    this.at = at;
    this.fault = fault;
    this.random = new Random(seed);
  }

  /** Begins a process whose disk has no fault. */
  public static FaultyDisk begin() {
    return begin(0, null, 0);
  }

  /**
   * Begins a process. File systems created from now on belong to it.
   *
   * @param at mutation with the fault, from 1; if it does not allow the fault, the next one that
   *     does
   * @param seed decides what survives a loss of power
   */
  public static FaultyDisk begin(long at, Fault fault, long seed) {
    current = new FaultyDisk(at, fault, seed);
    return current;
  }

  static FaultyDisk current() {
    return current;
  }

  /** The mutations until now. */
  public synchronized List<Mutation> mutations() {
    return List.copyOf(mutations);
  }

  /** True if the fault has occurred. */
  public synchronized boolean isStruck() {
    return struck;
  }

  /** An operation on the disk beneath. */
  interface Operation<T> {
    T run() throws IOException;
  }

  /** Fails if the process is dead. */
  synchronized void requireAlive() throws IOException {
    if (crashed) {
      throw new IOException("the process has crashed");
    }
  }

  /** Performs a mutation other than a write. */
  synchronized <T> T mutate(Mutation.Kind kind, Path file, Operation<T> operation)
      throws IOException {
    return mutate(new Mutation(kind, file), operation, () -> null);
  }

  /**
   * Performs a mutation.
   *
   * @param half done instead if the disk becomes full at it
   */
  synchronized <T> T mutate(Mutation mutation, Operation<T> operation, Operation<T> half)
      throws IOException {
    requireAlive();
    mutations.add(mutation);
    boolean now = fault != null && !struck && mutations.size() >= at && mutation.allows(fault);
    struck |= now;
    if (struck && (now || fault == Fault.FULL) && mutation.allows(fault)) {
      switch (fault) {
        case CRASH_BEFORE -> throw crash();
        case CRASH_AFTER, CRASH_UNSYNCED, CRASH_TORN -> {
          operation.run();
          throw crash();
        }
        case FULL_ONCE, FULL -> {
          half.run();
          throw new IOException("No space left on device");
        }
        case IO_ERROR -> throw new IOException("Input/output error");
        case RENAME_UNREPORTED -> {
          operation.run();
          return null;
        }
      }
    }
    return operation.run();
  }

  private IOException crash() throws IOException {
    crashed = true;
    if (fault.isPowerLoss()) {
      for (Map.Entry<Path, Long> file : synced.entrySet()) {
        if (Files.exists(file.getKey())) {
          losePower(file.getKey(), file.getValue());
        }
      }
    }
    return new IOException("the process has crashed");
  }

  private void losePower(Path file, long durable) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long lost = channel.size() - durable;
      if (lost <= 0) {
        return;
      }
      long kept = fault == Fault.CRASH_TORN ? (long) (random.nextDouble() * (lost + 1)) : 0;
      channel.truncate(durable + kept);
      int zeros = (int) Math.min(kept, BLOCK);
      channel.write(ByteBuffer.allocate(zeros), durable + kept - zeros);
    }
  }

  /** A file is opened for writing; what it holds is durable, unless this process wrote it. */
  void opened(Path file, boolean anew) throws IOException {
    if (anew) {
      synced.put(file, 0L);
    } else {
      synced.putIfAbsent(file, Files.size(file));
    }
  }

  void synced(Path file) throws IOException {
    synced.put(file, Files.size(file));
  }

  void truncated(Path file, long length) {
    synced.computeIfPresent(file, (name, durable) -> Math.min(durable, length));
  }

  void deleted(Path file) {
    synced.remove(file);
  }

  /** A file or folder has another name. */
  void renamed(Path from, Path to) {
    for (Path file : List.copyOf(synced.keySet())) {
      if (file.startsWith(from)) {
        synced.put(to.resolve(from.relativize(file)), synced.remove(file));
      }
    }
  }

  /**
   * The contents of a folder in an order that the seed decides; none if the folder is gone, as a
   * real file system lets two threads delete the same folder.
   */
  synchronized List<Path> shuffled(Path folder) throws IOException {
    try (var children = Files.list(folder)) {
      List<Path> sorted = new ArrayList<>(children.sorted().toList());
      java.util.Collections.shuffle(sorted, random);
      return sorted;
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
