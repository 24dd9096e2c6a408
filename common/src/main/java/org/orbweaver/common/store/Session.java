package org.orbweaver.common.store;

import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

/**
 * One writer's work on a crawl: the directory, its lock and its log of steps, with the
 * configuration and the console. Phases take a session, so that several can run under one lock.
 */
public final class Session implements Closeable {
  private final Configuration conf;
  private final CrawlDir dir;
  private final CrawlLock lock;
  private final Steps steps;
  private final Console console;
  private final Clock clock;
  private final SharedProgress progress;

  /** True if this session created the directory. */
  private boolean isNew;

  private Session(
      Configuration conf,
      CrawlDir dir,
      CrawlLock lock,
      Steps steps,
      Console console,
      Clock clock,
      SharedProgress progress) {
    this.conf = conf;
    this.dir = dir;
    this.lock = lock;
    this.steps = steps;
    this.console = console;
    this.clock = clock;
    this.progress = progress;
  }

  /**
   * Locks an existing crawl and completes a step interrupted by a crash. Settings kept by the crawl
   * ({@link CrawlSettings}) are put into the configuration; those given on the command line are
   * kept.
   *
   * @param command the command at work, shown to a process that finds the lock taken
   * @throws OrbException (failed) if the directory is missing, (locked) if another run holds it
   */
  public static Session open(Configuration conf, String dir, Console console, String command)
      throws IOException {
    return at(conf, CrawlDir.open(conf, dir), console, command, WallClock.clock());
  }

  /** As {@link #open(Configuration, String, Console, String)}, and creates a missing directory. */
  public static Session create(Configuration conf, String dir, Console console, String command)
      throws IOException {
    Path root = new Path(dir);
    boolean isNew = !root.getFileSystem(conf).exists(root);
    CrawlDir crawl = CrawlDir.create(conf, dir);
    try {
      Session session = at(conf, crawl, console, command, WallClock.clock());
      session.isNew = isNew;
      return session;
    } catch (IOException | RuntimeException e) {
      boolean taken = e instanceof OrbException known && known.exitCode() == ExitCode.LOCKED;
      if (isNew && !taken) {
        removeIfBare(crawl);
      }
      throw e;
    }
  }

  /** As the others, with the caller's clock; for tests and simulations. */
  public static Session at(
      Configuration conf, CrawlDir dir, Console console, String command, Clock clock)
      throws IOException {
    ObjectStore.require(dir.fs(), dir.root());
    CrawlLock lock = CrawlLock.acquire(conf, dir, command);
    try {
      CrawlLog.attach(dir, command, console);
      StrayJobs.tag(conf, dir.root());
      StrayJobs.killReachable(conf, console);
      Steps steps = Steps.open(conf, dir, clock, console, lock);
      CrawlSettings settings = CrawlSettings.read(dir);
      settings.apply(conf);
      settings.keep(conf, dir, console, clock.instant(), !steps.history().isEmpty());
      SharedProgress progress = SharedProgress.begin(dir, console);
      return new Session(conf, dir, lock, steps, console, clock, progress);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  public Configuration conf() {
    return conf;
  }

  public CrawlDir dir() {
    return dir;
  }

  public Steps steps() {
    return steps;
  }

  public Console console() {
    return console;
  }

  public Clock clock() {
    return clock;
  }

  /** Releases the crawl; removes a directory that this session created but left without a store. */
  @Override
  public void close() throws IOException {
    try (lock) {
      progress.close();
      // On HDFS the lock's file must outlive its owner.
      if (isNew && steps.history().isEmpty()) {
        removeIfBare(dir);
      }
    }
  }

  /** Removes a directory of this machine that holds a lock, a log and settings, but no store. */
  private static void removeIfBare(CrawlDir dir) throws IOException {
    if (!(dir.fs() instanceof LocalFileSystem)) {
      return;
    }
    for (FileStatus status : dir.fs().listStatus(dir.root())) {
      String name = status.getPath().getName();
      if (!name.startsWith(".") && !name.equals(CrawlLog.FOLDER)) {
        return;
      }
    }
    CrawlLog.detach();
    Files.delete(dir.fs(), dir.root());
  }
}
