package org.orbweaver.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.testkit.NutchPluginFolder;
import org.orbweaver.testkit.PluginJar;

/**
 * A plugin of each kind of part that tasks use, and one of Nutch's form. They work only where a
 * setting says: in a {@code task}, loaded from the archive that YARN has unpacked for it, or in the
 * {@code command}, loaded from the folder that the settings name.
 */
final class TaskPlugins {
  private static final String PROBE =
      """
      import java.io.InputStream;
      import java.util.*;
      import org.orbweaver.plugin.*;

      public class Probe implements Plugin {
        private static <T> List<T> there(PluginSettings settings, T part) {
          String jar = Probe.class.getResource("Probe.class").getPath();
          String where = jar.contains("/orbweaver-plugins/0/probe/") ? "task" : "command";
          return where.equals(settings.require("where")) ? List.of(part) : List.of();
        }

        @Override
        public List<UrlRule> urlRules(PluginSettings settings) {
          return there(settings, UrlRule.refusing("probe", url -> url.contains("forbidden")));
        }

        @Override
        public List<DocumentParser> documentParsers(PluginSettings settings) {
          return there(
              settings,
              new DocumentParser() {
                public List<String> types() {
                  return List.of("application/x-track");
                }

                public Set<String> extensions() {
                  return Set.of("trk");
                }

                public void parse(InputStream document, Output output) throws Exception {
                  output.text(new String(document.readAllBytes()).replace('-', ' '));
                  output.property("author", System.getProperty("sun.java.command").split(" ")[0]);
                }
              });
        }

        @Override
        public List<PageFilter> pageFilters(PluginSettings settings) {
          return there(settings, page -> page.field("length", "of " + page.content().length));
        }

        @Override
        public List<IndexFields> indexFields(PluginSettings settings) {
          return there(
              settings,
              (page, out) -> out.keyword("form", page.url().endsWith(".trk") ? "Track" : "Page"));
        }
      }
      """;

  private static final String WORDS =
      """
      import java.io.BufferedReader;
      import java.io.IOException;
      import org.apache.hadoop.conf.Configuration;

      public class Words implements org.apache.nutch.net.URLFilter {
        private Configuration conf;
        private String refused;

        public void setConf(Configuration conf) {
          this.conf = conf;
          try (BufferedReader in =
              new BufferedReader(conf.getConfResourceAsReader(conf.get("words.file")))) {
            refused = in.readLine();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        }

        public Configuration getConf() {
          return conf;
        }

        public String filter(String url) {
          String jar = getClass().getProtectionDomain().getCodeSource().getLocation().getPath();
          String where = jar.contains("/nutch-plugins/0/urlfilter-words/") ? "task" : "command";
          return where.equals(conf.get("words.where")) && url.contains(refused) ? null : url;
        }
      }
      """;

  private final Path own;
  private final Path nutch;

  /** Makes them. */
  TaskPlugins(Path folder) throws IOException {
    own = folder.resolve("own");
    PluginJar.build(own, "probe", "Probe", PROBE);
    NutchPluginFolder nutchs = new NutchPluginFolder(folder.resolve("of nutch"));
    nutchs.add("urlfilter-words", "org.apache.nutch.net.URLFilter", "Words", WORDS);
    nutch = nutchs.path();
    Files.writeString(nutch.resolve("urlfilter-words/words.txt"), "unwanted\n");
  }

  /** Sets them, to work in a {@code task} or in the {@code command}. */
  Configuration in(String where, Configuration conf) {
    conf.set("orbweaver.plugins", own.toString());
    conf.set("orbweaver.plugins.settings", "probe.where=" + where);
    conf.set("plugin.folders", nutch.toString());
    conf.set("words.file", "words.txt");
    conf.set("words.where", where);
    return conf;
  }
}
