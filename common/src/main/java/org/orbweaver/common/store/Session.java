package org.orbweaver.common.store;

import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.StrayJobs;

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

  private Session(
      Configuration conf, CrawlDir dir, CrawlLock lock, Steps steps, Console console, Clock clock) {
    this.conf = conf;
    this.dir = dir;
    this.lock = lock;
    this.steps = steps;
    this.console = console;
    this.clock = clock;
  }

  /**
   * Locks a crawl that exists and finishes what a crash interrupted.
   *
   * @param command the command at work, told to whoever finds the lock taken
   * @throws OrbException (failed) where the directory is missing, (locked) where another run holds
   *     it
   */
  public static Session open(Configuration conf, String dir, Console console, String command)
      throws IOException {
    return at(conf, CrawlDir.open(conf, dir), console, command, Clock.systemUTC());
  }

  /** As {@link #open(Configuration, String, Console, String)}, and makes the directory. */
  public static Session create(Configuration conf, String dir, Console console, String command)
      throws IOException {
    return at(conf, CrawlDir.create(conf, dir), console, command, Clock.systemUTC());
  }

  /** As the others, with a clock of the caller's; for tests and simulations. */
  public static Session at(
      Configuration conf, CrawlDir dir, Console console, String command, Clock clock)
      throws IOException {
    CrawlLock lock = CrawlLock.acquire(conf, dir, command);
    try {
      StrayJobs.tag(conf, dir.root());
      StrayJobs.killReachable(conf, console);
      return new Session(conf, dir, lock, Steps.open(conf, dir, clock), console, clock);
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

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
