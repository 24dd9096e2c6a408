package org.orbweaver.crawler.url;

/**
 * The decision of a URL filter and the rule behind it.
 *
 * @param accepted whether the URL may enter the crawldb
 * @param file the rules' file, as the setting names it
 * @param line of the rule in the file, from 1; 0 if no rule matches
 * @param rule the rule as written in the file, or in words
 */
public record FilterDecision(boolean accepted, String file, int line, String rule) {
  /** The refusal of a URL for which the rule's expression takes too many steps. */
  FilterDecision tooCostly() {
    return new FilterDecision(false, file, line, rule + " (too costly for this URL)");
  }

  /** "regex-urlfilter.txt:12, '-\\.exe$'". */
  @Override
  public String toString() {
    return line == 0 ? file + ": " + rule : file + ":" + line + ", '" + rule + "'";
  }
}
