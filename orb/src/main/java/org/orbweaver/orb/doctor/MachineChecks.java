package org.orbweaver.orb.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.orbweaver.crawler.address.NameResolver;

/** Checks the machine and its Java. */
final class MachineChecks {
  /** All tests run with 17; the demo and the units with 25, too. */
  private static final int NEWEST_JAVA_TESTED = 25;

  /** Below this, Hadoop's client alone starts more slowly, and a fetch task's buffers get small. */
  private static final long SMALL_HEAP = 400L << 20;

  private static final long NO_SPACE = 100L << 20;
  private static final long LITTLE_SPACE = 2L << 30;

  /** Jars, stores and logs that are open at a time, besides connections. */
  private static final int OTHER_FILES = 512;

  private static final Duration SLOW_DNS = Duration.ofSeconds(1);

  private MachineChecks() {}

  static Finding java(int feature, String full) {
    return feature > NEWEST_JAVA_TESTED
        ? Finding.note(
            "Java " + full + " is newer than any that Orbweaver was tested with",
            "if something fails, use Java 17 to 25: set JAVA_HOME")
        : Finding.ok("Java " + full);
  }

  static Finding heap(long maxBytes) {
    return maxBytes < SMALL_HEAP
        ? Finding.note("only " + bytes(maxBytes) + " of heap", "set ORB_JAVA_OPTS=-Xmx1g or more")
        : Finding.ok(bytes(maxBytes) + " of heap");
  }

  /**
   * Free space.
   *
   * @param what the contents of the folder
   */
  static Finding disk(String what, String where, long freeBytes) {
    String message = bytes(freeBytes) + " free for " + what + " (" + where + ")";
    if (freeBytes < NO_SPACE) {
      return Finding.error(message, "free some space, or use another disk");
    }
    return freeBytes < LITTLE_SPACE
        ? Finding.note(message, "a crawl of 100,000 pages takes about 2 GB: watch the free space")
        : Finding.ok(message);
  }

  /**
   * The limit of open files.
   *
   * @param connections that a fetch task may keep open
   */
  static Finding openFiles(long limit, int connections) {
    long needed = (long) connections + OTHER_FILES;
    String message = String.format(Locale.ROOT, "limit of %,d open files", limit);
    return limit < needed
        ? Finding.error(
            message
                + String.format(Locale.ROOT, " is too low for %,d fetcher threads", connections),
            "run 'ulimit -n "
                + Math.max(4096, needed)
                + "' before orb, or lower"
                + " fetcher.threads.fetch")
        : Finding.ok(message);
  }

  static Finding encoding(boolean utf8, String name) {
    return utf8
        ? Finding.ok("file names are in UTF-8")
        : Finding.note(
            "file names are in " + name + ": names with other characters cannot be used",
            "set LC_ALL=C.UTF-8, as scripts/orb does");
  }

  /**
   * The clock.
   *
   * @param latest newest time in the crawl, or null
   * @param built build time of the program
   */
  static Finding clock(Instant now, Instant latest, Instant built) {
    Duration slack = Duration.ofMinutes(1);
    if (now.isBefore(built.minus(Duration.ofDays(1)))) {
      return Finding.error(
          "the clock says " + now + ", before this program was built", "set the system clock");
    }
    if (latest != null && now.plus(slack).isBefore(latest)) {
      return Finding.error(
          "the clock says " + now + ", but the crawl has data from " + latest,
          "set the system clock; if it is right, pages will be due too late");
    }
    return Finding.ok("the clock says " + now.truncatedTo(java.time.temporal.ChronoUnit.SECONDS));
  }

  /** Resolves a name and measures the time. */
  static Finding dns(String host, NameResolver names, Duration patience) throws IOException {
    long start = System.nanoTime();
    FutureTask<InetAddress[]> look = new FutureTask<>(() -> names.resolve(host));
    Thread thread = new Thread(look, "doctor-dns");
    thread.setDaemon(true);
    thread.start();
    String remedy = "check the network and /etc/resolv.conf; --offline skips this check";
    try {
      InetAddress[] found = look.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      String message =
          host + " resolves to " + found[0].getHostAddress() + " (" + took.toMillis() + " ms)";
      return took.compareTo(SLOW_DNS) > 0
          ? Finding.note(message, "a closer name server speeds up crawls of many hosts")
          : Finding.ok(message);
    } catch (TimeoutException e) {
      return Finding.error(
          "no DNS answer for " + host + " within " + patience.toSeconds() + " s", remedy);
    } catch (ExecutionException e) {
      return Finding.error("cannot resolve " + host + ": " + e.getCause().getMessage(), remedy);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  static String bytes(long bytes) {
    return bytes >= 10L << 30
        ? (bytes >> 30) + " GB"
        : bytes >= 1L << 30
            ? String.format(Locale.ROOT, "%.1f GB", bytes / (double) (1L << 30))
            : bytes >= 1L << 20 ? (bytes >> 20) + " MB" : (bytes >> 10) + " KB";
  }
}
