package org.orbweaver.crawler.url;

import java.util.ArrayList;
import java.util.List;

/**
 * Normalises URLs, so that each page has one. A link is read as browsers read it (see {@link
 * UrlParser}) and written with a lower-case host without a trailing dot, without the scheme's
 * default port, fragment, user information, dot segments and session ids, with at least a slash for
 * a path and percent-encodings in one form.
 *
 * <p>The {@link SemanticRules} of the instance are applied next. Without any, nothing more changes:
 * parameters that only look needless, {@code index.html}, {@code www} and double slashes stay,
 * since a server may serve different pages for such URLs.
 *
 * <p>Guarantees, held by property tests: normalising twice changes nothing; only a rule about hosts
 * changes the host (a trailing dot is not part of its name); a result is a valid {@link
 * java.net.URI} of scheme http or https, if no root or scheme is added; no input makes it throw.
 * Immutable except for a cache of the last base; thread-safe, but for rules of plugins.
 */
public final class UrlNormalizer {
  /**
   * The longest URL accepted, in characters. Servers refuse longer ones too, and traps generate
   * them.
   */
  public static final int MAX_LENGTH = 8192;

  private final SemanticRules rules;
  private final SourceRoots roots;
  private final List<AddedRule> added;
  private volatile Base lastBase = new Base(null, null);

  private record Base(String text, WebUrl url) {}

  /** Gives WHATWG's form, without session ids. */
  public UrlNormalizer() {
    this(SemanticRules.NONE);
  }

  /** Applies rules after WHATWG's. */
  public UrlNormalizer(SemanticRules rules) {
    this(rules, SourceRoots.NONE, List.of());
  }

  /**
   * Also takes URLs of files and folders under roots, in {@linkplain SourceUrl their own form}, and
   * of the schemes of plugins: as they are, and as links of files of the same root and pages of the
   * same scheme, but never as links of a web page.
   *
   * @param added rules of plugins, applied after the others to all URLs but those of files
   */
  public UrlNormalizer(SemanticRules rules, SourceRoots roots, List<AddedRule> added) {
    this.rules = rules;
    this.roots = roots;
    this.added = added;
  }

  /** The URL in normal form, or null if it is neither an http or https URL nor under a root. */
  public String normalize(String url) {
    if (url == null || url.length() > MAX_LENGTH) {
      return null;
    }
    return byPlugins(byOurs(url), null);
  }

  /** The URL in normal form, but for the rules of plugins. */
  private String byOurs(String url) {
    String normal =
        isNormal(url) && !rules.mayChange(url) ? url : write(UrlParser.parse(url, null));
    return normal == null ? roots.normalize(url.strip()) : normal;
  }

  private String byPlugins(String normal, List<RuleChange> trace) {
    if (added.isEmpty() || normal == null || roots.of(normal).isPresent()) {
      return normal;
    }
    String url = normal;
    for (int i = 0; i < added.size() && url != null && url.length() <= MAX_LENGTH; i++) {
      url = added.get(i).changed(url, trace);
    }
    return normal.equals(url)
        ? normal
        : url == null || url.length() > MAX_LENGTH ? null : byOurs(url);
  }

  /** The steps by which a URL gets its normal form. */
  public Trace trace(String url) {
    WebUrl parsed = parse(url);
    List<RuleChange> changes = new ArrayList<>();
    String ours =
        parsed != null
            ? text(rules.apply(parsed, changes))
            : url == null || url.length() > MAX_LENGTH ? null : roots.normalize(url.strip());
    String last = byPlugins(ours, changes);
    return new Trace(
        parsed == null ? ours : text(parsed), changes.stream().distinct().toList(), last);
  }

  /**
   * The steps from a URL to its normal form.
   *
   * @param standard WHATWG's form, null if the text is not an http or https URL
   * @param changes the change of each rule after that, in order
   * @param url the normal form; null if there is none, or a plugin refuses it
   */
  public record Trace(String standard, List<RuleChange> changes, String url) {
    /** Why the text, which this is the trace of, has no normal form. */
    public NormalizationSteps.Refusal refusal(String text) {
      return standard == null || changes.isEmpty()
          ? NormalizationSteps.refusal(text)
          : new NormalizationSteps.Refusal(
              "rule", "is refused by " + changes.get(changes.size() - 1));
    }
  }

  /**
   * Makes a link absolute and normalises it.
   *
   * @param base the URL of the page, or the value of its base element; the last one is cached, so
   *     the links of a page cost one parse of it
   * @return null if the result is not http or https, or if either argument is not a URL
   */
  public String resolve(String base, String link) {
    if (link == null || base == null || link.length() > MAX_LENGTH) {
      return null;
    }
    if (isNormal(link)) {
      return byPlugins(rules.mayChange(link) ? write(UrlParser.parse(link, null)) : link, null);
    }
    WebUrl url = absolute(base, link);
    return byPlugins(url == null ? ofOther(base, link) : write(url), null);
  }

  /** A link of a file to another, or within the scheme of a plugin; a web page has none. */
  private String ofOther(String base, String link) {
    return !roots.isEmpty() && SourceUrl.is(base) ? roots.resolve(base, link) : null;
  }

  /**
   * Makes a link absolute, in WHATWG's form alone: for a base element, whose trailing slash
   * matters, and for a redirect to a form that a rule would undo.
   *
   * @return null as {@link #resolve} does
   */
  public String resolveAsIs(String base, String link) {
    if (link == null || base == null || link.length() > MAX_LENGTH) {
      return null;
    }
    WebUrl url = absolute(base, link);
    return url == null ? ofOther(base, link) : text(url);
  }

  private WebUrl absolute(String base, String link) {
    Base known = lastBase;
    if (!base.equals(known.text)) {
      known = new Base(base, base.length() > MAX_LENGTH ? null : UrlParser.parse(base, null));
      lastBase = known;
    }
    return UrlParser.parse(link, known.url);
  }

  /** The parts of a URL, or null if it is not an http or https URL. */
  public static WebUrl parse(String url) {
    return url == null || url.length() > MAX_LENGTH ? null : UrlParser.parse(url, null);
  }

  /**
   * The text without white space and invisible characters at both ends. Copying and word processors
   * leave them there, and they would become part of the URL.
   */
  public static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  /** White space of any kind (no-break space too) or a format character. */
  private static boolean isBlank(char c) {
    return c == '\u0085'
        || Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || Character.getType(c) == Character.FORMAT;
  }

  /** Whether the text contains white space or an invisible character. */
  public static boolean hasBlank(String text) {
    return text.chars().anyMatch(c -> isBlank((char) c));
  }

  private String write(WebUrl url) {
    return url == null ? null : text(rules.apply(url, null));
  }

  private static String text(WebUrl url) {
    if (url == null) {
      return null;
    }
    String text = url.toString();
    return text.length() > MAX_LENGTH ? null : text;
  }

  /**
   * Whether the URL is clearly in normal form already, as most links of most pages are; this check
   * costs a tenth of a parse. A false answer means only that a parse is needed.
   */
  static boolean isNormal(String url) {
    int host = url.startsWith("http://") ? 7 : url.startsWith("https://") ? 8 : -1;
    if (host < 0) {
      return false;
    }
    int i = host;
    int label = host;
    int n = url.length();
    for (; i < n && url.charAt(i) != '/'; i++) {
      char c = url.charAt(i);
      if (c == '.') {
        if (i == label || i - label > HostParser.MAX_LABEL) {
          return false;
        }
        label = i + 1;
      } else if (!HostParser.isPlain(c)) {
        return false;
      }
    }
    // A last label that begins with a digit may be an address; without any label there is no host.
    if (i == n
        || i == label
        || i - label > HostParser.MAX_LABEL
        || i - host > HostParser.MAX_NAME
        || Character.isDigit(url.charAt(label))) {
      return false;
    }
    for (; i < n; i++) {
      char c = url.charAt(i);
      if (c == '?') {
        return isNormalQuery(url, i + 1);
      }
      if (!Percent.bareInPath(c)
          || c == ';'
          || (c == '/' && i + 1 < n && url.charAt(i + 1) == '.')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNormalQuery(String url, int from) {
    int n = url.length();
    for (int i = from; i < n; i++) {
      if (!Percent.bareInQuery(url.charAt(i))) {
        return false;
      }
    }
    return from < n && !SessionIds.mayBeInQuery(url.substring(from));
  }
}
