package org.orbweaver.common.store;

import java.io.IOException;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Names of segments, builds and runs: {@code yyyyMMddHHmmss} in UTC. */
public final class Timestamps {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);

  private static final Pattern NAME = Pattern.compile("\\d{14}");

  private Timestamps() {}

  /** True if a file or folder has such a name. */
  public static boolean isName(Path path) {
    return isName(path.getName());
  }

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * A name for the current time that is newer than all in {@code parent}, so that names stay in
   * creation order even if the clock goes back.
   */
  public static String next(FileSystem fs, Path parent, Clock clock) throws IOException {
    LocalDateTime time = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
    String newest =
        Files.list(fs, parent).stream()
            .map(status -> status.getPath().getName())
            .filter(Timestamps::isName)
            .max(Comparator.naturalOrder())
            .orElse("");
    String name = FORMAT.format(time);
    if (name.compareTo(newest) <= 0) {
      name = FORMAT.format(LocalDateTime.parse(newest, FORMAT).plus(1, ChronoUnit.SECONDS));
    }
    return name;
  }
}
