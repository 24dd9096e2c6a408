package org.orbweaver.common.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.error.OrbException;

/**
 * Moves Hadoop's generic options ({@code -D}, {@code -conf}, {@code -fs}, {@code -libjars} …) to
 * the front of a command line.
 *
 * <p>Hadoop's GenericOptionsParser stops at the first word it does not know, so {@code crawl
 * --rounds 3 -D a=b} would silently lose the {@code -D}; it also takes {@code --conf} for its own
 * option. This class finds the options in any position before a {@code --}, and only in their
 * one-dash form.
 */
final class GenericOptions {
  private static final Set<String> WITH_VALUE =
      Set.of("-conf", "-fs", "-jt", "-files", "-libjars", "-archives", "-tokenCacheFile");

  /** Accepts settings that look misspelt. */
  private static final String FORCE_UNKNOWN = "--force-unknown";

  private GenericOptions() {}

  /** The two halves of a command line: Hadoop's options, and the rest in its order. */
  record Split(List<String> generic, List<String> rest) {}

  /**
   * Splits a command line.
   *
   * @throws OrbException (usage) if an option lacks its value
   */
  static Split split(String[] args) {
    List<String> generic = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    int i = 0;
    while (i < args.length) {
      String arg = args[i++];
      if (arg.equals("--")) {
        rest.add(arg);
        while (i < args.length) {
          rest.add(args[i++]);
        }
      } else if (arg.equals("-D") || WITH_VALUE.contains(arg)) {
        if (i == args.length) {
          String expected = arg.equals("-D") ? "key=value" : "a value";
          throw OrbException.usage(arg + ": expected " + expected + ", got nothing");
        }
        generic.add(arg);
        generic.add(checked(arg, args[i++]));
      } else if (arg.startsWith("-D") && arg.indexOf('=') > 2) {
        generic.add("-D");
        generic.add(arg.substring(2));
      } else if (arg.equals(FORCE_UNKNOWN)) {
        generic.add("-D");
        generic.add(Settings.FORCE_UNKNOWN + "=true");
      } else {
        rest.add(arg);
      }
    }
    return new Split(generic, rest);
  }

  private static String checked(String option, String value) {
    if (option.equals("-D") && value.indexOf('=') <= 0) {
      throw OrbException.usage("-D: expected key=value, got '" + value + "'");
    }
    return value;
  }
}
