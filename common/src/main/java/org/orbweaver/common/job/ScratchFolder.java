package org.orbweaver.common.job;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ShutdownHookManager;
import org.orbweaver.common.error.OrbException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The private temporary folder of this process: {@code orbweaver-USER-PID-RANDOM}, mode 0700.
 *
 * <p>Hadoop's local runner keeps its staging and spills in folders with fixed names, which belong
 * to the first user that ran a job on the machine, and leaves them there; libraries unpack native
 * code into the system's temporary folder. All of this goes into the private folder instead, which
 * is removed when the process ends, normally or by a signal. The owner holds a lock on a file in
 * the folder, so the user's next process recognises and removes the folder of a killed one.
 */
public final class ScratchFolder {
  private static final Logger LOG = LoggerFactory.getLogger(ScratchFolder.class);
  private static final String LOCK = ".lock";
  private static final String PREFIX =
      "orbweaver-" + System.getProperty("user.name", "").replaceAll("[^\\w.-]", "_") + "-";
  private static final FileAttribute<?>[] PRIVATE =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
          }
          : new FileAttribute<?>[0];
  private static final String TMP_DIR = "hadoop.tmp.dir";
  private static final String STAGING_ROOT = "mapreduce.jobtracker.staging.root.dir";

  /** Age below which a folder without a lock may still be under construction. */
  private static final Duration LOCKLESS = Duration.ofMinutes(10);

  /** Below the priority of Hadoop's file systems, which remove their own files first. */
  private static final int HOOK_PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY - 5;

  private static final int DELETE_ATTEMPTS = 20;
  private static final long DELETE_PAUSE_MILLIS = 25;

  /** This process's folders by parent folder. */
  private static final Map<Path, ScratchFolder> OWN = new HashMap<>();

  private final Path folder;

  /** Held open for its lock. */
  private final FileChannel lock;

  private ScratchFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Makes the JVM's temporary folder private. Call it before anything reads {@code java.io.tmpdir}.
   */
  public static void replaceTemporaryFolder() {
    try {
      System.setProperty("java.io.tmpdir", in(systemTemp()).toString());
    } catch (IOException | OrbException e) {
      LOG.warn("no private temporary folder", e); // only code that needs the folder fails
    }
  }

  /** Puts the local runner's staging and spills of a job into private folders. */
  static void useFor(Configuration job) throws IOException {
    Path tmp = in(base(job));
    job.set(TMP_DIR, tmp.toString());
    String spills = job.getRaw(MRConfig.LOCAL_DIR);
    if (spills != null && !spills.contains("${")) {
      StringBuilder own = new StringBuilder();
      for (String dir : job.getTrimmedStrings(MRConfig.LOCAL_DIR)) {
        own.append(own.isEmpty() ? "" : ",").append(in(Path.of(dir)));
      }
      job.set(MRConfig.LOCAL_DIR, own.toString());
    }
    FileSystem fs = FileSystem.get(job);
    if ("file".equals(fs.getUri().getScheme())) {
      job.set(STAGING_ROOT, tmp.resolve("staging").toString());
    } else {
      // The local runner stages on the default file system.
      org.apache.hadoop.fs.Path staging =
          new org.apache.hadoop.fs.Path("/tmp/" + tmp.getFileName());
      job.set(STAGING_ROOT, staging.toString());
      fs.deleteOnExit(staging);
    }
  }

  /**
   * Removes what the local runner leaves of a finished job: its folders, and spills of reducers
   * that did not read to their end.
   *
   * @param job its configuration, after {@link #useFor}
   */
  static void removeJob(Configuration job, String id) throws IOException {
    for (String dir : job.getTrimmedStrings(MRConfig.LOCAL_DIR)) {
      Path runner = Path.of(dir).resolve("localRunner");
      if (Files.isDirectory(runner)) {
        try (DirectoryStream<Path> users = Files.newDirectoryStream(runner)) {
          for (Path user : users) {
            FileUtil.fullyDelete(user.resolve(id).toFile());
            FileUtil.fullyDelete(user.resolve("jobcache").resolve(id).toFile());
          }
        }
      }
    }
    String staged = job.get(MRJobConfig.MAPREDUCE_JOB_DIR);
    if (staged != null && job.get(STAGING_ROOT) != null) {
      // ROOT/USER-AND-RANDOM/.staging/JOB, with a random number for each job.
      org.apache.hadoop.fs.Path own = new org.apache.hadoop.fs.Path(staged).getParent().getParent();
      own.getFileSystem(job).delete(own, true);
    }
  }

  /** The parent of a job's private folder: {@code hadoop.tmp.dir} if the user has set it. */
  private static Path base(Configuration job) {
    String tmp = job.getRaw(TMP_DIR);
    boolean unset = tmp == null || tmp.equals("/tmp/hadoop-${user.name}");
    return unset ? systemTemp() : Path.of(job.getTrimmed(TMP_DIR).replaceFirst("^file:(//)?", ""));
  }

  private static Path systemTemp() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /**
   * This process's folder in {@code base}, created if missing.
   *
   * @throws OrbException (failed) if it cannot be created
   */
  static synchronized Path in(Path base) throws IOException {
    Path parent = base.toAbsolutePath().normalize();
    for (ScratchFolder own : OWN.values()) {
      if (parent.equals(own.folder)) {
        return parent;
      }
    }
    ScratchFolder known = OWN.get(parent);
    if (known != null) {
      if (Files.isDirectory(known.folder)) {
        return known.folder;
      }
      known.lock.close();
    }
    try {
      Files.createDirectories(parent);
      removeLeftovers(parent);
      ScratchFolder made = make(parent);
      if (OWN.isEmpty()) {
        ShutdownHookManager.get().addShutdownHook(ScratchFolder::removeAll, HOOK_PRIORITY);
      }
      OWN.put(parent, made);
      return made.folder;
    } catch (IOException e) {
      throw OrbException.failed(
          "cannot write temporary files in "
              + parent
              + " ("
              + e.getMessage()
              + "): set hadoop.tmp.dir to a writable folder",
          e);
    }
  }

  private static ScratchFolder make(Path parent) throws IOException {
    while (true) {
      // Not createTempDirectory, which would fix java.io.tmpdir at its present value.
      String name = PREFIX + ProcessHandle.current().pid() + "-" + UUID.randomUUID();
      Path folder = Files.createDirectory(parent.resolve(name), PRIVATE);
      Path file = folder.resolve(LOCK);
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      // Before the lock was held, another process may have mistaken the folder for a leftover and
      // removed it.
      if (channel.tryLock() != null && Files.exists(file)) {
        return new ScratchFolder(folder, channel);
      }
      channel.close();
    }
  }

  /** Removes the folders of this user's dead processes. */
  private static void removeLeftovers(Path parent) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        try {
          if (isAbandoned(folder)) {
            delete(folder);
          }
        } catch (IOException e) {
          LOG.debug("left alone: {}", folder, e); // another user's, or just removed by another run
        }
      }
    }
  }

  private static boolean isAbandoned(Path folder) throws IOException {
    Path file = folder.resolve(LOCK);
    if (!Files.exists(file)) {
      Instant since = Files.getLastModifiedTime(folder).toInstant();
      return since.isBefore(Instant.now().minus(LOCKLESS));
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock free = channel.tryLock()) {
      return free != null;
    } catch (OverlappingFileLockException e) {
      return false; // this process's own
    }
  }

  private static synchronized void removeAll() {
    for (ScratchFolder own : OWN.values()) {
      delete(own.folder);
      try {
        own.lock.close();
      } catch (IOException e) {
        LOG.debug("not closed: {}", own.folder, e);
      }
    }
    OWN.clear();
  }

  /** Deletes the folder; repeats while tasks that are being ended still write. */
  private static void delete(Path folder) {
    for (int i = 0; i < DELETE_ATTEMPTS && !FileUtil.fullyDelete(folder.toFile()); i++) {
      try {
        Thread.sleep(DELETE_PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
