package org.orbweaver.plugin;

import java.util.function.Predicate;

/**
 * A rule for URLs: it may give them another form, and refuse them. It is asked about each link,
 * seed and redirect, and again about URLs that wait in the crawldb, so it must be fast and always
 * decide the same. A plugin's rules come after Orbweaver's own. If one throws, the URL is refused.
 *
 * <pre>
 * final class Archive implements UrlRule {
 *   &#64;Override
 *   public UrlDecision decision(String url) {
 *     return url.contains("/draft/") ? new UrlDecision(false, "archive", 0, "a draft") : null;
 *   }
 *
 *   &#64;Override
 *   public String normalize(String url) {
 *     return url.replace("//m.example.org/", "//example.org/");
 *   }
 * }
 * </pre>
 */
public interface UrlRule {
  /**
   * Decides about a URL in normal form. A URL must pass all rules.
   *
   * @return null if the rule says nothing about the URL
   */
  default UrlDecision decision(String url) {
    return null;
  }

  /**
   * The form of a URL in which its page is known, such as without a parameter that changes nothing.
   * Rules get each other's results, and the last result is brought into normal form again. It must
   * leave its own result as it is. It is not asked about files of {@code orbweaver.sources}.
   *
   * @param url absolute, in normal form
   * @return an absolute URL; null or anything that is not an absolute URL refuses it
   */
  default String normalize(String url) {
    return url;
  }

  /** Whether the rule also decides about URLs of sitemaps. */
  default boolean decidesOnSitemaps() {
    return true;
  }

  /** A rule that refuses URLs. */
  static UrlRule refusing(String name, Predicate<String> refused) {
    return new UrlRule() {
      @Override
      public UrlDecision decision(String url) {
        return refused.test(url) ? new UrlDecision(false, name, 0, "refused") : null;
      }
    };
  }
}
