package org.orbweaver.crawler.url;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.SettingFault;
import org.orbweaver.crawler.CrawlerKeys;

/**
 * Says which URLs may enter the crawldb, by the rules of {@code regex-urlfilter.txt} and {@code
 * suffix-urlfilter.txt}. The client reads the files and puts their text into a job's configuration
 * ({@link #embed}), so that tasks on other machines have the same rules.
 *
 * <p>An instance is for one thread: expressions are compiled once and their matchers used again.
 */
public final class UrlFilters {
  private static final String REGEX_TEXT = "orbweaver.internal.urlfilter.regex.rules";
  private static final String SUFFIX_TEXT = "orbweaver.internal.urlfilter.suffix.rules";

  private final RegexRules regex;
  private final SuffixRules suffix;

  private UrlFilters(RegexRules regex, SuffixRules suffix) {
    this.regex = regex;
    this.suffix = suffix;
  }

  /**
   * The filters that a configuration asks for: those embedded in it, else those of the files.
   *
   * @throws OrbException (failed) naming file and line where a rule is bad or a file is missing
   */
  public static UrlFilters of(Configuration conf) {
    try {
      String regexFile = CrawlerKeys.REGEX_FILTER_FILE.get(conf);
      String regexText = text(conf, REGEX_TEXT, CrawlerKeys.REGEX_FILTER_FILE);
      RegexRules regex = new RegexRules(regexFile, regexText);
      if (!CrawlerKeys.SUFFIX_FILTER_ENABLED.get(conf)) {
        return new UrlFilters(regex, null);
      }
      String suffixFile = CrawlerKeys.SUFFIX_FILTER_FILE.get(conf);
      String suffixText = text(conf, SUFFIX_TEXT, CrawlerKeys.SUFFIX_FILTER_FILE);
      return new UrlFilters(regex, new SuffixRules(suffixFile, suffixText));
    } catch (IllegalArgumentException e) {
      throw OrbException.failed("URL filter " + e.getMessage(), e);
    }
  }

  /** What is wrong in the rule files; that one is missing is its setting's fault. */
  public static List<SettingFault> faults(Configuration conf) {
    return CrawlerKeys.REGEX_FILTER_FILE.fault(conf).isPresent()
            || CrawlerKeys.SUFFIX_FILTER_FILE.fault(conf).isPresent()
        ? List.of()
        : SettingFault.of(() -> of(conf));
  }

  /**
   * Reads the rule files, checks them, and puts their text into a job's configuration.
   *
   * @throws OrbException as {@link #of} does
   */
  public static void embed(Configuration jobConf) {
    jobConf.set(REGEX_TEXT, text(jobConf, REGEX_TEXT, CrawlerKeys.REGEX_FILTER_FILE));
    if (CrawlerKeys.SUFFIX_FILTER_ENABLED.get(jobConf)) {
      jobConf.set(SUFFIX_TEXT, text(jobConf, SUFFIX_TEXT, CrawlerKeys.SUFFIX_FILTER_FILE));
    }
    of(jobConf);
  }

  /** The rules in force, as text: a seed that other rules refused is a new seed. */
  public static String rules(Configuration conf) {
    boolean suffixes = CrawlerKeys.SUFFIX_FILTER_ENABLED.get(conf);
    return text(conf, REGEX_TEXT, CrawlerKeys.REGEX_FILTER_FILE)
        + '\0'
        + (suffixes ? text(conf, SUFFIX_TEXT, CrawlerKeys.SUFFIX_FILTER_FILE) : "");
  }

  /** Raw, for an expression may hold what looks like a variable of the configuration. */
  private static String text(Configuration conf, String embedded, Key<String> fileKey) {
    String text = conf.getRaw(embedded);
    return text == null ? read(conf, fileKey) : text;
  }

  private static String read(Configuration conf, Key<String> fileKey) {
    String name = fileKey.get(conf);
    Path file = name.startsWith("file:") ? Path.of(URI.create(name)) : Path.of(name);
    try {
      if (Files.isRegularFile(file)) {
        return Files.readString(file);
      }
      try (InputStream in = conf.getConfResourceAsInputStream(name)) {
        if (in != null) {
          return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
      }
    } catch (IOException e) {
      throw OrbException.failed("cannot read " + name + ": " + e.getMessage(), e);
    }
    throw OrbException.failed(
        "cannot read " + name + " (" + fileKey.name() + "): no such file, here or in conf/");
  }

  /** Whether the URL, in normal form, may enter the crawldb. */
  public boolean accepts(String url) {
    return refusal(url) == null;
  }

  /** The rule by which the URL is refused, null when it is accepted. */
  public String refusal(String url) {
    FilterDecision decision = decision(url);
    return decision.accepted() ? null : decision.toString();
  }

  /** The rule that decides: the one that refuses the URL, else the one that accepts it. */
  public FilterDecision decision(String url) {
    FilterDecision bySuffix = suffix == null ? null : suffix.decision(url);
    return bySuffix == null || bySuffix.accepted() ? regex.decision(url) : bySuffix;
  }

  /** As {@link #accepts}, for a URL that is to be read as a sitemap. */
  public boolean acceptsSitemap(String url) {
    return sitemapRefusal(url) == null;
  }

  /**
   * As {@link #refusal}, for a URL that is to be read as a sitemap: its suffix ({@code .gz}) does
   * not say that it is of no use.
   */
  public String sitemapRefusal(String url) {
    FilterDecision decision = regex.decision(url);
    return decision.accepted() ? null : decision.toString();
  }
}
