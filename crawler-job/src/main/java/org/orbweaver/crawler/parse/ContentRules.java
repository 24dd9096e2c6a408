package org.orbweaver.crawler.parse;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.page.SiteFields;
import org.orbweaver.crawler.page.content.ContentSettings;
import org.orbweaver.crawler.page.content.SiteSelectors;
import org.orbweaver.crawler.site.FieldSelector;
import org.orbweaver.plugin.Plugin;

/**
 * The configured rules that find main content and fields. As with {@link UrlRules}, the client puts
 * the text of the selectors' file into the job's configuration, so that tasks on other machines
 * have it.
 */
public final class ContentRules {
  private static final String TEXT = "orbweaver.internal.parse.content.selectors";
  private static final String FIELDS = "orbweaver.internal.parse.fields";

  private ContentRules() {}

  /**
   * The settings in force.
   *
   * @throws OrbException (failed) naming file and line if a selector is bad or the file is missing
   */
  public static ContentSettings of(Configuration conf) {
    return new ContentSettings(ParseKeys.MAIN_CONTENT.get(conf), selectors(conf));
  }

  private static SiteSelectors selectors(Configuration conf) {
    try {
      return SiteSelectors.of(text(conf).lines().toList()).with(UrlKeys.sites(conf));
    } catch (SiteSelectors.BadLine e) {
      throw OrbException.failed(ParseKeys.SELECTORS.get(conf) + ", " + e.getMessage(), e);
    }
  }

  /** Takes the fields of pages that sites and the file name. */
  public static SiteFields fields(Configuration conf) {
    String further = conf.getRaw(FIELDS);
    return new SiteFields(
        selectors(conf), FieldSelector.map(further == null ? Stream.of() : further.lines()));
  }

  /**
   * A configuration by which all pages also get these fields; not for the job.
   *
   * @param lines a name and a selector each
   */
  public static Configuration withFields(Configuration conf, List<String> lines) {
    Configuration own = new Configuration(conf);
    own.set(FIELDS, String.join("\n", lines));
    return own;
  }

  /** The errors in the file, or that it is missing, and those of plugins that parse. */
  public static List<String> faults(Configuration conf) {
    return ParseKeys.SELECTORS
        .fault(conf)
        .map(List::of)
        .orElseGet(
            () ->
                Settings.faultsOf(
                    () -> of(conf),
                    () -> Plugins.all(conf, Plugin::pageFilters),
                    () -> Plugins.all(conf, Plugin::documentParsers)));
  }

  /** Reads the file, checks it, and puts its text into a job's configuration. */
  public static void embed(Configuration jobConf) {
    of(jobConf);
    Plugins.all(jobConf, Plugin::pageFilters);
    jobConf.set(TEXT, text(jobConf));
  }

  /** The raw value, since a selector may look like a variable reference. */
  private static String text(Configuration conf) {
    String text = conf.getRaw(TEXT);
    text = text == null ? UrlRules.read(conf, ParseKeys.SELECTORS) : text;
    return text == null ? "" : text;
  }
}
