package org.orbweaver.index.schema;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names by which people may search for a page: its whole title, each part of a title like "Page
 * - Site", each without its number ("8.1. Numeric Types"), and its first heading.
 */
final class Titles {
  private static final int MAX_CHARS = 160;
  private static final int MAX_PARTS = 6;
  private static final Pattern SEPARATOR =
      Pattern.compile("\\s+[-\u2013\u2014|\u00b7\u2022\u00bb:/]+\\s+|:\\s+");

  /** "8.1. ", "Chapter 5. ", "F.13. ", "Kapitel 3: ". */
  private static final Pattern NUMBER =
      Pattern.compile("(?:\\p{L}+\\s+)?(?:\\d{1,4}|[A-Z]|[IVXLC]{1,6})(?:\\.\\d{1,4})*[.:]\\s+");

  private Titles() {}

  /** The distinct names as single terms, see {@link Analysis#oneTerm}. */
  static Set<String> names(String title, String firstHeading) {
    Set<String> names = new LinkedHashSet<>();
    addWithoutNumber(names, title);
    String[] parts = SEPARATOR.split(title);
    if (parts.length > 1) {
      for (int i = 0; i < Math.min(parts.length, MAX_PARTS); i++) {
        addWithoutNumber(names, parts[i]);
      }
    }
    addWithoutNumber(names, firstHeading);
    return names;
  }

  private static void addWithoutNumber(Set<String> names, String title) {
    add(names, title);
    Matcher number = NUMBER.matcher(title.strip());
    if (number.lookingAt()) {
      add(names, title.strip().substring(number.end()));
    }
  }

  private static void add(Set<String> names, String title) {
    if (!title.isBlank() && title.length() <= MAX_CHARS) {
      String name = Analysis.oneTerm(title);
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
  }
}
