package org.orbweaver.crawler.url;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * The scope of a crawl, by rules such as {@code +prefix https://example.org/docs/}, one a line, of
 * which the first that matches the URL decides. The kinds are prefix (of the URL), glob (the whole
 * URL, in which * stands for any text), regex (Java's, anywhere in the URL), host, and domain with
 * all its hosts. A URL that no rule matches gets the opposite of the last rule.
 *
 * <p>The rules of hosts and domains cost a look-up each, however many there are. As in {@link
 * RegexRules}, a URL for which an expression takes too many steps is refused. For one thread at a
 * time.
 */
public final class ScopeRules implements UrlRule {
  private static final Pattern RULE = Pattern.compile("([+-])([a-z]+) (.*\\S.*)");
  private static final Pattern ORIGIN = Pattern.compile("(?i)(https?://[^/?#]+)(.*)");

  private record PatternRule(Predicate<BoundedText> matches, UrlDecision decision) {}

  private final List<PatternRule> patterns = new ArrayList<>();
  private final Map<String, UrlDecision> hosts = new HashMap<>();
  private final Map<String, UrlDecision> domains = new HashMap<>();
  private final UrlDecision none;

  /**
   * Reads the rules.
   *
   * @param source named in errors and decisions
   * @throws IllegalArgumentException naming the source, the line and the fault
   */
  public ScopeRules(String source, String text) {
    int number = 0;
    UrlDecision last = new UrlDecision(false, source, 0, "");
    for (String line : text.lines().toList()) {
      number++;
      if (!line.isBlank()) {
        last = new UrlDecision(line.startsWith("+"), source, number, line);
        try {
          add(last);
        } catch (IllegalArgumentException e) {
          String why = e instanceof PatternSyntaxException p ? p.getDescription() : e.getMessage();
          throw new IllegalArgumentException(
              source + ":" + number + ": invalid rule '" + line + "': " + why, e);
        }
      }
    }
    none =
        new UrlDecision(
            !last.accepted(), source, 0, "no rule matches, and the last is " + last.rule());
  }

  private void add(UrlDecision decision) {
    Matcher rule = RULE.matcher(decision.rule());
    if (!rule.matches()) {
      throw new IllegalArgumentException("expected + or -, a kind, a space and a pattern");
    }
    String what = rule.group(3).strip();
    boolean isUrl = Set.of("prefix", "glob").contains(rule.group(2));
    if (isUrl && !what.startsWith("*") && !what.regionMatches(true, 0, "http", 0, 4)) {
      throw new IllegalArgumentException("no URL begins so; write https://" + what);
    }
    switch (rule.group(2)) {
      case "prefix" -> {
        String prefix = prefix(what);
        add(url -> url.toString().startsWith(prefix), decision);
      }
      case "glob" -> add(glob(what), decision);
      case "regex" -> {
        Matcher matcher = Pattern.compile(what).matcher("");
        add(url -> matcher.reset(url).find(), decision);
      }
      case "host" -> hosts.putIfAbsent(name(what), decision);
      case "domain" -> domains.putIfAbsent(name(what), decision);
      default ->
          throw new IllegalArgumentException(
              "the kind is none of prefix, glob, regex, host and domain");
    }
  }

  private void add(Predicate<BoundedText> matches, UrlDecision decision) {
    patterns.add(new PatternRule(matches, decision));
  }

  private static String name(String host) {
    String name = HostParser.parse(host.toLowerCase(Locale.ROOT));
    if (name == null) {
      throw new IllegalArgumentException("no host or domain");
    }
    return name;
  }

  /** In normal form as far as the host goes; {@code https://a.org} is not one of a.org.test. */
  private static String prefix(String typed) {
    Matcher origin = ORIGIN.matcher(typed);
    String normal = origin.matches() ? new UrlNormalizer().normalize(origin.group(1) + "/") : null;
    return normal == null ? typed : normal + origin.group(2).replaceFirst("^/", "");
  }

  private static Predicate<BoundedText> glob(String pattern) {
    String[] parts = pattern.split("\\*", -1);
    String end = parts[parts.length - 1];
    return text -> {
      String url = text.toString();
      if (parts.length == 1) {
        return url.equals(pattern);
      }
      if (!url.startsWith(parts[0])) {
        return false;
      }
      int from = parts[0].length();
      for (int i = 1; i < parts.length - 1; i++) {
        int found = url.indexOf(parts[i], from);
        if (found < 0) {
          return false;
        }
        from = found + parts[i].length();
      }
      return from + end.length() <= url.length() && url.endsWith(end);
    };
  }

  @Override
  public UrlDecision decision(String url) {
    String host = Hosts.host(url);
    UrlDecision first = hosts.get(host);
    for (String name = host; !name.isEmpty(); name = Hosts.parent(name)) {
      UrlDecision rule = domains.get(name);
      if (rule != null && (first == null || rule.line() < first.line())) {
        first = rule;
      }
    }
    BoundedText text = new BoundedText(url);
    for (PatternRule rule : patterns) {
      if (first != null && first.line() < rule.decision.line()) {
        break;
      }
      try {
        if (rule.matches.test(text)) {
          return rule.decision;
        }
      } catch (BoundedText.Exhausted | StackOverflowError e) {
        return BoundedText.tooCostly(rule.decision);
      }
    }
    return first == null ? none : first;
  }
}
