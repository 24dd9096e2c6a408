package org.orbweaver.crawler.conf;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.PluginKeys;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.testkit.PluginJar;

class UrlRulesTest {
  @TempDir Path dir;

  @Test
  void defaultsKeepPagesAndRefuseTraps() {
    var filters = UrlRules.filters(new Configuration());
    for (String good :
        new String[] {
          "http://a.org/",
          "http://a.org/b/c.pdf?x=1&y",
          "http://a.org/b/c/b/d/",
          "http://a.org/1/1/"
        }) {
      assertNull(filters.refusal(good), good);
    }
    for (String bad :
        new String[] {
          "http://a.org/x.JPG?y",
          "http://a.org/x.tar.gz",
          "http://a.org/b/c/b/d/b/",
          "http://a.org/b/b/b/",
          "http://a.org/" + "x".repeat(2000)
        }) {
      assertFalse(filters.accepts(bad), bad);
    }
  }

  @Test
  void rulesTravelInTheConfiguration() throws Exception {
    Path file = Files.writeString(dir.resolve("r.txt"), "-${x}|z$\n+.\n");
    var conf = new Configuration();
    CrawlerKeys.REGEX_FILTER_FILE.set(conf, file.toString().replace("r.txt", "absent.txt"));
    OrbException e = assertThrows(OrbException.class, () -> UrlRules.filters(conf));
    assertTrue(e.getMessage().contains("absent.txt"), e.getMessage());

    Files.writeString(file, "-\\.z$\n+.\n");
    CrawlerKeys.REGEX_FILTER_FILE.set(conf, file.toString());
    CrawlerKeys.SUFFIX_FILTER_ENABLED.set(conf, false);
    UrlRules.embed(conf);
    Files.delete(file);
    assertFalse(UrlRules.filters(conf).accepts("http://a/b.z"));
    assertTrue(UrlRules.filters(conf).accepts("http://a/b.jpg"));
  }

  @Test
  void trackingParametersGoAndAllElseStays() {
    var normalizer = UrlRules.normalizer(new Configuration());
    assertEquals("http://a.org/?a", normalizer.normalize("http://a.org/?utm_source=x&a&fbclid=y"));
    for (String kept :
        new String[] {
          "http://a.org/?ref=1&source=2&id=3&sid=4&trk=5&cid=6&b=1&a=2",
          "http://www.a.org/index.html",
          "http://a.org/b/"
        }) {
      assertEquals(kept, normalizer.normalize(kept));
    }
  }

  @Test
  void sitesHaveRulesAndNoLogoutLinks() {
    var conf = new Configuration();
    String before = UrlRules.rules(conf);
    conf.set(
        "orbweaver.sites",
        "[host a.org]\nrules -glob *.pdf\nrules +prefix https://a.org/\ncookies site\n");
    assertNotEquals(before, UrlRules.rules(conf), "refused seeds count again");
    UrlFilters filters = UrlRules.filters(conf);
    assertTrue(filters.accepts("https://a.org/x"));
    assertTrue(filters.accepts("https://b.org/x.pdf"));
    assertEquals("site host a.org:1, '-glob *.pdf'", filters.refusal("https://a.org/x.pdf"));
    assertFalse(filters.acceptsSitemap("https://a.org/x.pdf"));
    assertTrue(filters.refusal("https://a.org/logout").startsWith("site host a.org: it may log"));
    assertTrue(filters.accepts("https://b.org/logout"));
  }

  @Test
  void rulesOfAllFilesTravelInTheConfiguration() throws Exception {
    var conf = new Configuration();
    Map<String, String> files =
        Map.ofEntries(
            entry("orbweaver.url.parameters.file", "-x\n"),
            entry("urlnormalizer.hosts.file", "m.a.org a.org\n"),
            entry("urlnormalizer.protocols.file", "a.org https\n"),
            entry("urlnormalizer.slashes.file", "a.org -\n"),
            entry("urlnormalizer.regex.file", "\uFEFF" + REGEX),
            entry("urlfilter.automaton.file", "-.*\\.z\n+.*\n"),
            entry("urlfilter.prefix.file", "https://a\n"),
            entry("urlfilter.domain.file", "a.org\nb.org\n"),
            entry("urlfilter.domaindenylist.file", "b.org\n"));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = Files.writeString(dir.resolve(file.getKey()), file.getValue());
      conf.set(file.getKey(), path.toString());
    }
    String before = UrlRules.rules(conf);
    assertEquals(List.of(), UrlRules.faults(conf));
    UrlRules.embed(conf);
    for (String file : files.keySet()) {
      Files.delete(dir.resolve(file));
    }
    assertEquals(before, UrlRules.rules(conf));
    String normal = UrlRules.normalizer(conf).normalize("http://m.a.org/q/p/?x=1&utm_source=2");
    assertEquals("https://a.org/r/p?utm_source=2", normal);
    UrlFilters filters = UrlRules.filters(conf);
    assertTrue(filters.accepts(normal));
    for (String refused :
        new String[] {"https://a.org/x.z", "http://a.org/", "https://b.org/", "https://ab.org/"}) {
      assertFalse(filters.accepts(refused), refused);
    }
    UrlKeys.VALIDATOR.set(conf, true);
    String decisions = UrlRules.filters(conf).decisions("https://localhost/").toString();
    assertTrue(decisions.contains("orbweaver.urlfilter.validator: 'localhost' is"), decisions);
  }

  private static final String REGEX =
      "<regex-normalize><regex><pattern>/q/</pattern><substitution>/r/</substitution></regex>"
          + "</regex-normalize>";

  @Test
  void faultsNameFileAndLine() throws Exception {
    var conf = new Configuration();
    Path bad = Files.writeString(dir.resolve("bad"), "-a\n*\n");
    UrlKeys.PARAMETERS.set(conf, bad.toString());
    UrlKeys.AUTOMATON_FILTER.set(conf, bad.toString());
    List<String> faults = UrlRules.faults(conf);
    assertEquals(2, faults.size(), faults.toString());
    assertTrue(faults.get(0).startsWith("URL filter " + bad + ":2: "), faults.get(0));
    assertTrue(faults.get(1).startsWith("URL rule " + bad + ":2: "), faults.get(1));
    UrlKeys.PREFIX_FILTER.set(conf, dir.resolve("absent").toString());
    assertTrue(UrlKeys.PREFIX_FILTER.fault(conf).isPresent(), "only the default may be missing");
    assertThrows(OrbException.class, () -> UrlRules.filters(conf));
  }

  @Test
  void policyReadsNutchsSettings() {
    var conf = new Configuration();
    conf.set("db.ignore.external.links", "true");
    conf.set("db.ignore.external.links.mode", "byDomain");
    assertTrue(UrlRules.links(conf).follow("http://a.b.org/", "http://c.b.org/"));
    assertFalse(UrlRules.links(conf).follow("http://a.b.org/", "http://c.org/"));
    conf.set("db.ignore.external.links.mode", "byMoon");
    assertThrows(OrbException.class, () -> UrlRules.links(conf));
  }

  private static final String NO_FORUMS =
      """
      import java.util.List;
      import org.orbweaver.plugin.*;

      public class NoForums implements Plugin, UrlRule {
        private String word;

        @Override
        public List<UrlRule> urlRules(PluginSettings settings) {
          word = settings.require("word");
          return List.of(UrlRule.refusing("forums", url -> url.contains(word)), this);
        }

        @Override
        public UrlDecision decision(String url) {
          if (url.endsWith("/broken")) {
            throw new IllegalStateException("no list of pages");
          }
          return null;
        }

        @Override
        public String normalize(String url) {
          return url.replace("//m.", "//");
        }
      }
      """;

  @Test
  void rulesOfPluginsComeAfterOursAndAreShipped(@TempDir Path plugins) throws IOException {
    Configuration conf = new Configuration();
    String before = UrlRules.rules(conf);
    PluginJar.build(plugins, "forums", "NoForums", NO_FORUMS);
    PluginKeys.FOLDERS.set(conf, List.of(plugins.toString()));
    String told = UrlRules.faults(conf).toString();
    assertTrue(told.contains("plugin forums: its setting word is missing"), told);
    PluginKeys.SETTINGS.set(conf, "forums.word=/forum/");
    assertNotEquals(before, UrlRules.rules(conf), "refused seeds count again");
    UrlRules.embed(conf);
    UrlFilters filters = UrlRules.filters(conf);
    assertEquals("plugin forums: forums: refused", filters.refusal("http://a.org/forum/1"));
    assertEquals("plugin forums: no list of pages", filters.refusal("http://a.org/broken"));
    assertTrue(filters.refusal("http://a.org/broken.gif").startsWith("suffix-urlfilter.txt:"));
    assertTrue(filters.accepts("http://a.org/1"));
    assertEquals("http://a.org/1", UrlRules.normalizer(conf).normalize("http://m.a.org/1#2"));
    assertEquals("http://a.org/1", UrlRules.ofWeb(conf).normalize("http://m.a.org/1#2"));
    String one = UrlRules.rules(conf);
    PluginKeys.SETTINGS.set(conf, "forums.word=/talk/");
    assertNotEquals(one, UrlRules.rules(conf));
  }
}
