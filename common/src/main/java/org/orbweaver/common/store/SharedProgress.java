package org.orbweaver.common.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.orbweaver.common.text.Console;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The progress of the run that holds a crawl's lock, for other processes to show: the last state on
 * its console, written at most every five seconds to {@code DIR/.progress}. A dead run leaves the
 * file behind; without a lock it means nothing.
 */
final class SharedProgress {
  private static final Logger LOG = LoggerFactory.getLogger(SharedProgress.class);
  private static final long INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();

  private SharedProgress() {}

  /** Begins to share the state shown by {@code console}. */
  static void begin(CrawlDir dir, Console console) throws IOException {
    remove(dir);
    console.watch(
        new Consumer<>() {
          private long last = System.nanoTime() - INTERVAL_NANOS;

          @Override
          public void accept(String state) {
            if (System.nanoTime() - last >= INTERVAL_NANOS) {
              last = System.nanoTime();
              write(dir, state);
            }
          }
        });
  }

  static void end(CrawlDir dir, Console console) throws IOException {
    console.watch(state -> {});
    remove(dir);
  }

  private static void remove(CrawlDir dir) throws IOException {
    Files.delete(dir.fs(), dir.progress());
  }

  /** Ignores errors: a crawl must not fail for its progress display. */
  private static void write(CrawlDir dir, String state) {
    try (OutputStream out = dir.fs().create(dir.progress(), true)) {
      out.write(state.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
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
