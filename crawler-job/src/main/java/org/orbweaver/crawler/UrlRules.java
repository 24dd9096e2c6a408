package org.orbweaver.crawler;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.UrlFilters;

/**
 * The rules about URLs that a configuration asks for. The client reads the files of the filters and
 * puts their text into a job's configuration ({@link #embed}), so that tasks on other machines have
 * the same rules.
 */
public final class UrlRules {
  private static final String REGEX_TEXT = "orbweaver.internal.urlfilter.regex.rules";
  private static final String SUFFIX_TEXT = "orbweaver.internal.urlfilter.suffix.rules";

  private UrlRules() {}

  /**
   * The filters that a configuration asks for: those embedded in it, else those of the files.
   *
   * @throws OrbException (failed) naming file and line where a rule is bad or a file is missing
   */
  public static UrlFilters filters(Configuration conf) {
    try {
      return new UrlFilters(
          CrawlerKeys.REGEX_FILTER_FILE.get(conf),
          text(conf, REGEX_TEXT, CrawlerKeys.REGEX_FILTER_FILE),
          CrawlerKeys.SUFFIX_FILTER_FILE.get(conf),
          CrawlerKeys.SUFFIX_FILTER_ENABLED.get(conf)
              ? text(conf, SUFFIX_TEXT, CrawlerKeys.SUFFIX_FILTER_FILE)
              : null);
    } catch (IllegalArgumentException e) {
      throw OrbException.failed("URL filter " + e.getMessage(), e);
    }
  }

  /** What is wrong in the rule files; that one is missing is its setting's fault. */
  public static List<String> faults(Configuration conf) {
    return CrawlerKeys.REGEX_FILTER_FILE.fault(conf).isPresent()
            || CrawlerKeys.SUFFIX_FILTER_FILE.fault(conf).isPresent()
        ? List.of()
        : Settings.faultsOf(() -> filters(conf));
  }

  /**
   * Reads the rule files, checks them, and puts their text into a job's configuration.
   *
   * @throws OrbException as {@link #filters} does
   */
  public static void embed(Configuration jobConf) {
    jobConf.set(REGEX_TEXT, text(jobConf, REGEX_TEXT, CrawlerKeys.REGEX_FILTER_FILE));
    if (CrawlerKeys.SUFFIX_FILTER_ENABLED.get(jobConf)) {
      jobConf.set(SUFFIX_TEXT, text(jobConf, SUFFIX_TEXT, CrawlerKeys.SUFFIX_FILTER_FILE));
    }
    filters(jobConf);
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

  /** Which links may be followed. */
  public static LinkPolicy links(Configuration conf) {
    return new LinkPolicy(
        CrawlerKeys.IGNORE_EXTERNAL_LINKS.get(conf),
        CrawlerKeys.IGNORE_EXTERNAL_LINKS_MODE.get(conf),
        CrawlerKeys.IGNORE_INTERNAL_LINKS.get(conf));
  }
}
