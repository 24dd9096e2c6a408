package org.orbweaver.crawler.url;

/**
 * A semantic rule's effect on a URL.
 *
 * @param file the rules' file or the setting
 * @param line of the rule in the file, from 1; 0 for a setting
 * @param rule the rule as written in the file, or why it was not applied
 * @param url the URL after it
 */
public record RuleChange(String file, int line, String rule, String url) {
  /** "tracking-parameters.txt:23, '-utm_*'". */
  @Override
  public String toString() {
    return (line == 0 ? file : file + ":" + line) + ", '" + rule + "'";
  }
}
