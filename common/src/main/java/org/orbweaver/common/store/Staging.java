package org.orbweaver.common.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The output of a step before its commit: a folder {@code .staging/NUMBER-NAME[-KEY]}. After a
 * crash it holds the remains of the step.
 *
 * @param folder the path
 * @param number the step's future number in the log of steps
 * @param name of the step
 * @param key the step's subject; empty for the whole crawl
 */
public record Staging(Path folder, long number, String name, String key) {
  /** A key begins with a digit, as a time does: 20260102030405, or 20260102030405-hosts. */
  private static final Pattern FOLDER = Pattern.compile("(\\d{1,18})-(.+?)(?:-(\\d.*))?");

  static Staging of(CrawlDir dir, long number, String name, String key) {
    String folder = number + "-" + name + (key.isEmpty() ? "" : "-" + key);
    return new Staging(new Path(dir.staging(), folder), number, name, key);
  }

  /** Staged but unpublished output of steps, oldest first. */
  public static List<Staging> list(CrawlDir dir) throws IOException {
    List<Staging> found = new ArrayList<>();
    for (FileStatus status : Files.list(dir.fs(), dir.staging())) {
      Path folder = status.getPath();
      Matcher parts = FOLDER.matcher(folder.getName());
      if (parts.matches()) {
        String key = parts.group(3) == null ? "" : parts.group(3);
        found.add(new Staging(folder, Long.parseLong(parts.group(1)), parts.group(2), key));
      }
    }
    found.sort(Comparator.comparingLong(Staging::number));
    return found;
  }

  boolean isOf(String step, String what) {
    return name.equals(step) && key.equals(what);
  }

  /** "fetch of 20260102030405". */
  @Override
  public String toString() {
    return key.isEmpty() ? name : name + " of " + key;
  }
}
