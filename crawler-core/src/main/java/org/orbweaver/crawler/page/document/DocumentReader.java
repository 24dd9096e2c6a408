package org.orbweaver.crawler.page.document;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Reads documents in separate processes, which are kept warm, shared by all threads of this JVM,
 * and ended when they are idle or this JVM ends. A document can break its process and nothing else.
 *
 * <p>Faults of the process are not blamed on the document: if a process ends for an unknown reason,
 * or runs out of memory after many other documents, it is replaced and the document tried again; if
 * no process can be started, {@link #read} throws, so that the task fails and is tried again.
 *
 * <p>Safe for use by several threads.
 */
public final class DocumentReader implements AutoCloseable {

  private static final Map<ProcessSettings, DocumentReader> SHARED = new ConcurrentHashMap<>();

  /** After this number of documents, a full heap may be due to them rather than the last one. */
  private static final int WORN_AFTER = 100;

  /** A process is replaced after this many documents, since its parsers may leak memory. */
  private static final int RENEWED_AFTER = 5_000;

  private static final int START_ATTEMPTS = 3;
  static final long WATCH_MILLIS = 100;

  /** Watches between two checks of the temporary files. */
  private static final int FILES_EACH = 10;

  private final ProcessSettings settings;
  private final Semaphore permits;
  private final Deque<ParserProcess> idle = new ArrayDeque<>();
  private final Set<ParserProcess> all = new HashSet<>();
  private final ScheduledExecutorService watcher =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "parser-watch");
            thread.setDaemon(true);
            return thread;
          });
  private final Future<?> watching;
  private final Thread atExit = new Thread(this::endAll, "parser-end");
  private boolean closed;
  private int watches;

  DocumentReader(ProcessSettings settings) {
    this.settings = settings;
    this.permits = new Semaphore(settings.processes(), true);
    this.watching =
        watcher.scheduleWithFixedDelay(
            this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** The reader of this JVM with these settings. */
  public static DocumentReader shared(ProcessSettings settings) {
    return SHARED.computeIfAbsent(settings, DocumentReader::new);
  }

  /**
   * Reads a document; waits while all processes are in use.
   *
   * @param type from header and name, only a hint; may be empty
   * @param name of the file, also a hint; may be empty
   * @throws NoParserException if no process can be started
   */
  public ReadDocument read(byte[] content, String type, String name, ParseLimits limits)
      throws InterruptedException {
    permits.acquire();
    try {
      for (int attempt = 1; ; attempt++) {
        ParserProcess process = take();
        boolean worn = process.documents() >= WORN_AFTER;
        try {
          return process.parse(content, type, name, limits);
        } catch (ParserProcess.Died e) {
          boolean again = e.limit() == null || (e.limit() == Limit.MEMORY && worn);
          if (!again || attempt > 1) {
            return e.limit() == null
                ? ReadDocument.failed(ReadDocument.Fate.FAILED, e.getMessage(), type)
                : ReadDocument.overLimit(e.limit(), e.getMessage(), type);
          }
        } finally {
          giveBack(process);
        }
      }
    } finally {
      permits.release();
    }
  }

  private ParserProcess take() throws InterruptedException {
    synchronized (this) {
      for (ParserProcess warm = idle.pollFirst(); warm != null; warm = idle.pollFirst()) {
        if (warm.usable()) {
          return warm;
        }
        end(warm);
      }
    }
    IOException failure = null;
    for (int attempt = 0; attempt < START_ATTEMPTS; attempt++) {
      if (failure != null) {
        Thread.sleep(1000);
      }
      try {
        return start();
      } catch (IOException e) {
        failure = e;
      }
    }
    throw new NoParserException(
        "cannot start a parser process: "
            + Failures.describe(failure)
            + "; check free memory, "
            + Limit.MEMORY.setting()
            + " and orbweaver.parse.processes",
        failure);
  }

  private ParserProcess start() throws IOException {
    ParserProcess process;
    synchronized (this) {
      if (closed) {
        throw new NoParserException("parsing was stopped", null);
      }
      process = ParserProcess.start(settings, ParserMain.class);
      all.add(process);
    }
    try {
      process.awaitReady();
      return process;
    } catch (IOException | RuntimeException e) {
      end(process);
      throw e;
    }
  }

  private synchronized void giveBack(ParserProcess process) {
    if (process.usable() && process.documents() < RENEWED_AFTER && !closed) {
      idle.addFirst(process); // The most recently used one first, so that the others become idle.
    } else {
      end(process);
    }
  }

  private synchronized void end(ParserProcess process) {
    if (all.remove(process)) {
      process.close();
    }
  }

  private synchronized void watch() {
    boolean files = ++watches % FILES_EACH == 0;
    for (ParserProcess process : all) {
      process.watch(files);
    }
    while (!idle.isEmpty()
        && idle.peekLast().idleNanos() > TimeUnit.MILLISECONDS.toNanos(settings.idleMillis())) {
      end(idle.pollLast());
    }
  }

  /** Ids of the running processes. */
  synchronized Set<Long> pids() {
    Set<Long> pids = new HashSet<>();
    for (ParserProcess process : all) {
      pids.add(process.pid());
    }
    return pids;
  }

  private synchronized void endAll() {
    closed = true;
    for (ParserProcess process : Set.copyOf(all)) {
      end(process);
    }
    idle.clear();
  }

  /** Ends the processes. */
  @Override
  public void close() {
    endAll();
    watching.cancel(false);
    watcher.shutdown();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
