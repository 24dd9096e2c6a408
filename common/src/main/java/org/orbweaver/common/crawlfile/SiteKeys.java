package org.orbweaver.common.crawlfile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The keys of a block of {@code sites}, by which it is read, written and described. */
public final class SiteKeys {
  /** What a value is. */
  public enum Shape {
    /** What the block is for; it has one of these. */
    SITE,
    TEXT,
    /** A number, in a unit if it has one. */
    NUMBER,
    /** One of some words. */
    CHOICE,
    LIST,
    MAP,
    /** A map whose values may refer to secrets, and must if their names say so. */
    SECRETS,
    /** Rules on URLs, as {@code scope.rules} has them. */
    RULES,
    /** A reference to a secret. */
    SECRET,
    /** A file whose content is secret. */
    FILE
  }

  /** Each line: the key, its shape, its unit or its words, and what it means. */
  private static final String TABLE =
      """
          host site | The host whose pages the block is for, such as docs.example.org.
          domain site | The domain, with all its hosts, whose pages the block is for.
          prefix site | How the URLs begin that the block is for.
          delay number s | Pause between two requests to the host.
          agent text | The User-Agent header.
          accept-language text | The Accept-Language header.
          headers secrets | Further headers, by name.
          proxy text | The proxy, such as http://proxy.example.org:3128 or socks://..., or none.
          proxy-user text | The user at the proxy.
          proxy-password secret | The password at the proxy.
          cookies choice redirects site none | How far cookies are kept.
          cookie-file file | Cookies to begin with.
          certificate file | The client's certificate and key.
          certificate-password secret | The password of the certificate's file.
          send-over-http choice true false | Whether secrets are sent over http, too.
          rules rules | Rules on URLs, before those of the crawl.
          depth number | Most links from the seeds to a page.
          pages-per-round number | Most pages in a round.
          interval number s | Time between two visits to a page.
          main-content list | CSS selectors of the main content.
          drop list | CSS selectors of what is left out.
          fields map | Selectors of further fields, by name: CSS or XPath.
          sitemap-dates choice measured trusted ignored | Whether the dates in sitemaps are believed.
          render choice never auto always | Which pages are rendered in a browser.
          private-addresses list | Private addresses that the hosts may have, as CIDR blocks.
          login.type choice basic digest bearer ntlm kerberos form | How the crawler logs in.
          login.user text | The user's name.
          login.password secret | The password.
          login.token secret | The bearer token.
          login.domain text | The NTLM domain.
          login.keytab file | The keytab for Kerberos.
          login.url text | The page with the login form.
          login.form text | The CSS selector of the form.
          login.fields secrets | What to fill in, by the fields' names.
          login.origins list | Other origins that the fields may be sent to.
          login.success.selector text | The CSS selector of what only a page after the login has.
          login.success.status number | The HTTP status of the form's answer.
          login.success.cookie text | The cookie that the login sets.
          login.logout list | Regular expressions for URLs that log out, which are left out.
      """;

  private static final Map<String, SiteKey> BY_NAME = new LinkedHashMap<>();

  static {
    for (String line : TABLE.lines().map(String::strip).toList()) {
      int bar = line.indexOf(" | ");
      List<String> words = List.of(line.substring(0, bar).split(" ", -1));
      Shape shape = Shape.valueOf(words.get(1).toUpperCase(Locale.ROOT));
      List<String> more = words.subList(2, words.size());
      boolean hasUnit = shape == Shape.NUMBER && !more.isEmpty();
      BY_NAME.put(
          words.get(0),
          new SiteKey(
              words.get(0),
              shape,
              Unit.of(hasUnit ? more.get(0) : ""),
              hasUnit ? List.of() : List.copyOf(more),
              line.substring(bar + 3)));
    }
  }

  /**
   * A key of a block.
   *
   * @param name with the mappings around it: {@code login.success.cookie}
   * @param choices the words that are the only values; empty if there are others
   */
  public record SiteKey(
      String name, Shape shape, Unit unit, List<String> choices, String description) {
    /** The mapping that it is in, with a dot behind it; empty for a key of none. */
    public String group() {
      return name.substring(0, name.lastIndexOf('.') + 1);
    }

    /** The name within the mapping. */
    public String shortName() {
      return name.substring(group().length());
    }
  }

  private SiteKeys() {}

  /** All, in the order of the file. */
  public static List<SiteKey> all() {
    return List.copyOf(BY_NAME.values());
  }

  static Optional<SiteKey> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** The names of the keys and mappings in a mapping, without it. */
  static List<String> in(String group) {
    return BY_NAME.keySet().stream()
        .filter(name -> name.startsWith(group))
        .map(name -> name.substring(group.length()).replaceFirst("\\..*", ""))
        .distinct()
        .toList();
  }
}
