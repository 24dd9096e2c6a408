package org.orbweaver.crawler.url;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules that map the URLs of one page to a single form. They go beyond the URL standard and hold
 * only if the server serves the same page for all of these URLs: parameters that never change a
 * page, index pages, trailing slashes, hosts and schemes with the same content. {@link
 * UrlNormalizer} applies them to URLs in WHATWG's form.
 *
 * <p>Guarantees, held by property tests: applying them twice changes nothing more; only the rules
 * about hosts change the host. Therefore they are applied until nothing changes; a URL that needs
 * more than {@value #MAX_PASSES} passes (two rules undo each other, or one adds something at each
 * pass) is left as it was.
 *
 * <p>Immutable; thread-safe.
 */
public final class SemanticRules {
  /** No rules: URLs stay in WHATWG's form. */
  public static final SemanticRules NONE = new Builder().build();

  private static final int MAX_PASSES = 5;

  /** The treatment of {@code www.} in front of a registered domain. */
  public enum Www {
    KEEP,
    ADD,
    REMOVE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private ParameterRules parameters;
  private boolean sorts;
  private Set<String> indexPages = Set.of();
  private HostTable slashes;
  private HostTable protocols;
  private HostTable hosts;
  private Www www = Www.KEEP;
  private RegexSubstitutions regex;

  /** Whether any rule changes more than the query. */
  private boolean beyondQuery;

  private SemanticRules() {}

  /**
   * Collects rules; each method reads one kind, and throws naming file and line of a bad rule. Not
   * for use after {@link #build}.
   */
  public static final class Builder {
    private final SemanticRules rules = new SemanticRules();

    /** Parameters to remove: see {@link ParameterRules} for the format. */
    public Builder parameters(String source, String text) {
      rules.parameters = new ParameterRules(source, text);
      return this;
    }

    /** Whether parameters are sorted by name; equal names keep their order. */
    public Builder sortParameters(boolean sort) {
      rules.sorts = sort;
      return this;
    }

    /** Names of pages that are the same as their folder, such as {@code index.html}. */
    public Builder indexPages(List<String> names) {
      rules.indexPages = Set.copyOf(names);
      return this;
    }

    /** Hosts whose paths end with a slash ({@code +}) or without ({@code -}). */
    public Builder slashes(String source, String text) {
      rules.slashes =
          new HostTable(source, text, true, v -> v.matches("[-+]") ? v : null, "+ or -");
      return this;
    }

    /** Hosts and their scheme. */
    public Builder protocols(String source, String text) {
      rules.protocols =
          new HostTable(source, text, true, v -> v.matches("https?") ? v : null, "http or https");
      return this;
    }

    /** Hosts and the host that owns their pages. */
    public Builder hosts(String source, String text) {
      rules.hosts = new HostTable(source, text, false, HostParser::parse, "another host");
      return this;
    }

    /** The treatment of {@code www.}. */
    public Builder www(Www preference) {
      rules.www = preference;
      return this;
    }

    /** Substitutions: Nutch's {@code regex-normalize.xml}. */
    public Builder regex(String source, String xml) {
      rules.regex = new RegexSubstitutions(source, xml);
      return this;
    }

    /** The rules. */
    public SemanticRules build() {
      rules.beyondQuery =
          !rules.indexPages.isEmpty()
              || rules.slashes != null
              || rules.protocols != null
              || rules.hosts != null
              || rules.www != Www.KEEP
              || rules.regex != null;
      return rules;
    }
  }

  /** Whether a rule might change the URL, which is in WHATWG's form; a cheap check. */
  boolean mayChange(String url) {
    return beyondQuery || ((parameters != null || sorts) && url.indexOf('?') >= 0);
  }

  /**
   * Applies all rules.
   *
   * @param trace collects the change of each rule; may be null
   * @return the same object if nothing changed
   */
  WebUrl apply(WebUrl url, List<RuleChange> trace) {
    WebUrl current = url;
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      WebUrl next = pass(current, trace);
      if (next.equals(current)) {
        return current;
      }
      current = next;
    }
    if (trace != null) {
      trace.add(
          new RuleChange("URL rules", 0, "no end after " + MAX_PASSES + " passes", url.toString()));
    }
    return url;
  }

  private WebUrl pass(WebUrl url, List<RuleChange> trace) {
    WebUrl next = url;
    if (beyondQuery) {
      next = path(scheme(host(url, trace), trace), trace);
    }
    next = parameters == null ? next : parameters.apply(next, trace);
    next = sorts ? sorted(next, trace) : next;
    return regex == null ? next : regex.apply(next, trace);
  }

  private WebUrl host(WebUrl url, List<RuleChange> trace) {
    HostTable.Line entry = hosts == null ? null : hosts.of(url.host());
    if (entry != null) {
      WebUrl next = url.withHost(entry.value());
      return entry.value().equals(url.host()) ? url : traced(trace, entry.change(next), next);
    }
    String host = url.host();
    String bare = host.startsWith("www.") ? host.substring(4) : host;
    boolean registered =
        www != Www.KEEP && Hosts.hasPublicSuffix(bare) && Hosts.domain(bare).equals(bare);
    String preferred = !registered ? host : www == Www.REMOVE ? bare : "www." + bare;
    return preferred.equals(host)
        ? url
        : bySetting(trace, "orbweaver.url.www", www.toString(), url.withHost(preferred));
  }

  /** Leaves URLs with a port alone: they belong to another server than the scheme's usual one. */
  private WebUrl scheme(WebUrl url, List<RuleChange> trace) {
    HostTable.Line entry = protocols == null || url.port() >= 0 ? null : protocols.of(url.host());
    if (entry == null || entry.value().equals(url.scheme())) {
      return url;
    }
    WebUrl next = new WebUrl(entry.value(), url.host(), -1, url.path(), url.query());
    return traced(trace, entry.change(next), next);
  }

  private WebUrl path(WebUrl url, List<RuleChange> trace) {
    String path = url.path();
    int slash = path.lastIndexOf('/');
    String page = path.substring(slash + 1);
    if (!page.isEmpty() && indexPages.contains(page)) {
      WebUrl next = url.withPath(path.substring(0, slash + 1));
      return bySetting(trace, "orbweaver.url.index.pages", page, next);
    }
    HostTable.Line entry = slashes == null || path.length() == 1 ? null : slashes.of(url.host());
    if (entry == null) {
      return url;
    }
    // A page with a suffix (.html) is not a folder.
    if (entry.value().equals("+") && !page.isEmpty() && page.indexOf('.') < 0) {
      WebUrl next = url.withPath(path + "/");
      return traced(trace, entry.change(next), next);
    }
    if (entry.value().equals("-") && page.isEmpty()) {
      WebUrl next = url.withPath(path.substring(0, slash));
      return traced(trace, entry.change(next), next);
    }
    return url;
  }

  private static WebUrl sorted(WebUrl url, List<RuleChange> trace) {
    String query = url.query();
    if (query == null || query.indexOf('&') < 0) {
      return url;
    }
    String inOrder =
        Arrays.stream(query.split("&"))
            .filter(parameter -> !parameter.isEmpty())
            .sorted((a, b) -> name(a).compareTo(name(b)))
            .collect(Collectors.joining("&"));
    return inOrder.equals(query)
        ? url
        : bySetting(
            trace,
            "orbweaver.url.parameters.sort",
            "true",
            url.withQuery(inOrder.isEmpty() ? null : inOrder));
  }

  private static String name(String parameter) {
    int equals = parameter.indexOf('=');
    return equals < 0 ? parameter : parameter.substring(0, equals);
  }

  private static WebUrl bySetting(
      List<RuleChange> trace, String setting, String value, WebUrl next) {
    return traced(trace, new RuleChange(setting, 0, value, next.toString()), next);
  }

  private static WebUrl traced(List<RuleChange> trace, RuleChange change, WebUrl next) {
    if (trace != null) {
      trace.add(change);
    }
    return next;
  }
}
