package org.orbweaver.index.serve;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;

/**
 * Which results people open: a file of one JSON object a line, {@code
 * {"time":"2026-01-01T00:00:00Z","query":"crawl delay","rank":1,"url":"http://example.org/"}}. It
 * holds nothing about who asked. Lines are appended whole and flushed at once; safe for use by
 * several threads.
 */
final class ClickLog implements Closeable {
  /**
   * A click.
   *
   * @param time when, to the second
   * @param query as it was typed
   * @param rank the result's place, from 1
   * @param url the page
   */
  record Click(Instant time, String query, int rank, String url) {}

  private final Writer out;

  private ClickLog(Writer out) {
    this.out = out;
  }

  /**
   * Opens a file to append to; it is created where it is missing.
   *
   * @throws OrbException (failed) where it cannot be written
   */
  static ClickLog open(Path file) throws IOException {
    OutputFile.check(file, true);
    return new ClickLog(
        Files.newBufferedWriter(
            file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
  }

  synchronized void write(Click click) throws IOException {
    out.write(Json.line(click) + "\n");
    out.flush();
  }

  @Override
  public synchronized void close() throws IOException {
    out.close();
  }
}
