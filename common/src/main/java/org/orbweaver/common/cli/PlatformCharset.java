package org.orbweaver.common.cli;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The charset in which this JVM reads its arguments and names files. It is the locale's: ASCII
 * under {@code LC_ALL=C}, as in cron. No system property changes it.
 */
public final class PlatformCharset {
  private static final Charset CHARSET = charset();

  private PlatformCharset() {}

  private static Charset charset() {
    String name = System.getProperty("sun.jnu.encoding", "UTF-8");
    return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.US_ASCII;
  }

  public static boolean isUtf8() {
    return CHARSET.equals(StandardCharsets.UTF_8);
  }

  /**
   * Makes sure that a file can have this name: java.io would put a question mark for what the
   * charset lacks, and take another file.
   *
   * @throws OrbException (usage) where it cannot
   */
  public static void requireNameable(String file) {
    if (!isUtf8() && !CHARSET.newEncoder().canEncode(file)) {
      throw OrbException.usage("cannot use '" + file + "' as a file name: " + remedy());
    }
  }

  static String remedy() {
    return "the locale's character set is " + CHARSET + "; set LC_ALL=C.UTF-8";
  }
}
