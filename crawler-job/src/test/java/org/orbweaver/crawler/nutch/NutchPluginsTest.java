package org.orbweaver.crawler.nutch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.NutchExtensions;
import org.orbweaver.common.plugin.PluginKeys;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.plugin.PageFilter;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.ScoringRule;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;
import org.orbweaver.testkit.NutchPluginFolder;

class NutchPluginsTest {
  private static final String URL_FILTER = "org.apache.nutch.net.URLFilter";
  private static final String PAGE_FILTER = "org.apache.nutch.parse.HtmlParseFilter";
  private static final String URL = "http://a.example/b";

  @TempDir Path temp;
  private NutchPluginFolder plugins;
  private final Configuration conf = new Configuration(false);

  @BeforeEach
  void folder() throws Exception {
    plugins = new NutchPluginFolder(temp.resolve("nutch plugins"));
    conf.set("plugin.folders", plugins.path().toString());
  }

  private <T> List<T> of(BiFunction<Plugin, PluginSettings, List<T>> kind) {
    return provided(kind).stream().map(Provided::part).toList();
  }

  private <T> List<Provided<T>> provided(BiFunction<Plugin, PluginSettings, List<T>> kind) {
    return Plugins.all(conf, kind).stream().filter(it -> !it.isOwn()).toList();
  }

  private List<UrlRule> urlRules() {
    return of(Plugin::urlRules);
  }

  private static String configurable(String name, String implemented, String body) {
    return """
    package n;
    public class %s implements %s {
      org.apache.hadoop.conf.Configuration conf;
      public void setConf(org.apache.hadoop.conf.Configuration conf) { this.conf = conf; }
      public org.apache.hadoop.conf.Configuration getConf() { return conf; }
      %s
    }
    """
        .formatted(name, implemented, body);
  }

  private void urlFilter(String name, String body, String... needs) throws Exception {
    plugins.add(
        "urlfilter-" + name.toLowerCase(java.util.Locale.ROOT),
        URL_FILTER,
        "n." + name,
        configurable(
            name,
            URL_FILTER,
            "public String filter(String url) { try {"
                + body
                + "} catch (Exception e) {"
                + " throw new RuntimeException(e); } }"),
        needs);
  }

  private static String line(String id, List<NutchExtensions.Use> report) {
    return report.stream()
        .filter(it -> it.plugin().equals(id))
        .map(it -> it.version() + " " + it.point() + " " + it.use())
        .findFirst()
        .orElse("none");
  }

  @Test
  void urlRulesDecideWithTheLibraryAndTheFileOfTheirPlugin() throws Exception {
    plugins.add(
        "lib-words",
        "",
        "lib.Words",
        "package lib; public class Words { public static final String BAD = \"bad\"; }");
    urlFilter(
        "Words",
        """
        String bad = (String) getClass().getClassLoader().loadClass("lib.Words").getField("BAD").get(null);
        String more = new java.io.BufferedReader(conf.getConfResourceAsReader(conf.get("words.file"))).readLine();
        return url.contains(bad) || url.contains(more) || url.contains(conf.get("parser.character.encoding.default"))
            ? null : url;
        """,
        "lib-words");
    plugins.add(
        "urlnormalizer-short",
        "org.apache.nutch.net.URLNormalizer",
        "n.Short",
        configurable(
            "Short",
            "org.apache.nutch.net.URLNormalizer",
            "public String normalize(String url, String scope) throws java.net.MalformedURLException {"
                + " if (url.contains(\"!\")) throw new java.net.MalformedURLException();"
                + " return url.replace(\"/long/\", \"/\" + scope + \"/\"); }"));
    Files.writeString(plugins.path().resolve("urlfilter-words/words.txt"), "worse\n");
    conf.set("words.file", "words.txt");

    List<UrlRule> rules = urlRules();
    assertEquals(2, rules.size());
    assertEquals("http://a/default/b", rules.get(0).normalize("http://a/long/b"));
    assertNull(rules.get(0).normalize("http://a/!"));
    assertNull(rules.get(1).decision("http://a/good"));
    assertEquals("Nutch's Words: refused", rules.get(1).decision("http://a/bad").toString());
    assertTrue(!rules.get(1).decision("http://a/worse").accepted());
    // A default of nutch-default.xml.
    assertTrue(!rules.get(1).decision("http://a/windows-1252").accepted());
  }

  @Test
  void aBrokenPluginCostsOnlyItself() throws Exception {
    urlFilter("Good", "if (conf == null) throw new java.io.IOException(); return url;");
    urlFilter("Needy", "return url.substring(Class.forName(\"x\").getModifiers());", "lib-none");
    urlFilter(
        "Ring", "return url.substring(Class.forName(\"x\").getModifiers());", "urlfilter-ring");
    urlFilter("Torn", "return url.substring(Class.forName(\"x\").getModifiers());");
    Files.delete(plugins.path().resolve("urlfilter-torn/urlfilter-torn.jar"));
    urlFilter("Old", "return url.substring(Class.forName(\"x\").getModifiers());");
    Files.writeString(
        plugins.path().resolve("urlfilter-old/plugin.xml"),
        Files.readString(plugins.path().resolve("urlfilter-old/plugin.xml"))
            .replace("n.Old", "n.New"));
    plugins.add(
        "urlfilter-lost",
        URL_FILTER,
        "n.Lost",
        configurable(
            "Lost",
            URL_FILTER,
            "{ if (true) throw new NoClassDefFoundError(\"x/Y\"); }"
                + " public String filter(String url) { return url; }"));
    plugins.manifest("unfinished", "<runtime>");
    plugins.manifest(
        "elsewhere", "<extension point=\"org.other\"><implementation class=\"x\"/></extension>");
    plugins.manifest(
        "parse-x",
        "<requires><import plugin=\"nutch-extensionpoints\"/></requires>"
            + "<extension point=\"org.apache.nutch.parse.Parser\"><implementation class=\"x\"/></extension>");

    List<UrlRule> rules = urlRules();
    assertEquals(1, rules.size());
    assertNull(rules.get(0).decision(URL));
    List<NutchExtensions.Use> report = NutchExtensions.report(conf);
    assertEquals("1.0 " + URL_FILTER + " used as a URL rule", line("urlfilter-good", report));
    Map<String, String> reasons =
        Map.of(
            "urlfilter-needy", "it needs the plugin lib-none: it is in none of plugin.folders",
            "urlfilter-ring", "need each other in a circle",
            "urlfilter-torn", "its library urlfilter-torn.jar is missing",
            "urlfilter-old", "it cannot be loaded: ClassNotFoundException: n.New",
            "urlfilter-lost", "it cannot be loaded: NoClassDefFoundError: x/Y",
            "unfinished", "its plugin.xml is missing or cannot be read",
            "elsewhere", "this point has no counterpart here",
            "parse-x", "processes without Hadoop");
    reasons.forEach((id, why) -> assertTrue(line(id, report).contains(why), line(id, report)));
    assertTrue(line("urlfilter-torn", report).contains(plugins.path() + "/urlfilter-torn"));
  }

  @Test
  void aPluginThatRefusesItsSettingsEndsTheCommandUnlessItIsExcluded() throws Exception {
    plugins.add(
        "urlfilter-picky",
        URL_FILTER,
        "n.Picky",
        configurable("Picky", URL_FILTER, "public String filter(String url) { return url; }")
            .replace("this.conf = conf;", "throw new IllegalArgumentException(\"no rules\");"));
    OrbException e = assertThrows(OrbException.class, this::urlRules);
    assertTrue(e.getMessage().contains("urlfilter-picky in " + plugins.path()), e.getMessage());
    assertTrue(e.getMessage().contains("no rules; "), e.getMessage());
    conf.set(PluginKeys.NUTCH_EXCLUDES.name(), "urlfilter-.*");
    assertEquals(List.of(), urlRules());
    assertTrue(line("urlfilter-picky", NutchExtensions.report(conf)).contains("plugin.excludes"));
  }

  @Test
  void theOrderOfASettingHoldsAndFailuresNameTheirClass() throws Exception {
    urlFilter("A", "throw new java.io.IOException(\"a\");");
    urlFilter("B", "throw new java.io.IOException(\"b\");");
    urlFilter("C", "throw new java.io.IOException(\"c\");");
    conf.set("urlfilter.order", "n.C n.A n.Unknown");
    List<String> messages =
        UrlRules.filters(conf).decisions(URL).stream()
            .filter(it -> !it.accepted())
            .map(UrlDecision::toString)
            .toList();
    assertEquals(
        List.of("Nutch's C: java.io.IOException: c", "Nutch's A: java.io.IOException: a"),
        messages);
  }

  private void pageFilter(String name, String body) throws Exception {
    plugins.add(
        "parsefilter-" + name.toLowerCase(java.util.Locale.ROOT),
        PAGE_FILTER,
        "n." + name,
        configurable(
            name,
            PAGE_FILTER,
            """
            public org.apache.nutch.parse.ParseResult filter(org.apache.nutch.protocol.Content content,
                org.apache.nutch.parse.ParseResult result, org.apache.nutch.parse.HTMLMetaTags tags,
                org.w3c.dom.DocumentFragment dom) {
              org.apache.nutch.parse.ParseData data = result.get(content.getUrl()).getData();
              org.apache.nutch.metadata.Metadata meta = data.getParseMeta();"""
                + body
                + "}"));
  }

  /** An object whose methods give values; calls of others are noted. */
  private static <T> T fake(Class<T> type, Map<String, Object> values, List<String> calls) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals("header")) {
                return arguments[0].equals("Content-Type") ? List.of("text/html") : List.of();
              }
              if (values.containsKey(method.getName())) {
                return values.get(method.getName());
              }
              calls.add(method.getName() + List.of(arguments));
              return null;
            }));
  }

  private List<String> filtered(String html) throws Exception {
    List<String> calls = new ArrayList<>();
    PageFilter.Page page =
        fake(
            PageFilter.Page.class,
            Map.of(
                "url",
                URL,
                "dom",
                html.isEmpty() ? Optional.empty() : Optional.of(Jsoup.parse(html, URL)),
                "title",
                "T",
                "text",
                "the text",
                "metadata",
                Map.of("robots", "nofollow", "field.price", "1\n2", "kind", "article"),
                "links",
                List.of(new PageFilter.Link("http://a.example/old", "old")),
                "content",
                html.getBytes(StandardCharsets.UTF_8)),
            calls);
    for (Provided<PageFilter> one : provided(Plugin::pageFilters)) {
      try {
        one.ask(
            filter -> {
              filter.filter(page);
              return null;
            });
      } catch (PluginException e) {
        calls.add(e.getMessage());
      }
    }
    return calls;
  }

  @Test
  void pageFiltersAddFieldsAndLinks() throws Exception {
    pageFilter(
        "Adds",
        """
        org.w3c.dom.Element html = (org.w3c.dom.Element) dom.getFirstChild();
        meta.add("h1", html.getElementsByTagName("h1").item(0).getTextContent());
        meta.add("metatag.og:title", tags.getGeneralTags().get("og:title"));
        meta.add("seen", String.join(",", data.getTitle(), result.get(content.getUrl()).getText(),
            content.getContentType(), content.getMetadata().get("Content-Type"),
            "" + content.getContent().length, "" + tags.getNoFollow() + tags.getNoIndex(),
            String.join("+", meta.getValues("price")), data.getOutlinks()[0].getToUrl(),
            tags.getHttpEquivTags().getProperty("refresh")));
        meta.add("price", "3");
        try {
          data.setOutlinks(new org.apache.nutch.parse.Outlink[] {
              data.getOutlinks()[0], new org.apache.nutch.parse.Outlink("http://b.example/new", "new")});
        } catch (java.net.MalformedURLException e) {
          throw new RuntimeException(e);
        }
        return result;
        """);
    pageFilter("Breaks", "throw new IllegalArgumentException(\"no\");");
    pageFilter("Chained", "meta.add(\"chained\", meta.get(\"h1\")); return result;");
    String html =
        "<meta property=og:title content=OG><meta http-equiv=Refresh content=9><h1>Head</h1>";
    assertEquals(
        List.of(
            "Nutch's Breaks: no",
            "field[chained, Head]",
            "field[h1, Head]",
            "field[metatag.og_title, OG]",
            "field[price, 3]",
            "field[seen, T,the text,text/html,text/html,"
                + html.length()
                + ",truefalse,1+2,http://a.example/old,9]",
            "link[http://b.example/new, new]"),
        filtered(html));
    assertEquals(List.of(), filtered(""));
  }

  @Test
  void aPageWhoseParseAFilterTakesAwayIsNoContent() throws Exception {
    pageFilter("Empty", "return new org.apache.nutch.parse.ParseResult(content.getUrl());");
    assertEquals(List.of("verdict[NO_CONTENT]"), filtered("<p>x"));
  }

  @Test
  void scoringFiltersAreTheOrderNutch() throws Exception {
    plugins.add(
        "scoring-x",
        "org.apache.nutch.scoring.ScoringFilter",
        "n.Scoring",
        """
        package n;
        import java.util.*;
        import org.apache.hadoop.io.Text;
        import org.apache.nutch.crawl.CrawlDatum;
        import org.apache.nutch.metadata.Nutch;
        import org.apache.nutch.parse.ParseData;
        public class Scoring extends org.apache.nutch.scoring.AbstractScoringFilter {
          public void initialScore(Text url, CrawlDatum datum) { datum.setScore(0.25f); }
          public float generatorSortValue(Text url, CrawlDatum datum, float sort) {
            return sort * datum.getScore() + (System.currentTimeMillis() - datum.getFetchTime()) / 1000 / 50;
          }
          public CrawlDatum distributeScoreToOutlinks(Text from, ParseData data,
              Collection<Map.Entry<Text, CrawlDatum>> targets, CrawlDatum adjust, int all) {
            if (from.toString().endsWith("deep")) { targets.clear(); return adjust; }
            float score = Float.parseFloat(data.getContentMeta().get(Nutch.SCORE_KEY)) / targets.size();
            for (Map.Entry<Text, CrawlDatum> target : targets) {
              target.getValue().setScore(target.getValue().getScore() + score);
            }
            return adjust;
          }
        }
        """);
    ScoringRule rule = of(Plugin::scoringRules).get(0);
    assertEquals("nutch", rule.name());
    assertEquals(ScoringRule.Combination.SUM, rule.combination());
    assertEquals(0.5f, rule.share(source(URL), "http://b.example/"));
    assertEquals(0f, rule.share(source("http://a.example/deep"), "http://b.example/"));
    Map<String, Object> due = Map.of("url", URL, "score", 3f, "dueSeconds", dueSeconds(100));
    assertEquals(5f, rule.priority(fake(ScoringRule.Candidate.class, due, List.of())));
  }

  /** In the type of the interface's method. */
  private static Object dueSeconds(int seconds) throws Exception {
    Class<?> type = ScoringRule.Candidate.class.getMethod("dueSeconds").getReturnType();
    return type == double.class ? (Object) (double) seconds : (Object) (float) seconds;
  }

  private static ScoringRule.Source source(String url) {
    return fake(ScoringRule.Source.class, Map.of("url", url, "score", 1f, "links", 4), List.of());
  }

  @Test
  void withoutFoldersThereIsNothing() {
    conf.unset("plugin.folders");
    assertEquals(List.of(), urlRules());
    assertEquals(List.of(), NutchExtensions.report(conf));
  }
}
