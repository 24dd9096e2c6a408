package org.orbweaver.crawler.conf;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.PluginKeys;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.crawler.site.SiteFilter;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.url.AddedRule;
import org.orbweaver.crawler.url.DomainRules;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.PrefixRules;
import org.orbweaver.crawler.url.RegexRules;
import org.orbweaver.crawler.url.ScopeRules;
import org.orbweaver.crawler.url.SemanticRules;
import org.orbweaver.crawler.url.SourceFilter;
import org.orbweaver.crawler.url.SourceRoots;
import org.orbweaver.crawler.url.SuffixRules;
import org.orbweaver.crawler.url.TrapRules;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.UrlValidator;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.Protocol;
import org.orbweaver.plugin.UrlRule;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;

/**
 * The URL rules of a configuration. The client reads the rule files and puts their text into a
 * job's configuration ({@link #embed}), so that tasks on other machines apply the same rules.
 */
public final class UrlRules {
  private static final String EMBEDDED = "orbweaver.internal.url.rules";

  private static final List<Key<String>> FILES =
      List.of(
          CrawlerKeys.SUFFIX_FILTER_FILE,
          UrlKeys.PREFIX_FILTER,
          UrlKeys.DOMAIN_FILTER,
          UrlKeys.DENYLIST_FILTER,
          UrlKeys.AUTOMATON_FILTER,
          CrawlerKeys.REGEX_FILTER_FILE,
          UrlKeys.PARAMETERS,
          UrlKeys.HOSTS,
          UrlKeys.PROTOCOLS,
          UrlKeys.SLASHES,
          UrlKeys.SUBSTITUTIONS);

  private static final Pattern SCHEME =
      Pattern.compile("(?!(?:https?|file|data|mailto|javascript)$)[a-z][a-z0-9+.-]*");

  private UrlRules() {}

  /**
   * The filters of a configuration: all rules, of which those in files are the embedded ones, if
   * there are any.
   *
   * @throws OrbException (failed) naming file and line if a rule is bad or a file is missing
   */
  public static UrlFilters filters(Configuration conf) {
    return new UrlFilters(guarded(conf));
  }

  private static List<UrlRule> guarded(Configuration conf) {
    SourceRoots sources = sources(conf);
    return Plugins.all(conf, Plugin::urlRules).stream()
        .map(one -> one.isOwn() ? one.part() : new AddedRule(one, sources))
        .toList();
  }

  /** Our own rules, the cheapest first. */
  public static List<UrlRule> ours(Configuration conf) {
    List<UrlRule> rules = new ArrayList<>();
    checked(
        "URL filter ",
        () -> {
          if (CrawlerKeys.SUFFIX_FILTER_ENABLED.get(conf)) {
            add(rules, conf, CrawlerKeys.SUFFIX_FILTER_FILE, SuffixRules::new);
          }
          add(rules, conf, UrlKeys.PREFIX_FILTER, PrefixRules::new);
          add(rules, conf, UrlKeys.DOMAIN_FILTER, DomainRules::accepting);
          add(rules, conf, UrlKeys.DENYLIST_FILTER, DomainRules::denying);
          String scope = raw(conf, UrlKeys.SCOPE_RULES);
          if (!scope.isBlank()) {
            rules.add(new ScopeRules("scope.rules", scope));
          }
          if (UrlKeys.VALIDATOR.get(conf)) {
            rules.add(new UrlValidator(UrlKeys.VALIDATOR.name()));
          }
          add(rules, conf, UrlKeys.AUTOMATON_FILTER, RegexRules::automata);
          add(rules, conf, CrawlerKeys.REGEX_FILTER_FILE, RegexRules::of);
          return rules;
        });
    Sites sites = UrlKeys.sites(conf);
    if (!sites.isEmpty()) {
      rules.add(new SiteFilter(sites));
    }
    rules.add(new SourceFilter(sources(conf), UrlKeys.SOURCES.name()));
    if (TrapKeys.RULES.get(conf)) {
      rules.add(traps(conf));
    }
    return rules;
  }

  private static void add(
      List<UrlRule> rules,
      Configuration conf,
      Key<String> key,
      BiFunction<String, String, UrlRule> reader) {
    ifThere(conf, key, (name, text) -> rules.add(reader.apply(name, text)));
  }

  /**
   * What a crawl may read besides the web: files, and the schemes of plugins.
   *
   * @throws OrbException (failed) naming the plugin whose protocol is at fault
   */
  public static SourceRoots sources(Configuration conf) {
    Set<String> schemes = new TreeSet<>();
    if (Plugins.areAdded(conf)) {
      for (Provided<Protocol> one : Plugins.all(conf, Plugin::protocols)) {
        schemes.addAll(one.isOwn() ? Set.of() : schemes(one));
      }
    }
    return UrlKeys.sources(conf).with(schemes);
  }

  private static Set<String> schemes(Provided<Protocol> protocol) {
    try {
      return protocol.ask(
          it -> {
            Set<String> schemes = it.schemes();
            for (String scheme : schemes) {
              if (!SCHEME.matcher(scheme).matches()) {
                throw new IllegalArgumentException(
                    "no protocol can have the scheme '" + scheme + "'");
              }
            }
            return schemes;
          });
    } catch (PluginException e) {
      throw OrbException.failed(e.getMessage(), e.getCause());
    }
  }

  /**
   * The rules that make URLs of one page equal: the embedded ones, else those in the files.
   *
   * @throws OrbException as {@link #filters} does
   */
  public static SemanticRules semantics(Configuration conf) {
    SemanticRules.Builder rules =
        new SemanticRules.Builder()
            .sortParameters(UrlKeys.SORT_PARAMETERS.get(conf))
            .indexPages(UrlKeys.INDEX_PAGES.get(conf))
            .www(UrlKeys.WWW.get(conf));
    return checked(
        "URL rule ",
        () -> {
          ifThere(conf, UrlKeys.PARAMETERS, rules::parameters);
          ifThere(conf, UrlKeys.HOSTS, rules::hosts);
          ifThere(conf, UrlKeys.PROTOCOLS, rules::protocols);
          ifThere(conf, UrlKeys.SLASHES, rules::slashes);
          ifThere(conf, UrlKeys.SUBSTITUTIONS, rules::regex);
          return rules.build();
        });
  }

  /** The normalizer that gives URLs the form they have in this configuration's crawl. */
  public static UrlNormalizer normalizer(Configuration conf) {
    return normalizer(conf, sources(conf));
  }

  /** As {@link #normalizer}, for the web alone. */
  public static UrlNormalizer ofWeb(Configuration conf) {
    return normalizer(conf, SourceRoots.NONE);
  }

  private static UrlNormalizer normalizer(Configuration conf, SourceRoots sources) {
    Stream<UrlRule> rules = Plugins.areAdded(conf) ? guarded(conf).stream() : Stream.empty();
    List<AddedRule> changing =
        rules.filter(AddedRule.class::isInstance).map(AddedRule.class::cast).toList();
    return new UrlNormalizer(semantics(conf), sources, changing);
  }

  private static <T> T checked(String what, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw OrbException.failed(what + e.getMessage(), e);
    }
  }

  private static TrapRules traps(Configuration conf) {
    return new TrapRules(
        TrapKeys.MAX_LENGTH.get(conf), Year.now(ZoneOffset.UTC).getValue() + TrapRules.YEARS_AHEAD);
  }

  /** The errors in the rule files, and the rule files that are missing. */
  public static List<String> faults(Configuration conf) {
    List<String> missing = Settings.faultsOf(conf, FILES);
    if (!missing.isEmpty()) {
      return missing;
    }
    List<String> faults = new ArrayList<>(Settings.faultsOf(() -> filters(conf)));
    faults.addAll(Settings.faultsOf(() -> semantics(conf)));
    return faults;
  }

  /**
   * Reads the rule files, checks them, and puts their text into a job's configuration.
   *
   * @throws OrbException as {@link #filters} does
   */
  public static void embed(Configuration jobConf) {
    for (Key<String> key : inForce(jobConf)) {
      String text = text(jobConf, key);
      if (text != null) {
        jobConf.set(EMBEDDED + "." + key.name(), text);
      }
    }
    jobConf.setBoolean(EMBEDDED, true);
    filters(jobConf);
    semantics(jobConf);
  }

  private static List<Key<String>> inForce(Configuration conf) {
    boolean hasSuffixes = CrawlerKeys.SUFFIX_FILTER_ENABLED.get(conf);
    return FILES.stream()
        .filter(key -> hasSuffixes || key != CrawlerKeys.SUFFIX_FILTER_FILE)
        .toList();
  }

  /** The rules in force, as text. A seed that other rules refused counts as a new seed. */
  public static String rules(Configuration conf) {
    StringBuilder all = new StringBuilder();
    inForce(conf).forEach(key -> all.append(text(conf, key)).append('\0'));
    return all.append(raw(conf, UrlKeys.SCOPE_RULES))
        .append(raw(conf, UrlKeys.SITES))
        .append(raw(conf, UrlKeys.SOURCES))
        .append(UrlKeys.VALIDATOR.get(conf))
        .append(UrlKeys.SORT_PARAMETERS.get(conf))
        .append(UrlKeys.INDEX_PAGES.get(conf))
        .append(UrlKeys.WWW.get(conf))
        .append(Plugins.summary(conf))
        .append(raw(conf, PluginKeys.SETTINGS))
        .toString();
  }

  /** Raw, as the text of a rule file. */
  private static String raw(Configuration conf, Key<String> key) {
    return Objects.requireNonNullElse(conf.getRaw(key.name()), "");
  }

  private static void ifThere(
      Configuration conf, Key<String> key, BiConsumer<String, String> reader) {
    String text = text(conf, key);
    if (text != null) {
      reader.accept(key.get(conf), text);
    }
  }

  /**
   * The raw value, since an expression may look like a variable reference; null if there is no
   * file.
   */
  private static String text(Configuration conf, Key<String> key) {
    return conf.getBoolean(EMBEDDED, false)
        ? conf.getRaw(EMBEDDED + "." + key.name())
        : read(conf, key);
  }

  /**
   * The text of a rule file, given by its path or its name on the class path; null if none is set.
   *
   * @throws OrbException (failed) if it cannot be read
   */
  public static String read(Configuration conf, Key<String> key) {
    String name = key.get(conf);
    if (name.isBlank()) {
      return null;
    }
    try {
      Path file = name.startsWith("file:") ? Path.of(URI.create(name)) : Path.of(name);
      URL found = Files.isRegularFile(file) ? file.toUri().toURL() : Key.onClassPath(name);
      if (found != null) {
        return StringUtils.removeStart(IOUtils.toString(found, StandardCharsets.UTF_8), '\uFEFF');
      }
    } catch (IOException | IllegalArgumentException e) {
      throw OrbException.failed("cannot read " + name + ": " + e.getMessage(), e);
    }
    if (key.mayBeMissing(name)) {
      return null;
    }
    throw OrbException.failed(
        "cannot read " + name + " (" + key.name() + "): no such file, here or in conf/");
  }

  /** The policy that decides which links may be followed. */
  public static LinkPolicy links(Configuration conf) {
    return new LinkPolicy(
        CrawlerKeys.IGNORE_EXTERNAL_LINKS.get(conf),
        CrawlerKeys.IGNORE_EXTERNAL_LINKS_MODE.get(conf),
        CrawlerKeys.IGNORE_INTERNAL_LINKS.get(conf),
        sources(conf));
  }
}
