package org.orbweaver.common.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The words of the command line as UTF-8, whatever the locale. Under {@code LC_ALL=C}, as in cron,
 * Java reads them as ASCII, and what is not becomes U+FFFD; Linux still has the bytes.
 */
final class Utf8Arguments {
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private Utf8Arguments() {}

  /** The arguments as they were typed. */
  static String[] restore(String[] args) {
    if (PlatformCharset.isUtf8() || Arrays.stream(args).allMatch(Utf8Arguments::isAscii)) {
      return args;
    }
    try {
      return lastWords(Files.readAllBytes(COMMAND_LINE), args);
    } catch (IOException e) {
      return args;
    }
  }

  /** The last words of a command line, NUL behind each, if they are these but for their charset. */
  static String[] lastWords(byte[] commandLine, String[] args) {
    List<String> words = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < commandLine.length; i++) {
      if (commandLine[i] == 0) {
        words.add(new String(commandLine, start, i - start, StandardCharsets.UTF_8));
        start = i + 1;
      }
    }
    if (words.size() < args.length) {
      return args;
    }
    String[] restored =
        words.subList(words.size() - args.length, words.size()).toArray(String[]::new);
    for (int i = 0; i < args.length; i++) {
      if (isAscii(args[i]) && !args[i].equals(restored[i])) {
        return args;
      }
    }
    return restored;
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
