package org.orbweaver.index.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.orbweaver.common.cli.OutputFile;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;

/**
 * The log of opened results: a file of one JSON object a line, {@code
 * {"time":"2026-01-01T00:00:00Z","query":"crawl delay","rank":1,"url":"http://example.org/"}}. It
 * holds nothing about the user. Lines are appended whole; safe for use by several threads.
 *
 * @param file is created if missing
 */
record ClickLog(Path file) {
  /**
   * A click.
   *
   * @param time when, to the second
   * @param query as typed
   * @param rank the result's rank, from 1
   * @param url the page
   */
  record Click(Instant time, String query, int rank, String url) {}

  /**
   * Makes sure that the file can be written.
   *
   * @throws OrbException (failed) if it cannot
   */
  ClickLog {
    OutputFile.check(file, true);
  }

  synchronized void write(Click click) throws IOException {
    Files.writeString(
        file, Json.line(click) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
