package org.orbweaver.common.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.orbweaver.common.text.Console;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The progress of the run that holds a crawl's lock, for other processes to show: the last state on
 * its console, written at most every five seconds to {@code DIR/.progress}. A dead run leaves the
 * file behind; without a lock it means nothing. The file is written beside the run, which does not
 * wait for it: a NameNode that is away holds up a write for minutes.
 */
final class SharedProgress implements Consumer<String>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedProgress.class);
  private static final long INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long LONGEST_END_SECONDS = 5;

  private final CrawlDir dir;
  private final Console console;
  private final AtomicBoolean isWriting = new AtomicBoolean();
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "shared progress");
            thread.setDaemon(true);
            return thread;
          });
  private long last = System.nanoTime() - INTERVAL_NANOS;

  private SharedProgress(CrawlDir dir, Console console) {
    this.dir = dir;
    this.console = console;
  }

  /** Begins to share the state shown by {@code console}. */
  static SharedProgress begin(CrawlDir dir, Console console) throws IOException {
    remove(dir);
    SharedProgress progress = new SharedProgress(dir, console);
    console.watch(progress);
    return progress;
  }

  @Override
  public synchronized void accept(String state) {
    if (System.nanoTime() - last >= INTERVAL_NANOS && isWriting.compareAndSet(false, true)) {
      last = System.nanoTime();
      writer.execute(
          () -> {
            write(dir, state);
            isWriting.set(false);
          });
    }
  }

  @Override
  public void close() throws IOException {
    console.watch(state -> {});
    writer.shutdown();
    try {
      writer.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    remove(dir);
  }

  private static void remove(CrawlDir dir) throws IOException {
    Files.delete(dir.fs(), dir.progress());
  }

  /** Ignores errors: a crawl must not fail for its progress display. */
  private static void write(CrawlDir dir, String state) {
    try (OutputStream out = dir.fs().create(dir.progress(), true)) {
      out.write(state.getBytes(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException e) {
      LOG.debug("the progress of {} is not shared", dir, e);
    }
  }

  static String read(CrawlDir dir) {
    try {
      return new String(Files.read(dir.fs(), dir.progress()), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // The file is missing, or is being replaced.
      return "";
    }
  }
}
