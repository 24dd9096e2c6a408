package org.orbweaver.index;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.text.Progress;
import org.orbweaver.crawler.corpus.CorpusRecipe;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.export.ExportFormat;
import org.orbweaver.index.export.ExportOptions;
import org.orbweaver.index.export.IndexExport;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.testkit.Ciff;

/** Exports, read back by small readers of their formats and compared with the index. */
class ExportIT {
  private static final String SEGMENT = "20260101000000";
  private static final String BASE = "http://www.example.org/";
  private static final int PAGES = 40;

  private static final Configuration CONF = new Configuration();

  @TempDir private static Path folder;
  private static Path crawl;

  @BeforeAll
  static void writeIndex() throws IOException {
    crawl = folder.resolve("crawl");
    CONF.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    CrawlFixture pages = new CrawlFixture();
    String[][] odd = {
      {
        "formula",
        "=SUM(A1:A9)",
        "usage",
        "search:y ai-train:n",
        "author",
        "-x- \t Ada",
        "main",
        "0-10"
      },
      {"escapes", "C:\\temp\\new \u001b[1m\u2028 next", "usage", "ai-train:y tdm:n"},
      {"quotes", "\"quoted\" <b>&amp;</b> \ud83d\udd78 全文検索", "lang", "zh-cn"},
      {"path/" + "x".repeat(600), "A long URL", "type", "application/pdf"},
      {"deleted", "Deleted since", "lang", "en"},
      {"topical", "", "topics", "Apes:0.9", "published", "2021-03-04"}
    };
    for (String[] page : odd) {
      pages.crawled(BASE + page[0], CrawlDatum.STATUS_DB_FETCHED);
      pages.parsed(
          SEGMENT,
          BASE + page[0],
          page[1],
          "First\tline\nsecond of " + page[1],
          Arrays.copyOfRange(page, 2, page.length));
    }
    pages.login(SEGMENT, BASE + "quotes", "host www.example.org");
    pages.login(SEGMENT, BASE + "escapes", "host www.example.org");
    for (int i = 0; i < PAGES; i++) {
      String url = "http://host" + i % 7 + ".example.net/" + i;
      pages.crawled(url, CrawlDatum.STATUS_DB_FETCHED);
      String text = "running words ".repeat(i + 1) + "of page " + i;
      pages.parsed(SEGMENT, url, "Page " + i, text, "lang", "en", "description", "About " + i);
      pages.ranked("20260103000000", url, (i + 1) / 1e4);
      pages.grouped(url, "g" + i % 3);
      pages.linked(url, BASE + "formula", "- anchor " + i % 4);
    }
    pages.write(CONF, crawl);
    try (Session session = Session.open(CONF, crawl.toString(), Console.silent(), "index")) {
      new IndexPhase().run(session, new IndexPhase.BuildOptions(2, false));
    }
    delete(BASE + "deleted");
  }

  /** A build may have deletions; Lucene's own writer makes these. */
  private static void delete(String url) throws IOException {
    try (Stream<Path> all = Files.walk(crawl.resolve("index"))) {
      for (Path shard : all.filter(path -> path.endsWith("shard-00000")).toList()) {
        Path other = shard.resolveSibling("shard-00001");
        for (Path one : List.of(shard, other)) {
          IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
          try (FSDirectory directory = FSDirectory.open(one);
              IndexWriter writer = new IndexWriter(directory, config)) {
            writer.deleteDocuments(new Term("url", url));
          }
        }
      }
    }
  }

  private Map<String, Map<String, Object>> indexed(Set<String> notThese) throws IOException {
    try (SearchIndex index = open()) {
      return IndexedFields.of(index, notThese);
    }
  }

  private SearchIndex open() throws IOException {
    return SearchIndex.openLatest(CONF, CrawlDir.open(CONF, crawl.toString()));
  }

  @Test
  void openSearchTakesTheBulkFiles() throws IOException {
    Map<String, Map<String, Object>> expected = indexed(Set.of());
    assertEquals(PAGES + 5, expected.size());
    Path out = export("opensearch");
    Map<String, Map<String, Object>> read = new LinkedHashMap<>();
    List<String> lines = lines(out, "pages-\\d{5}\\.ndjson");
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < lines.size(); i += 2) {
      Map<String, Object> action = Json.parse(lines.get(i));
      assertEquals(Set.of("index"), action.keySet());
      Map<?, ?> target = (Map<?, ?>) action.get("index");
      Map<String, Object> source = Json.parse(lines.get(i + 1));
      String id = (String) target.get("_id");
      String url = (String) source.get("url");
      assertTrue(id.equals(url) || (url.length() > 512 && id.matches("sha256:[0-9a-f]{64}")), id);
      assertTrue(ids.add(id));
      read.put(url, new TreeMap<>(source));
    }
    assertEquals(expected, read);
    Map<?, ?> mapping =
        (Map<?, ?>) Json.parse(Files.readString(out.resolve("mapping.json"))).get("mappings");
    assertEquals("strict", mapping.get("dynamic"));
    Set<?> mapped = ((Map<?, ?>) mapping.get("properties")).keySet();
    assertTrue(mapped.containsAll(names(expected)), "mapped: " + mapped);
  }

  @Test
  void solrTakesTheDocuments() throws IOException {
    Map<String, Map<String, Object>> expected = indexed(Set.of("ai-train:n", "tdm:n"));
    assertEquals(PAGES + 3, expected.size());
    Path out = export("solr", "--usage", "ai-train", "--usage", "tdm");
    Map<String, Map<String, Object>> read = new LinkedHashMap<>();
    Set<Object> ids = new HashSet<>();
    for (String line : lines(out, "pages-\\d{5}\\.jsonl")) {
      Map<String, Object> document = new TreeMap<>(Json.parse(line));
      assertTrue(ids.add(document.remove("id")));
      read.put((String) document.get("url"), document);
    }
    assertEquals(expected, read);
    Map<String, Object> schema = Json.parse(Files.readString(out.resolve("schema.json")));
    Map<String, Boolean> lists = new TreeMap<>();
    for (Object field : (List<?>) schema.get("add-field")) {
      Map<?, ?> one = (Map<?, ?>) field;
      lists.put((String) one.get("name"), (Boolean) one.get("multiValued"));
    }
    assertTrue(lists.keySet().containsAll(names(expected)), "fields: " + lists.keySet());
    read.values()
        .forEach(
            page ->
                page.forEach(
                    (name, value) -> assertEquals(lists.get(name), value instanceof List, name)));
  }

  private static Set<String> names(Map<String, Map<String, Object>> pages) {
    Set<String> names = new TreeSet<>();
    pages.values().forEach(page -> names.addAll(page.keySet()));
    return names;
  }

  @Test
  void aLineOfTsvIsAPage() throws IOException {
    List<String> lines = lines(export("tsv"), "pages-\\d{5}\\.tsv");
    List<String> columns = List.of(lines.get(0).split("\t", -1));
    Map<String, Map<String, Object>> expected = indexed(Set.of());
    assertTrue(columns.containsAll(names(expected)), "columns: " + columns);
    assertEquals(expected.size() + 1, lines.size());
    int formulas = 0;
    for (String line : lines.subList(1, lines.size())) {
      assertFalse(line.codePoints().anyMatch(c -> c < ' ' && c != '\t'), line);
      String[] cells = line.split("\t", -1);
      assertEquals(columns.size(), cells.length);
      Map<String, Object> page = expected.get(unescaped(cells[0]));
      for (int i = 0; i < cells.length; i++) {
        Object value = page.getOrDefault(columns.get(i), "");
        String text =
            value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(joining("\n"))
                : value.toString();
        boolean formula = text.matches("(?s)[=+@-].*");
        formulas += formula ? 1 : 0;
        assertEquals(formula ? "'" + text : text, unescaped(cells[i]), columns.get(i));
      }
    }
    assertTrue(formulas >= 2, "a title and anchors");
  }

  private static String unescaped(String cell) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < cell.length(); i++) {
      if (cell.charAt(i) != '\\') {
        text.append(cell.charAt(i));
        continue;
      }
      switch (cell.charAt(++i)) {
        case 't' -> text.append('\t');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 'u' -> {
          text.append((char) Integer.parseInt(cell.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> text.append(cell.charAt(i));
      }
    }
    return text.toString();
  }

  @Test
  void ciffHasThePostings() throws IOException {
    ciffEquals(export("ciff"), Set.of(), "title", "main", "body");
    ciffEquals(
        export("ciff", "--zone", "anchor", "--usage", "ai-train"), Set.of("ai-train:n"), "anchor");
    ciffEquals(
        export("ciff", "--zone", "title,main,anchor", "--zone", "meta", "--usage", "tdm"),
        Set.of("tdm:n"),
        "title",
        "main",
        "anchor",
        "meta");
  }

  private void ciffEquals(Path out, Set<String> notThese, String... zones) throws IOException {
    Map<String, Map<String, Object>> pages = indexed(notThese);
    Ciff ciff;
    try (InputStream in = Files.newInputStream(out.resolve("index.ciff"))) {
      ciff = new Ciff(in);
    }
    assertEquals(List.copyOf(pages.keySet()), ciff.ids());
    Map<String, Map<String, Long>> expected = postings(pages.keySet(), zones);
    assertEquals(expected, ciff.postings());
    List<String> terms = List.copyOf(ciff.postings().keySet());
    assertEquals(terms.stream().sorted(ExportIT::byBytes).toList(), terms);
    long total =
        expected.values().stream()
            .flatMap(list -> list.values().stream())
            .mapToLong(Long::longValue)
            .sum();
    Map<Integer, Object> header = ciff.header();
    assertEquals(1L, header.get(1));
    for (int lists : new int[] {2, 4}) {
      assertEquals((long) terms.size(), header.get(lists));
    }
    for (int docs : new int[] {3, 5}) {
      assertEquals((long) pages.size(), header.get(docs));
    }
    assertEquals(total, header.get(6));
    assertEquals((double) total / pages.size(), header.get(7));
    assertTrue(Ciff.text(header.get(8)).contains(String.join(" ", zones)));
  }

  private static int byBytes(String a, String b) {
    return new BytesRef(a).compareTo(new BytesRef(b));
  }

  /** Frequencies by term and URL, zone by zone and shard by shard. */
  private Map<String, Map<String, Long>> postings(Set<String> urls, String... zones)
      throws IOException {
    Map<String, Map<String, Long>> postings = new LinkedHashMap<>();
    try (SearchIndex index = open()) {
      IndexReader reader = index.reader();
      for (LeafReaderContext leaf : reader.leaves()) {
        for (String zone : zones) {
          Terms terms = leaf.reader().terms(zone);
          TermsEnum each = terms == null ? TermsEnum.EMPTY : terms.iterator();
          while (each.next() != null) {
            PostingsEnum docs = each.postings(null);
            while (docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
              String url = leaf.reader().storedFields().document(docs.docID()).get("url");
              boolean live =
                  leaf.reader().getLiveDocs() == null
                      || leaf.reader().getLiveDocs().get(docs.docID());
              if (live && urls.contains(url)) {
                postings
                    .computeIfAbsent(each.term().utf8ToString(), term -> new TreeMap<>())
                    .merge(url, (long) docs.freq(), Long::sum);
              }
            }
          }
        }
      }
    }
    return postings;
  }

  /** In each format; a page that is left out for its owner's sake counts as that. */
  @Test
  void pagesWithALoginAreLeftOut() throws IOException {
    for (String format : List.of("opensearch", "solr", "tsv")) {
      String all = String.join("\n", lines(export(format, "--public"), "pages-.*"));
      assertTrue(all.contains(BASE + "topical"), format);
      assertFalse(all.contains(BASE + "quotes"), format);
    }
    Ciff ciff;
    try (InputStream in = Files.newInputStream(export("ciff", "--public").resolve("index.ciff"))) {
      ciff = new Ciff(in);
    }
    assertEquals(PAGES + 3, ciff.ids().size());
    assertFalse(ciff.ids().contains(BASE + "quotes"));
    String out = folder.resolve("open").toString();
    String summary =
        run(
            0,
            "export",
            crawl.toString(),
            "--format",
            "tsv",
            "--out",
            out,
            "--public",
            "--usage",
            "tdm");
    assertTrue(summary.contains((PAGES + 3) + " pages of index "), summary);
    assertTrue(summary.contains("1 page omitted: their owners disallow tdm"), summary);
    assertTrue(summary.contains("1 page omitted: fetched with a login"), summary);
  }

  @Test
  void theSummaryCountsAndNothingIsReplaced() throws IOException {
    Path out = folder.resolve("once");
    String[] args = {"export", crawl.toString(), "--format", "tsv", "--out", out.toString()};
    String summary = run(0, with(args, "--usage", "ai-train"));
    assertTrue(summary.contains((PAGES + 4) + " pages of index "), summary);
    assertTrue(summary.contains("1 page omitted: their owners disallow ai-train"), summary);
    assertEquals(Set.of("pages-00000.tsv"), names(out));
    String before = Files.readString(out.resolve("pages-00000.tsv"));
    assertTrue(run(1, args).contains("it already exists"));
    assertEquals(before, Files.readString(out.resolve("pages-00000.tsv")));
    assertTrue(names(folder).stream().noneMatch(name -> name.endsWith(".part")));
  }

  @Test
  void filesAreSplitBetweenPages() throws IOException {
    Path whole = export("tsv");
    Path split = folder.resolve("split");
    int max = 1500;
    try (SearchIndex index = open();
        Progress progress = Console.silent().progress("export")) {
      IndexExport.run(
          CONF,
          index,
          new ExportOptions(
              ExportFormat.of(CONF, "tsv"),
              List.of(),
              false,
              List.of(),
              List.of(),
              false,
              max,
              CorpusRecipe.ALL,
              null,
              ExportOptions.Beside.NONE),
          new org.apache.hadoop.fs.Path(split.toString()),
          progress);
    }
    List<String> expected = lines(whole, "pages-.*");
    List<String> found = new ArrayList<>(List.of(expected.get(0)));
    assertTrue(names(split).size() > 5);
    for (String name : names(split)) {
      List<String> lines = lines(split, name);
      assertEquals(expected.get(0), lines.get(0));
      assertTrue(lines.size() == 2 || Files.size(split.resolve(name)) <= max, name);
      found.addAll(lines.subList(1, lines.size()));
    }
    assertEquals(expected, found);
  }

  @Test
  void compressedFilesHoldTheSame() throws IOException {
    for (String format : List.of("opensearch", "solr", "tsv", "ciff")) {
      Path plain = export(format);
      Path packed = folder.resolve("packed-" + format);
      run(
          0,
          with(
              new String[] {"export", crawl.toString(), "--format", format},
              "--gzip",
              "--out",
              packed.toString()));
      for (String name : names(plain)) {
        byte[] expected = Files.readAllBytes(plain.resolve(name));
        Path same = packed.resolve(name);
        if (Files.exists(same)) {
          assertTrue(name.endsWith(".json"), name);
          assertEquals(-1, Arrays.mismatch(expected, Files.readAllBytes(same)), name);
        } else {
          try (InputStream in =
              new GZIPInputStream(Files.newInputStream(packed.resolve(name + ".gz")))) {
            assertEquals(-1, Arrays.mismatch(expected, in.readAllBytes()), name);
          }
        }
      }
    }
  }

  private Path export(String format, String... more) throws IOException {
    Path out = Files.createTempDirectory(folder, format).resolve("out");
    run(
        0,
        with(
            new String[] {"export", crawl.toString(), "--format", format, "--out", out.toString()},
            more));
    return out;
  }

  private static String[] with(String[] args, String... more) {
    return Stream.concat(Arrays.stream(args), Arrays.stream(more)).toArray(String[]::new);
  }

  private static List<String> lines(Path out, String name) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String file : names(out)) {
      if (file.matches(name)) {
        text.append(Files.readString(out.resolve(file)));
      }
    }
    assertTrue(text.toString().endsWith("\n"));
    return List.of(text.substring(0, text.length() - 1).split("\n", -1));
  }

  private static Set<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      Set<String> names = new TreeSet<>();
      files.forEach(file -> names.add(file.getFileName().toString()));
      return names;
    }
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
            new Configuration(CONF));
    String output = out.toString(StandardCharsets.UTF_8);
    assertEquals(exit, code, () -> String.join(" ", args) + "\n" + output);
    return output;
  }
}
