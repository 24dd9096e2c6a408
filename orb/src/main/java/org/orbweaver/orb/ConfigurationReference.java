package org.orbweaver.orb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Section;
import org.orbweaver.common.conf.NutchSettings;
import org.orbweaver.common.job.JobKeys;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.FetchKeys;
import org.orbweaver.crawler.parse.ParseKeys;
import org.orbweaver.hits.HitsKeys;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.pagerank.job.PageRankKeys;
import org.orbweaver.webgraph.build.WebGraphKeys;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.structure.StructureKeys;

/**
 * The configuration reference, made from the keys in the code: {@code conf/orbweaver-default.xml},
 * {@code conf/orbweaver-site.xml.sample} and {@code docs/configuration.md}. A test holds the files
 * equal to what is made here.
 */
final class ConfigurationReference {
  /** The settings that every crawl needs, with values for an example. */
  private static final Map<Key<?>, String> BASICS = basics();

  private ConfigurationReference() {}

  private static Map<Key<?>, String> basics() {
    Map<Key<?>, String> basics = new LinkedHashMap<>();
    basics.put(CrawlerKeys.AGENT_NAME, "mybot");
    basics.put(CrawlerKeys.AGENT_URL, "https://example.org/bot");
    basics.put(CrawlerKeys.AGENT_EMAIL, "bot@example.org");
    basics.put(CrawlerKeys.IGNORE_EXTERNAL_LINKS, "true");
    basics.put(CrawlerKeys.IGNORE_EXTERNAL_LINKS_MODE, "byDomain");
    basics.put(CrawlerKeys.GENERATE_TOP_N, "10000");
    basics.put(CrawlerKeys.GENERATE_MAX_COUNT, "500");
    basics.put(CrawlerKeys.FETCH_INTERVAL, "604800");
    basics.put(FetchKeys.SERVER_DELAY, "5");
    basics.put(FetchKeys.PRIVATE_ADDRESSES, "10.20.0.0/16");
    return basics;
  }

  /** All keys by part of the program, each under its headings. */
  static Map<String, List<Section>> parts() {
    Map<String, List<Section>> parts = new LinkedHashMap<>();
    parts.put(
        "Crawling",
        sections(new CrawlerKeys(), new FetchKeys(), new ParseKeys(), new RecrawlKeys()));
    parts.put("Web graph", sections(new WebGraphKeys(), new StructureKeys()));
    parts.put("Rankings", sections(new KernelKeys(), new PageRankKeys(), new HitsKeys()));
    parts.put("Index and search", sections(new IndexKeys()));
    parts.put("Jobs on a cluster", sections(new JobKeys()));
    return parts;
  }

  private static List<Section> sections(KeySource... sources) {
    List<Section> sections = new ArrayList<>();
    for (KeySource source : sources) {
      sections.addAll(source.sections());
    }
    return sections;
  }

  /** The text of {@code conf/orbweaver-default.xml}. */
  static String xml() {
    StringBuilder text = new StringBuilder();
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .append("<!-- Generated from the code by 'orb reference'; do not edit.\n")
        .append("     Put your own settings into orbweaver-site.xml beside this file. -->\n")
        .append("<configuration>\n");
    parts()
        .forEach(
            (part, sections) -> {
              for (Section section : sections) {
                text.append("\n  <!-- ")
                    .append(part.equals(section.title()) ? part : part + ": " + section.title())
                    .append(" -->\n");
                for (Key<?> key : section.keys()) {
                  text.append("  <property>\n    <name>")
                      .append(escape(key.name()))
                      .append("</name>\n    <value>")
                      .append(escape(key.defaultText()))
                      .append("</value>\n    <description>")
                      .append(escape(key.description()))
                      .append("</description>\n  </property>\n");
                }
              }
            });
    return text.append("</configuration>\n").toString();
  }

  /** The text of {@code conf/orbweaver-site.xml.sample}. */
  static String sample() {
    StringBuilder text = new StringBuilder();
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .append(
            "<!-- The ten settings you need. Copy this file to orbweaver-site.xml, remove the\n")
        .append("     comment signs around those you want, and set your values.\n")
        .append("     docs/configuration.md lists all settings. -->\n")
        .append("<configuration>\n");
    BASICS.forEach(
        (key, example) -> {
          text.append("\n  <!-- ");
          // Two dashes may not stand in a comment.
          String description = key.description().replaceAll(" Set by --[a-z-]+\\.", "");
          text.append(wrap(description, 90).replace("\n", "\n       "));
          String value = key.defaultText();
          text.append("\n       Default: ").append(value.isEmpty() ? "none" : value);
          text.append(". -->\n  <!--\n  <property>\n    <name>")
              .append(key.name())
              .append("</name>\n    <value>")
              .append(escape(example))
              .append("</value>\n  </property>\n  -->\n");
        });
    return text.append("</configuration>\n").toString();
  }

  /** The text of {@code docs/configuration.md}. */
  static String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Configuration

        Generated from the code by `orb reference`; do not edit.

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
            text.append("| `")
                .append(key.name())
                .append("` | `")
                .append(example)
                .append("` | ")
                .append(cell(key.description()))
                .append(" |\n"));
    text.append(
        """

        ## Where a setting comes from

        Later sources override earlier ones:

        1. the defaults below
        2. `conf/nutch-site.xml`, then `conf/orbweaver-site.xml`
        3. settings given on earlier command lines for the same crawl directory, which keeps \
        them: `orb read settings DIR`
        4. files given by `-conf FILE`
        5. `-D name=value`, anywhere on the command line, and options such as `--top-n`

        All values are checked before a command does anything, and all errors are reported at \
        once, each with setting, value, origin and what is expected. Words such as `byHost` are \
        accepted in any case. An unknown name that begins with `orbweaver.` is an error that \
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
    text.append("\n| setting | values | default | meaning |\n|---|---|---|---|\n");
    for (Key<?> key : section.keys()) {
      String value = key.defaultText();
      text.append("| `")
          .append(key.name())
          .append("` | ")
          .append(cell(key.expected()))
          .append(" | ")
          .append(value.isEmpty() ? "" : "`" + cell(value) + "`")
          .append(" | ")
          .append(cell(key.description()))
          .append(" |\n");
    }
  }

  private static void nutch(StringBuilder text) {
    Set<String> known = new TreeSet<>();
    KeySource.all().forEach(key -> known.add(key.name()));
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
        text.append("| `")
            .append(name)
            .append("` | ")
            .append(NutchSettings.instead(name).get())
            .append(" |\n");
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

  private static String wrap(String text, int width) {
    StringBuilder lines = new StringBuilder();
    int column = 0;
    for (String word : text.split(" ")) {
      if (column > 0 && column + 1 + word.length() > width) {
        lines.append('\n');
        column = 0;
      } else if (column > 0) {
        lines.append(' ');
        column++;
      }
      lines.append(word);
      column += word.length();
    }
    return lines.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
