package org.orbweaver.crawler.url;

/**
 * What a URL filter decided, and by which rule.
 *
 * @param accepted whether the URL may enter the crawldb
 * @param file the rules' file, as the setting names it
 * @param line of the rule in it, from 1; 0 where no rule matches
 * @param rule the rule as it stands there, or in words
 */
public record FilterDecision(boolean accepted, String file, int line, String rule) {
  /** "regex-urlfilter.txt:12, '-\\.exe$'". */
  @Override
  public String toString() {
    return line == 0 ? file + ": " + rule : file + ":" + line + ", '" + rule + "'";
  }
}
