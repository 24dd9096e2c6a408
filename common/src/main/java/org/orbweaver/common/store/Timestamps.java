package org.orbweaver.common.store;

import java.io.IOException;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Names of segments, builds and runs: {@code yyyyMMddHHmmss} in UTC. */
public final class Timestamps {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);

  private Timestamps() {}

  /**
   * A name for the current time that is newer than all in {@code parent}, so that names stay in
   * creation order even if the clock goes back.
   */
  public static String next(FileSystem fs, Path parent, Clock clock) throws IOException {
    LocalDateTime time = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
    String newest = "";
    if (fs.exists(parent)) {
      for (var status : fs.listStatus(parent)) {
        String name = status.getPath().getName();
        if (name.matches("\\d{14}") && name.compareTo(newest) > 0) {
          newest = name;
        }
      }
    }
    String name = FORMAT.format(time);
    if (name.compareTo(newest) <= 0) {
      name = FORMAT.format(LocalDateTime.parse(newest, FORMAT).plus(1, ChronoUnit.SECONDS));
    }
    return name;
  }
}
