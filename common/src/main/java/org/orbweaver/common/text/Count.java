package org.orbweaver.common.text;

import java.util.Locale;

/** Counts with their nouns, singular and plural. */
public final class Count {
  private Count() {}

  /** "1 URL", "2 URLs", "1,000 matches": the plural of a regular noun. */
  public static String of(long n, String noun) {
    boolean hisses = noun.endsWith("s") || noun.endsWith("x") || noun.endsWith("ch");
    return of(n, noun, noun + (hisses ? "es" : "s"));
  }

  /** "1 entry", "2 entries". */
  public static String of(long n, String singular, String plural) {
    return String.format(Locale.ROOT, "%,d %s", n, n == 1 ? singular : plural);
  }
}
