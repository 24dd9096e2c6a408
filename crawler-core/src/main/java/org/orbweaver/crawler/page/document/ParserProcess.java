package org.orbweaver.crawler.page.document;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;

/**
 * One parser process, for one thread at a time. It always ends if a document misbehaves: by itself
 * when it runs out of memory, and by {@link #watch} when its time is over.
 */
final class ParserProcess implements AutoCloseable {

  /** Time to start, on a busy machine. */
  private static final long START_MILLIS = 60_000;

  /** The exit code of a JVM under {@code -XX:+ExitOnOutOfMemoryError}. */
  private static final int OUT_OF_MEMORY = 3;

  /** Time to return the text found before the time was over. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long NEVER = Long.MAX_VALUE;
  private static final long UNKNOWN = -1;

  /** Processor time is first read up to one watch after the document's start. */
  private static final long TICK_NANOS =
      TimeUnit.MILLISECONDS.toNanos(2 * DocumentReader.WATCH_MILLIS);

  /** The process ended while parsing a document. */
  static final class Died extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Limit limit;

    Died(Limit limit, String message) {
      super(message);
      this.limit = limit;
    }

    /** The limit that was exceeded, or null if it ended for another reason. */
    Limit limit() {
      return limit;
    }
  }

  private final ProcessSettings settings;
  private final Path folder;
  private final Process process;
  private final DataOutputStream out;
  private final DataInputStream in;

  private long endNanos = NEVER;
  private long patienceNanos;
  private long allowedCpuNanos;

  /** Processor time before the document, if known; {@link #watch} reads it. */
  private long cpuBeforeNanos = UNKNOWN;

  private Limit broken;
  private boolean sent;
  private boolean last;
  private int documents;
  private volatile long idleSince = System.nanoTime();

  private ParserProcess(ProcessSettings settings, Path folder, Process process) {
    this.settings = settings;
    this.folder = folder;
    this.process = process;
    this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16));
    this.in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
  }

  /** Starts a process; it is ready after {@link #awaitReady}. */
  static ParserProcess start(ProcessSettings settings, Class<?> program) throws IOException {
    Path folder = Files.createTempDirectory("orbweaver-parser-");
    try {
      ProcessBuilder builder = new ProcessBuilder(ParserCommand.prepare(folder, settings, program));
      builder.environment().clear();
      builder.environment().put("LC_ALL", "C.UTF-8"); // Of file names.
      builder.directory(folder.resolve("tmp").toFile());
      builder.redirectError(folder.resolve("errors").toFile());
      return new ParserProcess(settings, folder, builder.start());
    } catch (IOException e) {
      FileUtils.deleteQuietly(folder.toFile());
      throw e;
    }
  }

  /**
   * Waits until it is ready, under {@link #watch}.
   *
   * @throws IOException with its output, if it does not start
   */
  void awaitReady() throws IOException {
    begin(START_MILLIS);
    try {
      Frames.readReady(in);
    } catch (IOException e) {
      boolean slow = end();
      int status = status();
      String errors = Files.readString(folder.resolve("errors"));
      throw new IOException(
          slow
              ? "not ready after " + START_MILLIS / 1000 + " s"
              : errors.isBlank() ? "ended with status " + status : errors.strip(),
          e);
    }
    end();
  }

  /**
   * Parses a document.
   *
   * @throws Died if the process ended while parsing it, or had to be ended
   */
  ReadDocument parse(byte[] content, String type, String name, ParseLimits limits) throws Died {
    documents++;
    begin(limits.timeoutMillis());
    try {
      Frames.writeRequest(out, new Frames.Request(content, type, name, limits));
      sent();
      Frames.Reply reply = Frames.readReply(in, limits.document().maxOutputBytes());
      boolean killed = end();
      last = reply.last() || killed;
      return reply.document();
    } catch (Frames.TooLong e) {
      end();
      last = true;
      throw new Died(Limit.OUTPUT, e.getMessage());
    } catch (IOException e) {
      end();
      last = true;
      int status = status();
      Limit limit = broken == null && status == OUT_OF_MEMORY ? Limit.MEMORY : broken;
      throw new Died(limit, "its parser process ended with status " + status);
    }
  }

  private synchronized void begin(long millis) {
    allowedCpuNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    endNanos = System.nanoTime() + allowedCpuNanos;
    patienceNanos = (Deadline.PATIENCE - 1) * allowedCpuNanos;
    cpuBeforeNanos = UNKNOWN;
    sent = false;
  }

  private synchronized void sent() {
    sent = true;
  }

  /** Ends the watch; returns true if the process was ended for exceeding a limit. */
  private synchronized boolean end() {
    endNanos = NEVER;
    idleSince = System.nanoTime();
    return broken != null;
  }

  /**
   * Ends the process if its document exceeds a limit that the process does not check itself.
   *
   * @param files whether to check its temporary files, too
   */
  synchronized void watch(boolean files) {
    if (endNanos == NEVER) {
      return;
    }
    if (broken != null) {
      if (System.nanoTime() > endNanos) {
        process.destroyForcibly();
      }
      return;
    }
    if (cpuBeforeNanos == UNKNOWN) {
      cpuBeforeNanos = cpu().toNanos();
    }
    long late = System.nanoTime() - endNanos;
    if (late > patienceNanos
        || (late > 0 && cpu().toNanos() - cpuBeforeNanos >= allowedCpuNanos - TICK_NANOS)) {
      broken = Limit.TIME;
    } else if (files && size() > settings.maxTempBytes()) {
      broken = Limit.TEMPORARY_FILES;
    }
    if (broken == Limit.TIME && sent) {
      endNanos = System.nanoTime() + GRACE_NANOS;
      askSoFar();
    } else if (broken != null) {
      process.destroyForcibly();
    }
  }

  private void askSoFar() {
    try {
      Frames.writeStop(out);
    } catch (IOException e) {
      process.destroyForcibly();
    }
  }

  /** Bytes of its files, without those created or deleted meanwhile. */
  private long size() {
    try {
      return FileUtils.sizeOfDirectory(folder.toFile());
    } catch (IllegalArgumentException | UncheckedIOException e) {
      return 0;
    }
  }

  private int status() {
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        process.waitFor(2, TimeUnit.SECONDS);
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    } catch (IllegalThreadStateException e) {
      return -1; // Killed but still there: in uninterruptible sleep.
    }
  }

  /** Whether it may parse another document. */
  boolean usable() {
    return !last && process.isAlive();
  }

  /** Number of documents it has parsed. */
  int documents() {
    return documents;
  }

  long idleNanos() {
    return System.nanoTime() - idleSince;
  }

  /** Processor time that it has used. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Its id. */
  long pid() {
    return process.pid();
  }

  /** Ends it and removes its files. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    FileUtils.deleteQuietly(folder.toFile());
  }
}
