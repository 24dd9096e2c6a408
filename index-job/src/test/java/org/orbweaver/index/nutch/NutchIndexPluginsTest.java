package org.orbweaver.index.nutch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.plugin.IndexFields;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;
import org.orbweaver.testkit.NutchPluginFolder;

class NutchIndexPluginsTest {
  @TempDir Path temp;

  private static String filter(String name, String body) {
    return """
    package n;
    public class %s implements org.apache.nutch.indexer.IndexingFilter {
      public void setConf(org.apache.hadoop.conf.Configuration conf) {}
      public org.apache.hadoop.conf.Configuration getConf() { return null; }
      public org.apache.nutch.indexer.NutchDocument filter(org.apache.nutch.indexer.NutchDocument doc,
          org.apache.nutch.parse.Parse parse, org.apache.hadoop.io.Text url,
          org.apache.nutch.crawl.CrawlDatum datum, org.apache.nutch.crawl.Inlinks inlinks) {
        %s
      }
    }
    """
        .formatted(name, body);
  }

  private static <T> T fake(Class<T> type, Map<String, Object> values, List<String> calls) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (values.containsKey(method.getName())) {
                return values.get(method.getName());
              }
              calls.add(method.getName() + (arguments == null ? "" : List.of(arguments)));
              return null;
            }));
  }

  private static List<String> indexed(Configuration conf, String url) throws Exception {
    List<String> calls = new ArrayList<>();
    IndexFields.Page page =
        fake(
            IndexFields.Page.class,
            Map.of(
                "url",
                url,
                "title",
                "T",
                "text",
                "the text",
                "metadata",
                Map.of("author", List.of("A")),
                "fields",
                Map.of("metatag.x", List.of("1", "2")),
                "anchors",
                List.of("one", "two")),
            calls);
    IndexFields.Output output = fake(IndexFields.Output.class, Map.of(), calls);
    for (Provided<IndexFields> one : Plugins.all(conf, Plugin::indexFields)) {
      if (!one.isOwn()) {
        try {
          one.ask(
              part -> {
                part.fields(page, output);
                return null;
              });
        } catch (PluginException e) {
          calls.add(e.getMessage());
        }
      }
    }
    return calls;
  }

  @Test
  void filtersWorkOnOneDocumentWhoseFieldsAreIndexed() throws Exception {
    NutchPluginFolder plugins = new NutchPluginFolder(temp);
    String point = "org.apache.nutch.indexer.IndexingFilter";
    plugins.add(
        "index-a",
        point,
        "n.Adds",
        filter(
            "Adds",
            """
            if (url.toString().endsWith("/secret")) return null;
            doc.add("title", parse.getData().getTitle());
            doc.add("A.b:c", parse.getText() + parse.getData().getMeta("author"));
            doc.add("anchors", inlinks.getAnchors().length);
            doc.add("when", new java.util.Date(0));
            for (String x : parse.getData().getParseMeta().getValues("metatag.x")) doc.add("x", x);
            return doc;"""));
    plugins.add(
        "index-b", point, "n.Breaks", filter("Breaks", "throw new RuntimeException(\"no\");"));
    plugins.add(
        "index-c",
        point,
        "n.Sees",
        filter("Sees", "doc.add(\"seen\", doc.getFieldValue(\"x\")); return doc;"));
    Configuration conf = new Configuration(false);
    conf.set("plugin.folders", temp.toString());
    List<String> calls = indexed(conf, "http://a.example/");
    assertEquals("Nutch's Breaks: no", calls.remove(0));
    calls.sort(null);
    assertEquals(
        List.of(
            "keyword[anchors, 2]",
            "keyword[when, 1970-01-01T00:00:00Z]",
            "text[a_b_c, the textA]",
            "text[seen, 1]",
            "text[x, 1]",
            "text[x, 2]"),
        calls);
    assertEquals(List.of("leaveOut"), indexed(conf, "http://a.example/secret"));
  }
}
