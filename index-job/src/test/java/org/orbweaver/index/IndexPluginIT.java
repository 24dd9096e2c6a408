package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.plan.IndexCounter;
import org.orbweaver.index.shards.IndexJob;
import org.orbweaver.testkit.PluginJar;

/** Fields of sites and of a plugin in the index, and a plugin's format of exports. */
class IndexPluginIT {
  private static final String BASE = "http://www.example.org/";

  private static final String SHOP =
      """
      package shop;

      import java.io.IOException;
      import java.io.OutputStream;
      import java.nio.charset.StandardCharsets;
      import java.util.List;
      import java.util.Map;
      import org.orbweaver.plugin.*;

      public final class Shop implements Plugin {
        @Override
        public List<IndexFields> indexFields(PluginSettings settings) {
          return List.of(
              (page, out) -> {
                out.text("Summary", page.text());
                if (page.url().contains("broken")) {
                  out.keyword("date", "not of a plugin");
                }
                if (page.title().contains("Secret")) {
                  out.leaveOut();
                }
                out.keyword("section", page.url().split("/")[3]);
                out.keyword("prices", "" + page.fields().getOrDefault("price", List.of()).size());
              });
        }

        @Override
        public List<RowFormat> rowFormats(PluginSettings settings) {
          String bad = settings.get("bad", "none");
          return List.of(
              new RowFormat() {
                @Override
                public String name() {
                  return "urls";
                }

                @Override
                public String extension() {
                  return "txt";
                }

                @Override
                public byte[] row(Map<String, Object> row, List<Column> columns) {
                  String url = (String) row.get("url");
                  if (url.endsWith(bad)) {
                    throw new IllegalStateException("no such page");
                  }
                  return (url + " " + row.get("price") + "\\n").getBytes(StandardCharsets.UTF_8);
                }
              });
        }
      }
      """;

  private final Configuration conf = new Configuration();
  private final CrawlFixture pages = new CrawlFixture();

  @TempDir private Path folder;
  private Path crawl;

  @BeforeEach
  void plugin() throws IOException {
    crawl = folder.resolve("crawl");
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    conf.set("orbweaver.plugins", folder.resolve("plugins").toString());
    conf.setInt("orbweaver.index.shards", 1);
    conf.setInt("orbweaver.index.deleted.max.percent", 90);
    PluginJar.build(folder.resolve("plugins"), "shop", "shop.Shop", SHOP);
    page("shop/a", "Zebra a", "field.price", "19.99 EUR\n21 USD", "field.title", "refused");
    page("shop/b", "Zebra b", "field.price", "5 EUR");
    page("shop/broken", "Zebra broken", "field.price", "7 EUR");
    page("news/secret", "Secret zebra");
    page("news/open", "Zebra news");
    write();
  }

  private void page(String name, String title, String... meta) {
    pages.crawled(BASE + name, CrawlDatum.STATUS_DB_FETCHED);
    pages.parsed("20260101000000", BASE + name, title, "text of " + name, meta);
  }

  private void write() throws IOException {
    for (String store : List.of("crawldb", "segments")) {
      FileUtil.fullyDelete(crawl.resolve(store).toFile());
    }
    pages.write(conf, crawl);
  }

  private IndexPhase.BuiltIndex index(IndexJob.WriterKind writer) throws IOException {
    try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "index")) {
      return new IndexPhase().run(session, new IndexPhase.BuildOptions(1, false, writer));
    }
  }

  private Set<String> find(String query) throws IOException {
    Set<String> found = new TreeSet<>();
    for (String line : run(0, "search", crawl.toString(), query, "--json").lines().toList()) {
      if (line.startsWith("{\"rank\"")) {
        found.add(((String) Json.parse(line).get("url")).substring(BASE.length()));
      }
    }
    return found;
  }

  @Test
  void fieldsAreSearchedShownAndExported() throws IOException {
    String summary = run(0, "index", crawl.toString());
    assertTrue(summary.contains("4 documents in 1 shard (5 new or changed)"), summary);
    assertTrue(summary.contains(", 1 by plugins; plugins failed 1 time, see the log"), summary);
    assertEquals(Set.of("shop/a", "shop/b"), find("section:SHOP"));
    assertEquals(Set.of("shop/a"), find("section:shop price:usd"));
    assertEquals(Set.of("shop/a", "shop/b", "shop/broken"), find("price:eur zebra"));
    assertEquals(Set.of("shop/broken"), find("zebra -section:shop -section:news"));
    assertEquals(Set.of("shop/b"), find("prices:1"));
    assertEquals(Set.of("news/open"), find("summary:\"of news\""));
    assertEquals(Set.of(), find("summary:broken"));
    assertEquals(Set.of(), find("secret"));
    assertTrue(run(2, "search", crawl.toString(), "pric:5").contains("did you mean price"));
    String hit = run(0, "search", crawl.toString(), "prices:2", "--json").lines().findFirst().get();
    assertEquals(
        Map.of(
            "price",
            List.of("19.99 EUR", "21 USD"),
            "prices",
            List.of("2"),
            "section",
            List.of("shop"),
            "summary",
            List.of("text of shop/a")),
        Json.parse(hit).get("fields"));
    assertTrue(
        run(0, "search", crawl.toString(), "prices:2").contains("price: 19.99 EUR | 21 USD"));

    assertEquals(
        Set.of(
            BASE + "news/open null",
            BASE + "shop/a [19.99 EUR, 21 USD]",
            BASE + "shop/b [5 EUR]",
            BASE + "shop/broken [7 EUR]"),
        Set.copyOf(Files.readAllLines(export("urls").resolve("pages-00000.txt"))));
    List<String> tsv = Files.readAllLines(export("tsv").resolve("pages-00000.tsv"));
    assertTrue(tsv.get(0).endsWith("\tprice\tprices\tsection\tsummary"), tsv.get(0));
    assertTrue(
        tsv.stream().anyMatch(l -> l.endsWith("\t19.99 EUR\\n21 USD\t2\tshop\ttext of shop/a")));
    String mapping = Files.readString(export("opensearch").resolve("mapping.json"));
    assertTrue(mapping.contains("\"prices\" : {"), mapping);
  }

  private Path export(String format) throws IOException {
    Path out = folder.resolve("out-" + format);
    run(0, "export", crawl.toString(), "--format", format, "--out", out.toString());
    return out;
  }

  @Test
  void anExportThatFailsLeavesNothing() throws IOException {
    index(IndexJob.WriterKind.CODEC);
    conf.set("orbweaver.plugins.settings", "shop.bad=shop/b");
    Path out = folder.resolve("bad");
    String said = run(1, "export", crawl.toString(), "--format", "urls", "--out", out.toString());
    String expected =
        "plugin shop: its format urls failed at " + BASE + "shop/b: no such page; nothing was";
    assertTrue(said.contains(expected), said);
    assertFalse(Files.exists(out));
    said = run(2, "export", crawl.toString(), "--format", "url", "--out", out.toString());
    assertTrue(
        said.contains(
            "ciff, corpus, csv, hbase, jsonl, markdown, markdown-jsonl, opensearch, owi, parquet,"
                + " solr, tsv, urls, wacz, warc"),
        said);
    assertTrue(said.contains("did you mean urls?"), said);
  }

  @Test
  void theIndexWriterWritesTheSame() throws IOException {
    IndexPhase.BuiltIndex built = index(IndexJob.WriterKind.INDEXWRITER);
    assertEquals(4, built.meta().docs());
    assertEquals(Set.of("price", "prices", "section", "summary"), built.meta().pageFields());
    assertEquals(Set.of("shop/a", "shop/b"), find("section:SHOP"));
    assertEquals(Set.of("news/open"), find("summary:\"of news\""));
  }

  @Test
  void aChangedFieldOrPluginIsIndexedAnew() throws IOException {
    index(IndexJob.WriterKind.CODEC);
    IndexPhase.BuiltIndex same = index(IndexJob.WriterKind.CODEC);
    assertEquals(5, same.count(IndexCounter.UNCHANGED));
    assertEquals(1, same.count(IndexCounter.LEFT_OUT));
    assertEquals(4, same.meta().docs());

    page("shop/b", "Zebra b", "field.price", "6 EUR");
    page("news/secret", "Public zebra", "field.new-one", "x");
    page("news/open", "Secret news");
    write();
    IndexPhase.BuiltIndex upon = index(IndexJob.WriterKind.CODEC);
    assertEquals(2, upon.count(IndexCounter.UNCHANGED));
    assertEquals(1, upon.count(IndexCounter.LEFT_OUT));
    assertEquals(4, upon.meta().docs());
    assertEquals(Set.of("shop/b"), find("price:6"));
    assertEquals(Set.of("shop/a"), find("price:usd"));
    assertEquals(Set.of("news/secret"), find("section:news"));
    assertEquals(Set.of("news/secret"), find("new-one:x"));

    PluginJar.build(
        folder.resolve("plugins"), "shop", "shop.Shop", SHOP.replace("\"prices\"", "\"amount\""));
    IndexPhase.BuiltIndex anew = index(IndexJob.WriterKind.CODEC);
    assertEquals(0, anew.count(IndexCounter.UNCHANGED));
    assertEquals(Set.of("shop/b"), find("amount:1"));
    assertFalse(anew.meta().pageFields().contains("prices"));
  }

  @Test
  void otherPluginsDoNotCauseAWholeIndex() throws IOException {
    index(IndexJob.WriterKind.CODEC);
    PluginJar.build(
        folder.resolve("plugins"),
        "other",
        "other.Other",
        "package other; public final class Other implements org.orbweaver.plugin.Plugin {}");
    conf.set("orbweaver.plugins.settings", "other.key=1");
    assertEquals(5, index(IndexJob.WriterKind.CODEC).count(IndexCounter.UNCHANGED));
    conf.set("orbweaver.plugins.settings", "other.key=1\nshop.key=1");
    assertEquals(0, index(IndexJob.WriterKind.CODEC).count(IndexCounter.UNCHANGED));
  }

  @Test
  void fieldsAreCutAsSnippetsAre() throws IOException {
    String price = "7 EUR " + "and more ".repeat(40);
    page("shop/a", "Zebra a", "field.price", "19.99 EUR", "robots", "max-snippet: 6");
    page("shop/b", "Zebra b", "field.price", "5 EUR", "robots", "nosnippet");
    page("shop/broken", "Zebra broken", "field.price", price);
    write();
    index(IndexJob.WriterKind.CODEC);
    Map<String, Object> shown = new TreeMap<>();
    for (String line : run(0, "search", crawl.toString(), "price:eur", "--json").lines().toList()) {
      if (line.startsWith("{\"rank\"")) {
        Map<String, Object> hit = Json.parse(line);
        Object fields = hit.get("fields");
        shown.put(
            ((String) hit.get("url")).substring(BASE.length()),
            fields instanceof Map<?, ?> all && all.containsKey("price") ? all.get("price") : "");
      }
    }
    assertEquals(
        Map.of(
            "shop/a", List.of("19.99\u2026"), "shop/b", "", "shop/broken", List.of(price.strip())),
        shown);
    String terminal = run(0, "search", crawl.toString(), "price:7");
    String line = terminal.lines().filter(l -> l.contains("price: ")).findFirst().get();
    assertTrue(line.endsWith("\u2026") && line.length() < 220, line);
  }

  @Test
  void aFieldOfOneOfSeveralCrawlsIsSearchedInAll() throws IOException {
    index(IndexJob.WriterKind.CODEC);
    Path first = crawl;
    crawl = folder.resolve("second");
    CrawlFixture others = new CrawlFixture();
    others.crawled(BASE + "other", CrawlDatum.STATUS_DB_FETCHED);
    others.parsed("20260101000000", BASE + "other", "Other zebra", "text", "field.color", "red");
    others.write(conf, crawl);
    conf.set("orbweaver.plugins", Files.createDirectories(folder.resolve("none")).toString());
    index(IndexJob.WriterKind.CODEC);
    String both = "--also=" + first;
    String second = crawl.toString();
    assertTrue(run(2, "search", second, "price:usd").contains("unknown field"));
    String found = run(0, "search", second, "price:usd", both);
    assertTrue(found.contains("shop/a") && !found.contains("failed"), found);
    found = run(0, "search", second, "color:red OR price:usd", both);
    assertTrue(found.contains("shop/a") && found.contains(BASE + "other"), found);
    assertTrue(run(2, "search", second, "size:2", both).contains("unknown field"));
  }

  private String run(int exit, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code =
        OrbMain.run(
            "index-job.jar",
            args,
            IndexCommands.all(),
            IndexCommands.readers(),
            new Console(stream, stream, false),
            new Configuration(conf));
    String output = out.toString(StandardCharsets.UTF_8);
    assertEquals(exit, code, () -> String.join(" ", args) + "\n" + output);
    return output;
  }
}
