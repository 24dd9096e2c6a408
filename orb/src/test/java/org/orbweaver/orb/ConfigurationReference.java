package org.orbweaver.orb;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.common.conf.NutchSettings;
import org.orbweaver.common.crawlfile.CrawlFileKeys;
import org.orbweaver.common.job.JobKeys;
import org.orbweaver.common.plugin.PluginKeys;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.TrapKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.dedup.DuplicateKeys;
import org.orbweaver.crawler.identity.IdentityKeys;
import org.orbweaver.crawler.parse.ParseKeys;
import org.orbweaver.crawler.recrawl.ScheduleKeys;
import org.orbweaver.crawler.render.RenderKeys;
import org.orbweaver.hits.job.HitsKeys;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.orb.crawl.CrawlKeys;
import org.orbweaver.orb.crawl.RecrawlKeys;
import org.orbweaver.pagerank.job.PageRankKeys;
import org.orbweaver.webgraph.build.links.WebGraphKeys;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.structure.StructureKeys;

/**
 * The configuration reference, generated from the keys in the code: {@code
 * conf/orbweaver-default.xml}, {@code conf/orbweaver-site.xml.sample} and {@code
 * docs/configuration.md}. A test compares the files with the generated texts.
 */
final class ConfigurationReference {
  /** The settings that every crawl needs, with example values. */
  private static final Map<Key<?>, String> BASICS = new LinkedHashMap<>();

  static {
    BASICS.put(CrawlerKeys.AGENT_NAME, "mybot");
    BASICS.put(CrawlerKeys.AGENT_URL, "https://example.org/bot");
    BASICS.put(CrawlerKeys.AGENT_EMAIL, "bot@example.org");
    BASICS.put(CrawlerKeys.IGNORE_EXTERNAL_LINKS, "true");
    BASICS.put(CrawlerKeys.IGNORE_EXTERNAL_LINKS_MODE, "byDomain");
    BASICS.put(CrawlerKeys.GENERATE_TOP_N, "10000");
    BASICS.put(CrawlerKeys.GENERATE_MAX_COUNT, "500");
    BASICS.put(CrawlerKeys.FETCH_INTERVAL, "604800");
    BASICS.put(FetchKeys.SERVER_DELAY, "5");
    BASICS.put(FetchKeys.PRIVATE_ADDRESSES, "10.20.0.0/16");
  }

  /** Keys under one heading. */
  record Section(String title, List<Key<?>> keys) {}

  private ConfigurationReference() {}

  /** All keys by module, each under its headings. */
  static Map<String, List<Section>> parts() {
    Map<String, List<Section>> parts = new LinkedHashMap<>();
    parts.put(
        "Crawling",
        sections(
            new CrawlKeys(),
            new CrawlerKeys(),
            new UrlKeys(),
            new FetchKeys(),
            new IdentityKeys(),
            new ParseKeys(),
            new RenderKeys(),
            new DuplicateKeys(),
            new TrapKeys(),
            new ScheduleKeys(),
            new RecrawlKeys()));
    parts.put("Web graph", sections(new WebGraphKeys(), new StructureKeys()));
    parts.put("Rankings", sections(new KernelKeys(), new PageRankKeys(), new HitsKeys()));
    parts.put("Index and search", sections(new IndexKeys()));
    parts.put("Plugins", sections(new PluginKeys()));
    parts.put("Jobs on a cluster", sections(new JobKeys()));
    return parts;
  }

  private static List<Section> sections(KeySource... sources) {
    List<Section> sections = new ArrayList<>();
    for (KeySource source : sources) {
      Iterator<Key<?>> keys = source.keys().iterator();
      for (Field field : source.getClass().getDeclaredFields()) {
        if (field.isAnnotationPresent(Heading.class)) {
          String title = field.getAnnotation(Heading.class).value();
          sections.add(new Section(title, new ArrayList<>()));
        }
        if (field.getType() == Key.class) {
          sections.get(sections.size() - 1).keys().add(keys.next());
        }
      }
    }
    return sections;
  }

  /** The text of {@code conf/orbweaver-default.xml}. */
  static String xml() {
    StringBuilder text =
        new StringBuilder(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- Generated from the code by ConfigurationReferenceTest; do not edit.
                 Put your own settings into orbweaver-site.xml beside this file. -->
            <configuration>
            """);
    parts()
        .forEach(
            (part, sections) -> {
              for (Section section : sections) {
                String title = section.title();
                text.append(
                    String.format(
                        Locale.ROOT,
                        "\n  <!-- %s -->\n",
                        part.equals(title) ? part : part + ": " + title));
                for (Key<?> key : section.keys()) {
                  text.append(
                      String.format(
                          Locale.ROOT,
                          """
                            <property>
                              <name>%s</name>
                              <value>%s</value>
                              <description>%s</description>
                            </property>
                          """,
                          escape(key.name()),
                          escape(key.defaultText()),
                          escape(key.description())));
                }
              }
            });
    return text.append("</configuration>\n").toString();
  }

  /** The text of {@code conf/orbweaver-site.xml.sample}. */
  static String sample() {
    StringBuilder text =
        new StringBuilder(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- The ten settings you need. Copy this file to orbweaver-site.xml, remove the
                 comment signs around those you want, and set your values.
                 docs/configuration.md lists all settings. -->
            <configuration>
            """);
    BASICS.forEach(
        (key, example) -> {
          // A comment may not contain two dashes.
          String description = key.description().replaceAll(" Set by --[a-z-]+\\.", "");
          String value = key.defaultText();
          text.append(
              String.format(
                  Locale.ROOT,
                  """

                    <!-- %s
                         Default: %s. -->
                    <!--
                    <property>
                      <name>%s</name>
                      <value>%s</value>
                    </property>
                    -->
                  """,
                  description
                      .replaceAll("(.{1,90})( |$)", "$1\n")
                      .strip()
                      .replace("\n", "\n       "),
                  value.isEmpty() ? "none" : value,
                  key.name(),
                  escape(example)));
        });
    return text.append("</configuration>\n").toString();
  }

  /** The text of {@code docs/configuration.md}. */
  static String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Configuration

        Generated from the code by `ConfigurationReferenceTest`; do not edit.

        - [The ten settings you need](#the-ten-settings-you-need)
        - [Where a setting comes from](#where-a-setting-comes-from)
        """);
    parts()
        .forEach(
            (part, sections) -> {
              text.append("- ").append(link(part)).append('\n');
              if (sections.size() > 1) {
                sections.forEach(s -> text.append("  - ").append(link(s.title())).append('\n'));
              }
            });
    text.append(
        """
        - [Settings of Apache Nutch](#settings-of-apache-nutch)

        ## The ten settings you need

        `conf/orbweaver-site.xml.sample` has them, each with a comment: copy it to \
        `conf/orbweaver-site.xml` and set your values.

        | setting | example | meaning |
        |---|---|---|
        """);
    BASICS.forEach(
        (key, example) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "| `%s` | `%s` | %s |\n",
                    key.name(),
                    example,
                    cell(key.description()))));
    text.append(
        """

        ## Where a setting comes from

        Later sources override earlier ones:

        1. the defaults below
        2. `conf/nutch-site.xml`, then `conf/orbweaver-site.xml`
        3. settings given on earlier command lines for the same crawl directory, which keeps \
        them: `orb read settings DIR`
        4. a [crawl file](guide.md#the-crawl-file) in place of the crawl directory, in which \
        settings have the names of the second column
        5. files given by `-conf FILE`
        6. `-D name=value`, anywhere on the command line, and options such as `--top-n`

        All values are checked before a command does anything, and all errors are reported at \
        once, each with setting, value, origin and what is expected. Words such as `byHost` are \
        accepted in any case. A file that the command line names must \
        exist; one named by a configuration file, or kept with the crawl, only for commands that \
        read it. An unknown name that begins with `orbweaver.` is an error that \
        suggests the nearest known name. A name without that prefix means what it means in \
        Apache Nutch.
        """);
    parts()
        .forEach(
            (part, sections) -> {
              text.append("\n## ").append(part).append('\n');
              for (Section section : sections) {
                if (sections.size() > 1) {
                  text.append("\n### ").append(section.title()).append('\n');
                }
                table(text, section);
              }
            });
    nutch(text);
    return text.toString();
  }

  private static void table(StringBuilder text, Section section) {
    text.append(
        "\n| setting | in a crawl file | values | default | meaning |\n|---|---|---|---|---|\n");
    for (Key<?> key : section.keys()) {
      String value = key.defaultText();
      text.append(
          String.format(
              Locale.ROOT,
              "| `%s` | %s | %s | %s | %s |\n",
              key.name(),
              CrawlFileKeys.ofSetting(key.name())
                  .map(
                      entry ->
                          "`"
                              + entry.name()
                              + "`"
                              + (entry.unit().symbol().isEmpty()
                                  ? ""
                                  : ", " + entry.unit().symbol()))
                  .orElse("`scope.stay`"),
              cell(key.expected()),
              value.isEmpty() ? "" : "`" + cell(value) + "`",
              cell(key.description())));
    }
  }

  private static void nutch(StringBuilder text) {
    Set<String> known = KeySource.all().stream().map(Key::name).collect(Collectors.toSet());
    List<String> honoured = new ArrayList<>();
    List<String> ignored = new ArrayList<>();
    text.append(
        """

        ## Settings of Apache Nutch

        A `nutch-site.xml` in `conf/` is read. Settings without effect cause a warning, once per \
        crawl for those in files.

        ### Replaced

        | Nutch setting | Orbweaver |
        |---|---|
        """);
    for (String name : NutchSettings.names()) {
      if (known.contains(name)) {
        honoured.add(name);
      } else if (NutchSettings.instead(name).isPresent()) {
        String instead = NutchSettings.instead(name).get();
        text.append(String.format(Locale.ROOT, "| `%s` | %s |\n", name, instead));
      } else {
        ignored.add(name);
      }
    }
    text.append("\n### Honoured\n\n").append(names(honoured));
    text.append("\n### Without effect\n\n").append(names(ignored));
  }

  private static String names(List<String> names) {
    return String.join(", ", names.stream().map(name -> "`" + name + "`").toList()) + "\n";
  }

  private static String link(String title) {
    String anchor = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
    return "[" + title + "](#" + anchor + ")";
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
