package org.orbweaver.crawler.page.content;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector;
import org.orbweaver.crawler.site.FieldSelector;
import org.orbweaver.crawler.site.Site;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.url.Hosts;

/**
 * A user's choices of main content and fields for single sites. Each line of the file has a host,
 * or a host and the beginning of a path; and {@code keep} or {@code drop} and a CSS selector, or
 * {@code field}, a name and a {@link FieldSelector}:
 *
 * <pre>
 * docs.example.org          keep  div.document
 * docs.example.org/blog/    drop  .related, .share
 * shop.example.org          field price  //span[@itemprop='price']/@content
 * </pre>
 *
 * <p>A host matches only itself, {@code *.example.org} also all its subdomains, {@code *} each
 * host. Fields and main content are chosen apart. Of the lines that match a page, those with the
 * longest path of the most specific host count. If a page has kept elements, they are its main
 * content; otherwise it is found as on other sites. Dropped elements are never main content. Blank
 * lines and lines that begin with # are skipped.
 *
 * <p>What a crawl's {@link Sites} say takes the place of the file's lines to keep, to drop, or for
 * fields.
 */
public final class SiteSelectors {
  public static final SiteSelectors NONE = new SiteSelectors(Map.of(), Sites.NONE);
  private static final String KEEP = "main-content";
  private static final String DROP = "drop";
  private static final String FIELD = "field";
  private static final Set<String> WORDS = Set.of("keep", DROP, FIELD);

  /** An invalid line. */
  public static final class BadLine extends Exception {
    private static final long serialVersionUID = 1L;

    BadLine(int line, String fault) {
      super("line " + line + ": " + fault);
    }
  }

  /**
   * A line.
   *
   * @param selector null for a field
   * @param field null for main content
   */
  private record SelectorRule(
      String path, boolean keep, Evaluator selector, Map.Entry<String, FieldSelector> field) {}

  /**
   * The chosen elements of a page, compared by identity like all jsoup nodes.
   *
   * @param keep empty if the page has none
   */
  record Choice(Set<Element> keep, Set<Element> drop) {
    static final Choice NOTHING = new Choice(Set.of(), Set.of());

    boolean isEmpty() {
      return keep.isEmpty() && drop.isEmpty();
    }
  }

  private final Map<String, List<SelectorRule>> rules;
  private final Sites sites;

  /** Those of sites, by their text. */
  private final Map<String, Evaluator> parsed = new ConcurrentHashMap<>();

  private SiteSelectors(Map<String, List<SelectorRule>> rules, Sites sites) {
    this.rules = rules;
    this.sites = sites;
  }

  /** These selectors with those of sites. */
  public SiteSelectors with(Sites ofCrawl) {
    return ofCrawl.isEmpty() ? this : new SiteSelectors(rules, ofCrawl);
  }

  /**
   * Reads the lines of a file.
   *
   * @throws BadLine if a line is invalid, with its number
   */
  public static SiteSelectors of(List<String> lines) throws BadLine {
    Map<String, List<SelectorRule>> rules = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split("\\s+", 3);
      if (parts.length < 3 || !WORDS.contains(parts[1])) {
        throw new BadLine(
            i + 1, "expected HOST[/PATH] keep|drop SELECTOR, or field NAME SELECTOR: " + line);
      }
      int slash = parts[0].indexOf('/');
      String host = (slash < 0 ? parts[0] : parts[0].substring(0, slash)).toLowerCase(Locale.ROOT);
      String path = slash < 0 ? "/" : parts[0].substring(slash);
      if (host.isEmpty() || host.indexOf(':') >= 0) {
        throw new BadLine(i + 1, "expected a host without scheme and port: " + parts[0]);
      }
      rules
          .computeIfAbsent(host, key -> new ArrayList<>())
          .add(rule(i + 1, path, parts[1], parts[2]));
    }
    return rules.isEmpty() ? NONE : new SiteSelectors(rules, Sites.NONE);
  }

  private static SelectorRule rule(int line, String path, String word, String text) throws BadLine {
    boolean isField = word.equals(FIELD);
    try {
      return new SelectorRule(
          path,
          word.equals("keep"),
          isField ? null : QueryParser.parse(text),
          isField ? FieldSelector.named(text) : null);
    } catch (Selector.SelectorParseException | IllegalArgumentException e) {
      String css = isField ? "" : "not a CSS selector: " + text + " (";
      throw new BadLine(line, css + e.getMessage() + (isField ? "" : ")"));
    }
  }

  /** The fields to take from a page, by their names. */
  public Map<String, FieldSelector> fields(String url) {
    Map<String, FieldSelector> ofSite = sites.of(url).fields();
    if (!ofSite.isEmpty() || rules.isEmpty()) {
      return ofSite;
    }
    Map<String, FieldSelector> fields = new LinkedHashMap<>();
    rulesFor(url, true).forEach(rule -> fields.put(rule.field.getKey(), rule.field.getValue()));
    return fields;
  }

  /** The elements of a page selected by the rules for its URL. */
  Choice choose(String url, Document document) {
    if (rules.isEmpty() && sites.isEmpty()) {
      return Choice.NOTHING;
    }
    Site site = sites.of(url);
    List<String> kept = site.all(KEEP);
    List<String> dropped = site.all(DROP);
    Set<Element> keep = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Element> drop = Collections.newSetFromMap(new IdentityHashMap<>());
    for (SelectorRule rule : rulesFor(url, false)) {
      if ((rule.keep ? kept : dropped).isEmpty()) {
        (rule.keep ? keep : drop).addAll(document.select(rule.selector));
      }
    }
    kept.forEach(css -> keep.addAll(document.select(selector(css))));
    dropped.forEach(css -> drop.addAll(document.select(selector(css))));
    return new Choice(keep, drop);
  }

  private Evaluator selector(String css) {
    return parsed.computeIfAbsent(css, QueryParser::parse);
  }

  private List<SelectorRule> rulesFor(String url, boolean fields) {
    int slash = url.indexOf('/', url.indexOf("//") + 2);
    String path = slash < 0 ? "/" : url.substring(slash);
    String host = Hosts.host(url);
    // For a.b.c: a.b.c, *.a.b.c (which also matches a.b.c), *.b.c, *.c, *.
    Stream<String> wildcards =
        Stream.iterate(host, name -> !name.isEmpty(), Hosts::parent).map("*."::concat);
    return Stream.of(Stream.of(host), wildcards, Stream.of("*"))
        .flatMap(keys -> keys)
        .map(key -> rulesFor(key, path, fields))
        .filter(fitting -> !fitting.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private List<SelectorRule> rulesFor(String key, String path, boolean fields) {
    List<SelectorRule> fitting =
        rules.getOrDefault(key, List.of()).stream()
            .filter(rule -> path.startsWith(rule.path) && (rule.field != null) == fields)
            .toList();
    int longest = fitting.stream().mapToInt(rule -> rule.path.length()).max().orElse(0);
    return fitting.stream().filter(rule -> rule.path.length() == longest).toList();
  }
}
