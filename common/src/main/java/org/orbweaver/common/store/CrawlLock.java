package org.orbweaver.common.store;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.orbweaver.common.error.OrbException;

/**
 * The right to write to a crawl, held by one process at a time and released when it ends.
 *
 * <p>On the local file system it is the operating system's lock on {@code DIR/.lock} (Hadoop's
 * create-without-overwrite is not atomic there). On HDFS it is a file {@code DIR/.lock/N} held
 * open, as HDFS's balancer does: the name node keeps its lease as long as the owner lives. The
 * owner's name is an attribute of the file, so that it can be read while data nodes are away. The
 * file is created under another name and then renamed to its number. The rename fails at once if
 * the number is taken (to create it there would wait a minute for the other's lease), and no lock
 * is ever visible without its owner's name. N grows: a process that finds the owner of N dead takes
 * N + 1, so that of two such processes one wins; a process that then sees a higher number than its
 * own gives way.
 *
 * <p>On an object store it is a {@link LeaseLock} on such a number.
 */
final class CrawlLock implements Closeable {
  /** Follows the owner of a released lock. */
  private static final String FREE = "free\n";

  /** The attribute with the owner, on HDFS. */
  private static final String OWNER = "user.orbweaver.owner";

  /**
   * The owners of the locks held by sessions of this process. The file must not even be read then:
   * the system drops a process's lock when that process closes any channel to the file.
   */
  private static final Map<java.nio.file.Path, String> HELD_HERE = new HashMap<>();

  private interface Releaser {
    void release() throws IOException;
  }

  /** What a commit requires of the lock. */
  private interface Check {
    void require() throws IOException;
  }

  private final Releaser releaser;
  private final Check check;
  private boolean closed;

  private CrawlLock(Releaser releaser) {
    this(releaser, () -> {});
  }

  private CrawlLock(Releaser releaser, Check check) {
    this.releaser = releaser;
    this.check = check;
  }

  /**
   * Requires, before a commit, that the lock is still held.
   *
   * @throws OrbException (failed) if it may have been taken over
   */
  void require() throws IOException {
    check.require();
  }

  /**
   * Takes the lock.
   *
   * @throws OrbException (locked) naming the owner, if another process has it
   */
  static CrawlLock acquire(Configuration conf, CrawlDir dir, String command) throws IOException {
    FileSystem fs = dir.fs();
    return fs instanceof LocalFileSystem local
        ? acquireLocal(local, dir, command)
        : acquireRemote(conf, dir, command);
  }

  /**
   * The holder, for people; empty if the lock is free. Takes and writes nothing; a holder on
   * another machine is taken at its word.
   */
  static Optional<String> holder(CrawlDir dir) throws IOException {
    FileSystem fs = dir.fs();
    if (!fs.exists(dir.lock())) {
      return Optional.empty();
    }
    Path file = dir.lock();
    if (!(fs instanceof LocalFileSystem)) {
      long highest = highest(fs, dir.lock());
      if (highest == 0) {
        return Optional.empty();
      }
      file = numbered(dir, highest);
    }
    String owner = readOwner(fs, file);
    boolean free =
        owner.isBlank()
            || owner.endsWith(FREE)
            || (owner.startsWith(host() + " ") && !isAlive(owner));
    return free ? Optional.empty() : Optional.of(who(owner));
  }

  private static CrawlLock acquireLocal(LocalFileSystem fs, CrawlDir dir, String command)
      throws IOException {
    java.nio.file.Path path = fs.pathToFile(dir.lock().getParent()).toPath().toRealPath();
    path = path.resolve(dir.lock().getName());
    synchronized (HELD_HERE) {
      if (HELD_HERE.containsKey(path)) {
        throw locked(dir, HELD_HERE.get(path));
      }
      FileChannel channel =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      String owner = owner(command);
      boolean taken = false;
      try {
        if (channel.tryLock() == null) {
          throw locked(dir, java.nio.file.Files.readString(path));
        }
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(utf8(owner)), 0);
        taken = true;
      } finally {
        if (!taken) {
          channel.close();
        }
      }
      HELD_HERE.put(path, owner);
      java.nio.file.Path held = path;
      return new CrawlLock(() -> releaseLocal(held, channel));
    }
  }

  private static void releaseLocal(java.nio.file.Path path, FileChannel channel)
      throws IOException {
    synchronized (HELD_HERE) {
      try (channel) {
        channel.truncate(0);
      } finally {
        HELD_HERE.remove(path);
      }
    }
  }

  private static CrawlLock acquireRemote(Configuration conf, CrawlDir dir, String command)
      throws IOException {
    FileSystem fs = dir.fs();
    fs.mkdirs(dir.lock());
    long highest = highest(fs, dir.lock());
    if (highest > 0) {
      Path held = numbered(dir, highest);
      String owner = readOwner(fs, held);
      try {
        if (!isFree(conf, fs, held, owner)) {
          throw locked(dir, owner);
        }
      } catch (FileNotFoundException e) {
        // Removed by a process that found it free a moment ago and now has the next number.
        throw locked(dir, "");
      }
    }
    Path mine = numbered(dir, highest + 1);
    if (ObjectStore.is(fs)) {
      return acquireLease(conf, dir, highest, owner(command));
    }
    Path unnumbered = new Path(dir.lock(), "." + UUID.randomUUID());
    FSDataOutputStream out = fs.create(unnumbered, false);
    String owner = owner(command);
    try {
      writeOwner(fs, unnumbered, out, owner);
      FileContext.getFileContext(fs.getUri(), conf).rename(unnumbered, mine, Rename.NONE);
    } catch (IOException e) {
      boolean taken = fs.exists(mine) || !fs.exists(unnumbered);
      abandon(fs, out, unnumbered);
      if (taken) {
        // Another process was faster, and may have removed our file.
        throw locked(dir, readOwner(fs, mine));
      }
      throw e;
    }
    long now = highest(fs, dir.lock());
    if (now > highest + 1) {
      abandon(fs, out, mine);
      throw locked(dir, readOwner(fs, numbered(dir, now)));
    }
    for (FileStatus status : fs.listStatus(dir.lock())) {
      if (isTemporary(status.getPath()) || isNumbered(status.getPath(), highest)) {
        Files.delete(fs, status.getPath());
      }
    }
    return new CrawlLock(
        () -> {
          // The file stays, closed and marked free: numbers must not be reused.
          try (out) {
            writeOwner(fs, mine, out, owner + FREE);
          }
        });
  }

  private static CrawlLock acquireLease(
      Configuration conf, CrawlDir dir, long highest, String owner) throws IOException {
    FileSystem fs = dir.fs();
    Path mine = numbered(dir, highest + 1);
    LeaseLock lease;
    try {
      lease = LeaseLock.take(conf, fs, mine, owner);
    } catch (FileAlreadyExistsException e) {
      throw locked(dir, readOwner(fs, mine));
    }
    for (FileStatus status : fs.listStatus(dir.lock())) {
      if (isNumbered(status.getPath(), highest)) {
        Files.delete(fs, status.getPath());
      }
    }
    return new CrawlLock(() -> lease.release(FREE), lease::require);
  }

  private static void abandon(FileSystem fs, FSDataOutputStream out, Path path) throws IOException {
    Files.delete(fs, path);
    try {
      out.close();
    } catch (IOException e) {
      // The file is gone: there is nothing to complete.
      return;
    }
  }

  /** True if the holder has released the lock or is dead. */
  private static boolean isFree(Configuration conf, FileSystem fs, Path held, String owner)
      throws IOException {
    boolean here = owner.startsWith(host() + " ");
    if (owner.endsWith(FREE) || (here && !isAlive(owner))) {
      return true;
    }
    if (!here && ObjectStore.is(fs)) {
      return LeaseLock.isOver(conf, fs, held);
    }
    if (here || !(fs instanceof DistributedFileSystem hdfs)) {
      return false;
    }
    // On another machine: the name node allows an append only after the owner has been silent for
    // its soft limit (a minute).
    try {
      hdfs.append(held).close();
      return true;
    } catch (RemoteException e) {
      return false;
    }
  }

  private static boolean isAlive(String owner) {
    String[] words = owner.split("\\s+");
    try {
      long pid = Long.parseLong(words[1]);
      long start = Long.parseLong(words[2]);
      return ProcessHandle.of(pid).filter(p -> p.isAlive() && start == startOf(p)).isPresent();
    } catch (RuntimeException e) {
      // Not in our format, or torn: the owner died before it had written its name.
      return false;
    }
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private static String owner(String command) throws IOException {
    ProcessHandle self = ProcessHandle.current();
    return String.format(
        Locale.ROOT, "%s %d %d %s %s\n", host(), self.pid(), startOf(self), Instant.now(), command);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String host() throws IOException {
    return InetAddress.getLocalHost().getHostName();
  }

  /** The owner, for people. */
  private static String who(String owner) {
    String[] words = owner.strip().split(" ", 5);
    return words.length == 5
        ? "'"
            + words[4].strip()
            + "' (process "
            + words[1]
            + " on "
            + words[0]
            + ", since "
            + words[3]
            + ")"
        : "another run";
  }

  private static OrbException locked(CrawlDir dir, String owner) {
    return OrbException.locked(dir + " is in use by " + who(owner) + "; wait for it to finish");
  }

  /** Writes the owner: in an attribute on HDFS, in the file elsewhere. */
  private static void writeOwner(FileSystem fs, Path path, FSDataOutputStream out, String owner)
      throws IOException {
    if (fs instanceof DistributedFileSystem) {
      fs.setXAttr(path, OWNER, utf8(owner));
    } else {
      out.write(utf8(owner));
      out.hflush();
    }
  }

  /** The owner as written; empty if the file is gone. */
  private static String readOwner(FileSystem fs, Path path) throws IOException {
    if (fs instanceof DistributedFileSystem) {
      try {
        byte[] owner = fs.getXAttrs(path).get(OWNER);
        return owner == null ? "" : new String(owner, StandardCharsets.UTF_8);
      } catch (FileNotFoundException e) {
        return "";
      }
    }
    byte[] bytes = new byte[1000];
    int length = 0;
    try (FSDataInputStream in = fs.open(path)) {
      int n;
      while (length < bytes.length && (n = in.read(bytes, length, bytes.length - length)) > 0) {
        length += n;
      }
    } catch (FileNotFoundException e) {
      return "";
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** The highest number in a lock's folder; 0 if there is none. Other files in it do not matter. */
  static long highest(FileSystem fs, Path folder) throws IOException {
    return Files.list(fs, folder).stream()
        .map(FileStatus::getPath)
        .filter(path -> isNumbered(path, Long.MAX_VALUE))
        .mapToLong(CrawlLock::number)
        .max()
        .orElse(0);
  }

  private static Path numbered(CrawlDir dir, long number) {
    return new Path(dir.lock(), String.format(Locale.ROOT, "%012d", number));
  }

  private static boolean isTemporary(Path path) {
    return path.getName().startsWith(".");
  }

  private static boolean isNumbered(Path path, long atMost) {
    return path.getName().matches("[0-9]{1,18}") && number(path) <= atMost;
  }

  private static long number(Path path) {
    return Long.parseLong(path.getName());
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      releaser.release();
    }
  }
}
