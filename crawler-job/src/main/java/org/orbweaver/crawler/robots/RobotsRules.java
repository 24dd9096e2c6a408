package org.orbweaver.crawler.robots;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What one robots.txt lets one crawler do (<a
 * href="https://www.rfc-editor.org/rfc/rfc9309.html">RFC 9309</a>): groups for the same crawler are
 * merged, the longest matching rule decides, Allow wins ties, and {@code /robots.txt} itself is
 * always allowed.
 *
 * <p>Lines are read by crawler-commons, which knows the misspellings of the real web. Its matching
 * is not used: it does not backtrack ({@code /*.gif$} misses {@code /a.gif.gif}), takes {@code
 * Disallow: /foo/index.html} to block {@code /foo/}, never matches a dollar within a path, and
 * forbids a host whose Crawl-delay exceeds five minutes.
 *
 * <p>Immutable. A check costs time in proportion to the rules of the crawler's group.
 */
public final class RobotsRules {
  /** Bytes of a robots.txt that are read; RFC 9309 (2.5) demands at least 500 KiB. */
  public static final int MAX_BYTES = 512_000;

  /** Everything is allowed: there is no robots.txt. */
  public static final RobotsRules ALLOW_ALL = new RobotsRules(List.of(), 0);

  private static final boolean[] PATTERN_CHARACTERS = new boolean[128];

  static {
    PATTERN_CHARACTERS['*'] = true;
    PATTERN_CHARACTERS['$'] = true;
  }

  private record Rule(RobotsPattern pattern, boolean allow) {}

  private final List<Rule> rules;
  private final long crawlDelayMs;

  private RobotsRules(List<Rule> rules, long crawlDelayMs) {
    this.rules = rules;
    this.crawlDelayMs = crawlDelayMs;
  }

  /**
   * Reads a robots.txt.
   *
   * @param content its bytes; those past {@link #MAX_BYTES} are ignored, and so is the line that
   *     the limit cuts in two
   * @param agents names of the crawler ("orbweaver"), in any case; a version behind a slash and
   *     what follows a blank are no part of the product token
   * @return never null and without exception, whatever the bytes are
   */
  public static RobotsRules parse(byte[] content, Collection<String> agents) {
    TreeSet<String> tokens = new TreeSet<>();
    for (String agent : agents) {
      tokens.add(productToken(agent).toLowerCase(Locale.ROOT));
    }
    SimpleRobotRulesParser parser = new SimpleRobotRulesParser(Long.MAX_VALUE, 0);
    SimpleRobotRules parsed =
        parser.parseContent("robots.txt", withinLimit(content), "text/plain", tokens);
    List<Rule> rules = new ArrayList<>();
    for (SimpleRobotRules.RobotRule rule : parsed.getRobotRules()) {
      if (!rule.getPrefix().isEmpty()) {
        rules.add(new Rule(new RobotsPattern(rule.getPrefix()), rule.isAllow()));
      }
    }
    rules.sort(
        Comparator.comparingInt((Rule r) -> -r.pattern().length())
            .thenComparing(r -> r.allow() ? 0 : 1));
    long delay = parsed.getCrawlDelay();
    return new RobotsRules(
        List.copyOf(rules), delay == BaseRobotRules.UNSET_CRAWL_DELAY || delay < 0 ? 0 : delay);
  }

  /**
   * RFC 9309 knows letters, underscores and hyphens only; real names ("MJ12bot") have digits too.
   */
  private static String productToken(String agent) {
    String name = agent.strip();
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) == '/' || Character.isWhitespace(name.charAt(i))) {
        return name.substring(0, i);
      }
    }
    return name;
  }

  private static byte[] withinLimit(byte[] content) {
    if (content.length <= MAX_BYTES) {
      return content;
    }
    int end = MAX_BYTES;
    while (end > 0 && content[end - 1] != '\n' && content[end - 1] != '\r') {
      end--;
    }
    return Arrays.copyOf(content, end);
  }

  /**
   * Says whether a URL may be asked for.
   *
   * @param url absolute http or https URL of the origin whose robots.txt this is
   */
  public boolean allows(String url) {
    return decide(url).map(Rule::allow).orElse(true);
  }

  /** The rule that decides about a URL, as "Disallow: /x", or empty when none matches. */
  public Optional<String> decidingRule(String url) {
    return decide(url).map(r -> (r.allow() ? "Allow: " : "Disallow: ") + r.pattern());
  }

  private Optional<Rule> decide(String url) {
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    String raw = pathOf(url);
    if (raw.equals("/robots.txt")) {
      return Optional.empty();
    }
    String path = SimpleRobotRules.escapePath(raw, PATTERN_CHARACTERS);
    for (Rule rule : rules) {
      if (rule.pattern().matches(path)) {
        return Optional.of(rule);
      }
    }
    return Optional.empty();
  }

  /** The group's Crawl-delay in milliseconds, 0 when it has none. */
  public long crawlDelayMs() {
    return crawlDelayMs;
  }

  /** Rules in the group that applies. */
  public int size() {
    return rules.size();
  }

  /** Path and query of an absolute URL, "/" when it has no path. */
  static String pathOf(String url) {
    int scheme = url.indexOf("://");
    int from = scheme < 0 ? 0 : scheme + 3;
    int end = url.indexOf('#', from);
    if (end < 0) {
      end = url.length();
    }
    for (int i = from; i < end; i++) {
      char c = url.charAt(i);
      if (c == '/') {
        return url.substring(i, end);
      }
      if (c == '?') {
        return "/" + url.substring(i, end);
      }
    }
    return "/";
  }
}
