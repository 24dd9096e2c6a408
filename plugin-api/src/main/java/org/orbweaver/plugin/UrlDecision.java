package org.orbweaver.plugin;

/**
 * The decision of a {@link UrlRule}, and what it follows from; {@code orb why} shows it.
 *
 * @param accepted whether the URL may enter the crawldb
 * @param source the rule's file, as the setting names it, or the name of the rule
 * @param line in the file, from 1; 0 if there is none
 * @param rule as written in the file, or in words
 */
public record UrlDecision(boolean accepted, String source, int line, String rule) {
  /** "regex-urlfilter.txt:12, '-\\.exe$'". */
  @Override
  public String toString() {
    return line == 0 ? source + ": " + rule : source + ":" + line + ", '" + rule + "'";
  }
}
