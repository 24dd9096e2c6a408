package org.orbweaver.common.error;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The charset in which this JVM decodes its arguments and encodes file names. It comes from the
 * locale, for example ASCII under {@code LC_ALL=C}, as in cron; no system property changes it.
 */
public final class PlatformCharset {
  private static final Charset CHARSET = charset();
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private PlatformCharset() {}

  private static Charset charset() {
    String name = System.getProperty("sun.jnu.encoding", "UTF-8");
    return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.US_ASCII;
  }

  public static boolean isUtf8() {
    return CHARSET.equals(StandardCharsets.UTF_8);
  }

  /**
   * Refuses a file name that the charset cannot encode: java.io would replace the characters by
   * question marks and open another file.
   *
   * @throws OrbException (usage) if the name cannot be encoded
   */
  public static void requireNameable(String file) {
    if (!isUtf8() && !CHARSET.newEncoder().canEncode(file)) {
      throw OrbException.usage("cannot use '" + file + "' as a file name: " + remedy());
    }
  }

  public static String remedy() {
    return "the locale's character set is " + CHARSET + "; set LC_ALL=C.UTF-8";
  }

  /**
   * The arguments as typed, decoded as UTF-8 whatever the locale. Under {@code LC_ALL=C} non-ASCII
   * characters become U+FFFD, but Linux still has the bytes.
   */
  public static String[] restoreUtf8(String[] args) {
    if (isUtf8() || Arrays.stream(args).allMatch(PlatformCharset::isAscii)) {
      return args;
    }
    try {
      return lastWords(Files.readAllBytes(COMMAND_LINE), args);
    } catch (IOException e) {
      return args;
    }
  }

  /**
   * The last words of a command line, each ended by NUL, if they equal the arguments but for their
   * charset.
   */
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
