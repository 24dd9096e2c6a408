package org.orbweaver.crawler.url;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The regular-expression filter in the format of Nutch's {@code regex-urlfilter.txt}: the first
 * rule whose expression is found in the URL decides; a URL that none matches is refused. Used by
 * one thread at a time, for it keeps its matchers.
 */
final class RegexRules {
  private record Rule(String host, Matcher matcher, FilterDecision decision) {}

  private final List<Rule> rules = new ArrayList<>();
  private final FilterDecision none;

  /**
   * Reads the rules.
   *
   * @param source named in errors
   * @throws IllegalArgumentException naming source, line and what is wrong with it
   */
  RegexRules(String source, String text) {
    none = new FilterDecision(false, source, 0, "no rule that accepts it");
    String host = null;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      switch (line.charAt(0)) {
        case '#', ' ' -> {}
        case '>' -> host = line.substring(1).strip();
        case '<' -> host = null;
        case '+', '-' -> {
          boolean accepts = line.charAt(0) == '+';
          rules.add(rule(new FilterDecision(accepts, source, number, line), host));
        }
        default ->
            throw new IllegalArgumentException(
                String.format(
                    Locale.ROOT,
                    "%s:%d: expected a rule that begins with + or -, got '%s'",
                    source,
                    number,
                    line.strip()));
      }
    }
  }

  private static Rule rule(FilterDecision decision, String host) {
    String expression = decision.rule().substring(1);
    try {
      return new Rule(host, Pattern.compile(expression).matcher(""), decision);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s:%d: invalid expression '%s': %s",
              decision.file(),
              decision.line(),
              expression,
              e.getDescription()),
          e);
    }
  }

  /** The rule that decides about the URL. */
  FilterDecision decision(String url) {
    String host = null;
    for (Rule rule : rules) {
      if (rule.host != null) {
        host = host == null ? Hosts.host(url) : host;
        if (!host.equals(rule.host) && !Hosts.domain(host).equals(rule.host)) {
          continue;
        }
      }
      if (rule.matcher.reset(url).find()) {
        return rule.decision;
      }
    }
    return none;
  }
}
