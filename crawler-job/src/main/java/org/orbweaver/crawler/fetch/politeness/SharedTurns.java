package org.orbweaver.crawler.fetch.politeness;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * Turns at hosts by files in a folder that all tasks of a job see. A request to a host is a turn
 * with a number: the task that creates {@code turn-N} has it, and {@code end-N-TIME-DELAY} ends it
 * and tells the next task when the host was last contacted, and the delay that this task keeps: it
 * may have read a robots.txt that the next one has not. Only the creation of turn N + 1 deletes the
 * files of earlier ones, so the highest number is always there, and a late creator of a lower one
 * sees that it has lost. A turn that is not ended counts as ended once a task has seen it for
 * longer than a request can take: its holder has died.
 *
 * <p>Cost: three listings, two small files created and two deleted for each request. The times of
 * different tasks come from different clocks, so a host that another task contacted last is left
 * alone for {@value #CLOCKS_MS} ms more than its delay.
 */
public final class SharedTurns implements HostTurns {
  private static final long CLOCKS_MS = 100;
  private static final long WATCHED_EVERY_MS = 50;
  private static final String TURN = "turn-";
  private static final String END = "end-";

  /** A local file system checks whether a file exists and creates it in two steps. */
  private static final Object CREATING = new Object();

  private final FileSystem fs;
  private final Path folder;
  private final long longestMs;

  /** The turn that this task has or had last, by group. */
  private final Map<String, Last> own = new ConcurrentHashMap<>();

  /**
   * The state of a group: the highest number, the end of that turn, 0 if it has not ended, and its
   * delay.
   */
  private record Last(long number, long endMs, long delayMs) {
    static final Last NONE = new Last(0, 1, 0);
  }

  /**
   * The turns of a task.
   *
   * @param folder the same for all tasks
   * @param longestMs the longest time that a request can take
   */
  public SharedTurns(FileSystem fs, Path folder, long longestMs) {
    this.fs = fs;
    this.folder = folder;
    this.longestMs = longestMs;
  }

  @Override
  public void begin(String group, long delayMs) throws IOException, InterruptedException {
    Path files = folder(group);
    long watched = 0;
    long since = System.nanoTime();
    while (true) {
      Last last = last(files);
      long waitMs = WATCHED_EVERY_MS;
      if (last.endMs() > 0 || isDead(last, watched, since)) {
        boolean isOwn = last.number() == own.getOrDefault(group, Last.NONE).number();
        // What died may have contacted the host until now.
        long endMs = last.endMs() > 0 ? last.endMs() : WallClock.clock().millis();
        long leastMs = Math.max(delayMs, last.delayMs()) + CLOCKS_MS;
        waitMs = last.equals(Last.NONE) || isOwn ? 0 : waitMs(endMs, leastMs);
        if (last.endMs() == 0) {
          TimeUnit.MILLISECONDS.sleep(waitMs);
          waitMs = 0;
        }
        if (waitMs <= 0 && take(files, last.number() + 1)) {
          own.put(group, new Last(last.number() + 1, 0, delayMs));
          return;
        }
      }
      if (last.number() != watched) {
        watched = last.number();
        since = System.nanoTime();
      }
      TimeUnit.MILLISECONDS.sleep(Math.max(1, waitMs));
    }
  }

  private boolean isDead(Last last, long watched, long since) {
    return last.number() == watched
        && System.nanoTime() - since > TimeUnit.MILLISECONDS.toNanos(longestMs);
  }

  /** At most the delay, even if a clock was set back. */
  private static long waitMs(long endMs, long delayMs) {
    return Math.min(delayMs, endMs + delayMs - WallClock.clock().millis());
  }

  private Path folder(String group) {
    return new Path(folder, Long.toHexString(Fingerprint.of(group)));
  }

  private Last last(Path files) throws IOException {
    Map<Long, Last> turns = new HashMap<>();
    for (FileStatus file : Files.list(fs, files)) {
      String name = file.getPath().getName();
      if (name.startsWith(TURN)) {
        long number = Long.parseLong(name.substring(TURN.length()));
        turns.putIfAbsent(number, new Last(number, 0, 0));
      } else if (name.startsWith(END)) {
        String[] numbers = name.substring(END.length()).split("-", -1);
        long number = Long.parseLong(numbers[0]);
        turns.put(number, new Last(number, Long.parseLong(numbers[1]), Long.parseLong(numbers[2])));
      }
    }
    return turns.values().stream().max(Comparator.comparingLong(Last::number)).orElse(Last.NONE);
  }

  /** Whether this task gets the turn. */
  private boolean take(Path files, long number) throws IOException {
    Path turn = new Path(files, TURN + number);
    try {
      synchronized (CREATING) {
        fs.create(turn, false).close();
      }
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    if (last(files).number() > number) {
      fs.delete(turn, false);
      return false;
    }
    for (FileStatus file : Files.list(fs, files)) {
      String name = file.getPath().getName();
      String[] words = name.split("-", -1);
      if (words.length > 1 && Long.parseLong(words[1]) < number) {
        fs.delete(file.getPath(), false);
      }
    }
    return true;
  }

  @Override
  public void end(String group, long endMs) throws IOException {
    Last turn = own.get(group);
    String name = END + turn.number() + "-" + endMs + "-" + turn.delayMs();
    fs.create(new Path(folder(group), name), true).close();
  }
}
