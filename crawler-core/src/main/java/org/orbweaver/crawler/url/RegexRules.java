package org.orbweaver.crawler.url;

import dk.brics.automaton.RegExp;
import dk.brics.automaton.RunAutomaton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * URL filters by regular expression, in the formats of Nutch's {@code regex-urlfilter.txt} and
 * {@code automaton-urlfilter.txt}: the first rule that matches the URL decides; a URL that none
 * matches is refused. Rules between {@code > host-or-domain} and {@code <} are tried only for URLs
 * of that host or domain, however many other hosts have rules.
 *
 * <p>Java's expressions may match anywhere in the URL; a URL for which they take more than {@link
 * BoundedText#MAX_LOOKS} steps is refused. An automaton's expressions match the whole URL, in
 * linear time.
 *
 * <p>For one thread at a time, since it keeps matchers and the rules of the last host.
 */
public final class RegexRules implements UrlRule {
  private record RegexRule(Predicate<BoundedText> matches, UrlDecision decision) {}

  /** Rules by host or domain; those for all hosts under the empty name. */
  private final Map<String, List<RegexRule>> rules = new HashMap<>();

  private final boolean byHost;
  private final UrlDecision none;

  private String lastHost = "";
  private List<RegexRule> ofLastHost;

  /**
   * Reads the rules.
   *
   * @param source named in errors
   * @param compiler compiles an expression; throws an IllegalArgumentException
   * @throws IllegalArgumentException naming the source, the line and the fault
   */
  private RegexRules(
      String source, String text, Function<String, Predicate<BoundedText>> compiler) {
    none = new UrlDecision(false, source, 0, "no rule that accepts it");
    String host = "";
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      switch (line.charAt(0)) {
        case '#', ' ' -> {}
        case '>' -> host = line.substring(1).strip();
        case '<' -> host = "";
        case '+', '-' -> {
          var decision = new UrlDecision(line.charAt(0) == '+', source, number, line);
          rules
              .computeIfAbsent(host, name -> new ArrayList<>())
              .add(new RegexRule(compile(compiler, decision), decision));
        }
        default ->
            throw new IllegalArgumentException(
                source
                    + (":" + number + ": expected a rule that begins with + or -, got '")
                    + (line.strip() + "'"));
      }
    }
    ofLastHost = rules.getOrDefault("", List.of());
    byHost = !Set.of("").containsAll(rules.keySet());
  }

  /** Rules of Java's regular expressions. */
  public static RegexRules of(String source, String text) {
    return new RegexRules(
        source,
        text,
        expression -> {
          Matcher matcher = Pattern.compile(expression).matcher("");
          return url -> matcher.reset(url).find();
        });
  }

  /** Rules of dk.brics.automaton's regular expressions, all of its syntax. */
  public static RegexRules automata(String source, String text) {
    return new RegexRules(
        source,
        text,
        expression -> {
          var automaton = new RunAutomaton(new RegExp(expression, RegExp.ALL).toAutomaton());
          return url -> automaton.run(url.toString());
        });
  }

  private static Predicate<BoundedText> compile(
      Function<String, Predicate<BoundedText>> compiler, UrlDecision decision) {
    String expression = decision.rule().substring(1);
    try {
      return compiler.apply(expression);
    } catch (IllegalArgumentException e) {
      String why = e instanceof PatternSyntaxException p ? p.getDescription() : e.getMessage();
      throw new IllegalArgumentException(
          decision.source()
              + (":" + decision.line())
              + (": invalid expression '" + expression + "': " + why),
          e);
    }
  }

  @Override
  public UrlDecision decision(String url) {
    BoundedText text = new BoundedText(url);
    for (RegexRule rule : rulesFor(url)) {
      try {
        if (rule.matches.test(text)) {
          return rule.decision;
        }
      } catch (BoundedText.Exhausted | StackOverflowError e) {
        return BoundedText.tooCostly(rule.decision);
      }
    }
    return none;
  }

  private List<RegexRule> rulesFor(String url) {
    if (!byHost) {
      return ofLastHost;
    }
    String host = Hosts.host(url);
    if (!host.equals(lastHost)) {
      lastHost = host;
      ofLastHost = new ArrayList<>(rules.getOrDefault("", List.of()));
      ofLastHost.addAll(rules.getOrDefault(host, List.of()));
      String domain = Hosts.domain(host);
      if (!domain.equals(host)) {
        ofLastHost.addAll(rules.getOrDefault(domain, List.of()));
      }
      ofLastHost.sort(Comparator.comparingInt(rule -> rule.decision.line()));
    }
    return ofLastHost;
  }
}
