package org.orbweaver.crawler.robots;

import java.util.Collection;
import java.util.List;
import org.orbweaver.crawler.robots.RuleSet.Rule;

/**
 * The rules of one robots.txt for one crawler (<a
 * href="https://www.rfc-editor.org/rfc/rfc9309.html">RFC 9309</a>): groups for the same crawler are
 * merged, the longest matching rule decides, Allow wins ties, and {@code /robots.txt} itself is
 * always allowed.
 *
 * <p>Lines, groups and matching are read by classes of this package, not by crawler-commons' parser
 * 1.6: that one gives no line numbers, reads octets that are not UTF-8 as replacement characters,
 * ends lines where the RFC has no line end (U+0085, U+2028), takes any blank for a missing colon,
 * and lets the shortest of several Crawl-delays hold. Its matching does not backtrack ({@code
 * /*.gif$} misses {@code /a.gif.gif}), takes {@code Disallow: /foo/index.html} to block {@code
 * /foo/}, never matches a dollar within a path, and forbids a host whose Crawl-delay exceeds five
 * minutes.
 *
 * <p>Beyond the RFC, as Google's parser does it: {@code Allow: /foo/index.html} allows {@code
 * /foo/} too, as the rule {@code Allow: /foo/$} of the same line; a missing colon and frequent
 * misspellings are read; an overlong line is cut ({@link RobotsLines#MAX_LINE}). Unlike Google's
 * parser, and as the RFC says: {@code %62%61%7A} in a rule or a URL is {@code baz}, and a URL may
 * have octets that still need encoding. Lines of other kinds (Request-rate, Visit-time, Host, ...)
 * mean nothing. Content-Usage and Content-Signal lines are returned as written; {@link
 * org.orbweaver.crawler.usage} interprets them.
 *
 * <p>Immutable. A check tries rule by rule, within the bound of {@link RuleSet}; a URL whose check
 * would exceed it is forbidden. Memory is proportional to the crawler's group.
 */
public final class RobotsRules {
  /** Bytes of a robots.txt that are read; RFC 9309 (2.5) demands at least 500 KiB. */
  public static final int MAX_BYTES = 512_000;

  /** Everything is allowed: there is no robots.txt. */
  public static final RobotsRules ALLOW_ALL = parse(new byte[0], List.of());

  private static final Decision NO_RULE = new Decision(true, "", 0);

  /**
   * A decision about a URL and its reason.
   *
   * @param allowed whether it may be requested
   * @param rule the rule that decides, as "Disallow: /x", with its path percent-encoded in normal
   *     form; empty if no rule matches or if matching exceeds its bound
   * @param line number of the rule's line in the file, from 1; 0 if the rule is empty
   */
  public record Decision(boolean allowed, String rule, int line) {
    /** Whether a rule decided. */
    public boolean byRule() {
      return line > 0;
    }

    /** "line 12, 'Disallow: /private/'", or why there is no such line. */
    public String reason() {
      return byRule() ? "line " + line + ", '" + rule + "'" : noRule();
    }

    /** "robots rule, line 12: Disallow: /private/", or why there is no such rule. */
    @Override
    public String toString() {
      return byRule() ? "robots rule, line " + line + ": " + rule : noRule();
    }

    private String noRule() {
      return allowed ? "no rule matches" : "the rules of robots.txt take too long to match";
    }
  }

  private final RuleSet rules;
  private final UsageRules usage;
  private final long crawlDelayMs;
  private final List<String> sitemaps;

  private RobotsRules(RobotsParser parsed) {
    rules = parsed.rules();
    usage = parsed.usage();
    crawlDelayMs = parsed.crawlDelayMs();
    sitemaps = List.copyOf(parsed.sitemaps());
  }

  /**
   * Reads a robots.txt.
   *
   * @param content its bytes; those past {@link #MAX_BYTES} are ignored, and so is the line that
   *     the limit cuts in two
   * @param agents names of the crawler ("orbweaver"), in any case; a version behind a slash and a
   *     comment in brackets are not part of the product token, and a name of several words has none
   * @return never null and without exception, whatever the bytes are
   */
  public static RobotsRules parse(byte[] content, Collection<String> agents) {
    return new RobotsRules(new RobotsParser(content, MAX_BYTES, agents));
  }

  /**
   * Returns whether a URL may be requested.
   *
   * @param url absolute http or https URL of the origin whose robots.txt this is
   */
  public boolean allows(String url) {
    return decision(url).allowed();
  }

  /**
   * Returns whether a URL may be requested, and the line of the file that decides.
   *
   * @param url as for {@link #allows}
   */
  public Decision decision(String url) {
    if (rules.size() == 0) {
      return NO_RULE;
    }
    String path = RobotsPath.ofUrl(url);
    Rule rule = path.equals("/robots.txt") ? null : rules.find(path);
    return rule == null ? NO_RULE : new Decision(rule.allow(), rule.toString(), rule.line());
  }

  /**
   * The lines of the group that say how the content of a URL may be used: for each of Content-Usage
   * and Content-Signal, those with the longest matching path, in the file's order. A line without a
   * path applies to all paths. Empty if there are none.
   *
   * @param url as for {@link #allows}
   */
  public List<UsageLine> usage(String url) {
    return usage.find(url);
  }

  /** Whether the group has lines that say how content may be used. */
  public boolean statesUsage() {
    return !usage.isEmpty();
  }

  /**
   * The group's Crawl-delay in milliseconds, at most a year; 0 when it has none. Of several the
   * longest.
   */
  public long crawlDelayMs() {
    return crawlDelayMs;
  }

  /**
   * The values of the Sitemap lines of all groups, in the file's order: each once, the first 100,
   * none longer than 2,048 octets. They are returned as written: not checked, and relative ones not
   * resolved.
   */
  public List<String> sitemaps() {
    return sitemaps;
  }

  /** The number of rules in the group that applies, a repeated one counted once. */
  public int size() {
    return rules.size();
  }
}
