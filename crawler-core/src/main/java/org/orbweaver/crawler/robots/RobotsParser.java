package org.orbweaver.crawler.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.orbweaver.crawler.robots.RuleSet.Rule;

/**
 * Selects the rules of a robots.txt that apply to one crawler (RFC 9309, sections 2.1 and 2.2).
 *
 * <p>A group is one or more User-agent lines and the rules after them, up to the next User-agent
 * line that follows a rule. Nothing else ends a group: no blank line, no Sitemap, no Crawl-delay,
 * no line that cannot be read. All groups that name the crawler are merged. If there are none, all
 * groups for {@code *} are merged and apply.
 *
 * <p>Crawl-delay is not part of the standard and must not interfere with it. It applies to the
 * User-agent lines above it, back to the last rule or Crawl-delay, so that a list of crawlers with
 * a delay each works as intended. Of several for one crawler, the longest applies.
 *
 * <p>The same goes for Content-Usage and Content-Signal lines: they apply to the User-agent lines
 * above them, back to the last rule or line of their kind. They end no group, so a file allows and
 * forbids the same paths as for a crawler that does not know these lines.
 */
final class RobotsParser {
  /** The longest delay returned is a year, so that it can be added to a time. */
  static final long MAX_CRAWL_DELAY_MS = 365L * 24 * 3600 * 1000;

  /** Sitemap lines that are kept. */
  static final int MAX_SITEMAPS = 100;

  /**
   * The longest sitemap URL, in octets; sitemaps.org says less than 2,048. Longer ones are left
   * out.
   */
  static final int MAX_SITEMAP_LENGTH = 2048;

  private static final Pattern SECONDS = Pattern.compile("\\d+(\\.\\d*)?|\\.\\d+");
  private static final Pattern INDEX_PAGE = Pattern.compile("/index\\.html?$");

  /** The kinds of lines in a group; each ends the list of User-agent lines that it applies to. */
  private enum Part {
    RULE,
    DELAY,
    USAGE
  }

  /** The merged groups for the crawler's name, or for all other crawlers. */
  private static final class Group {
    /** By text, the first line with it: a repeated rule counts once. */
    private final Map<String, Rule> allowed = new HashMap<>();

    private final Map<String, Rule> disallowed = new HashMap<>();
    private final UsageRules usage = new UsageRules();
    private long crawlDelayMs;

    /** The lines that belong to the group, if they are read now. */
    private final Set<Part> open = EnumSet.noneOf(Part.class);

    void add(boolean allow, String pattern, int line) {
      (allow ? allowed : disallowed).putIfAbsent(pattern, new Rule(allow, pattern, line));
    }
  }

  private final Set<String> tokens;
  private final Group own = new Group();
  private final Group general = new Group();
  private final Set<String> sitemaps = new LinkedHashSet<>();
  private boolean named;

  /** The kinds of lines that were read since the last User-agent line. */
  private final Set<Part> seen = EnumSet.allOf(Part.class);

  /**
   * Reads a file.
   *
   * @param agents the crawler's names
   */
  RobotsParser(byte[] content, int maxBytes, Collection<String> agents) {
    tokens = new HashSet<>();
    for (String agent : agents) {
      tokens.add(productToken(agent));
    }
    // An empty token names no group, and a star is not a name but matches all crawlers.
    tokens.remove("");
    tokens.remove("*");
    RobotsLines lines = new RobotsLines(content, maxBytes);
    while (lines.next()) {
      switch (lines.field()) {
        case USER_AGENT -> userAgent(lines.value());
        case ALLOW -> rule(true, lines);
        case DISALLOW -> rule(false, lines);
        case CRAWL_DELAY -> crawlDelay(lines.value());
        case SITEMAP -> sitemap(lines.value());
        case CONTENT_USAGE -> usage(UsageLine.Name.CONTENT_USAGE, lines);
        case CONTENT_SIGNAL -> usage(UsageLine.Name.CONTENT_SIGNAL, lines);
      }
    }
  }

  /**
   * The product token in a crawler's name, in lower case: "picosearch" of "PicoSearch/1.0 (a
   * crawler)". RFC 9309 knows letters, underscores and hyphens only; real names ("MJ12bot",
   * "archive.org_bot") have more, so everything up to a slash or a comment is taken. A name of
   * several words has no token, and no group matches it.
   */
  static String productToken(String agent) {
    String token = agent.strip().split("[/(]", 2)[0].strip();
    return token.chars().anyMatch(Character::isWhitespace) ? "" : token.toLowerCase(Locale.ROOT);
  }

  private void userAgent(String value) {
    if (seen.contains(Part.RULE)) {
      seen.addAll(EnumSet.allOf(Part.class));
    }
    own.open.removeAll(seen);
    general.open.removeAll(seen);
    seen.clear();
    // "picosearch" of "PicoSearch/1.0" and of "PicoSearch Images", but also of "picosearch;".
    String name = value.split("[ \t/]", 2)[0].toLowerCase(Locale.ROOT);
    if (name.equals("*")) {
      general.open.addAll(EnumSet.allOf(Part.class));
    } else if (tokens.contains(name) || tokens.contains(name.split("[^a-z0-9_-]", 2)[0])) {
      named = true;
      own.open.addAll(EnumSet.allOf(Part.class));
    }
  }

  private void rule(boolean allow, RobotsLines line) {
    Optional<Group> group = open(Part.RULE);
    if (group.isEmpty()) {
      return;
    }
    String pattern = RobotsPath.ofRule(line.value());
    // An empty value forbids nothing, and no path starts with anything else.
    if (!pattern.startsWith("/") && !pattern.startsWith("*")) {
      return;
    }
    group.get().add(allow, pattern, line.number());
    if (allow && INDEX_PAGE.matcher(pattern).find()) {
      // An Allow rule for a directory's index page also allows the directory.
      String directory = pattern.substring(0, pattern.lastIndexOf('/') + 1);
      group.get().add(true, directory + "$", line.number());
    }
  }

  /** Notes such a line; the group that it belongs to, if that may be the crawler's. */
  private Optional<Group> open(Part part) {
    seen.add(part);
    return Optional.of(group()).filter(group -> group.open.contains(part));
  }

  private void crawlDelay(String value) {
    Optional<Group> group = open(Part.DELAY);
    if (!SECONDS.matcher(value).matches()) {
      return;
    }
    // Math.round turns numbers too large for a long into Long.MAX_VALUE.
    long millis = Math.min(Math.round(Double.parseDouble(value) * 1000), MAX_CRAWL_DELAY_MS);
    group.ifPresent(it -> it.crawlDelayMs = Math.max(it.crawlDelayMs, millis));
  }

  private void usage(UsageLine.Name name, RobotsLines line) {
    open(Part.USAGE).ifPresent(group -> group.usage.add(name, line.value(), line.number()));
  }

  private void sitemap(String value) {
    if (!value.isEmpty()
        && value.length() <= MAX_SITEMAP_LENGTH
        && sitemaps.size() < MAX_SITEMAPS) {
      sitemaps.add(new String(value.getBytes(ISO_8859_1), UTF_8));
    }
  }

  /** The groups of other crawlers count until one names the crawler. */
  private Group group() {
    return named ? own : general;
  }

  /** The rules that apply to the crawler. */
  RuleSet rules() {
    List<Rule> all = new ArrayList<>(group().allowed.values());
    all.addAll(group().disallowed.values());
    return new RuleSet(all);
  }

  /** The Content-Usage and Content-Signal lines of the crawler's group. */
  UsageRules usage() {
    return group().usage.sorted();
  }

  /** In milliseconds, 0 if none is requested. */
  long crawlDelayMs() {
    return group().crawlDelayMs;
  }

  /** Values of the Sitemap lines, each once, in the file's order. */
  Set<String> sitemaps() {
    return sitemaps;
  }
}
