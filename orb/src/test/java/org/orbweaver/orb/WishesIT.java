package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.index.serve.SearchServer;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** What owners wish, by each way out: no way gives what the owner disallowed for it. */
class WishesIT {
  private static final String HOST = "a.test";

  @TempDir private static Path folder;
  private static TestSite site;

  /** Pages, each with the wish that its name says. */
  private enum Wish {
    NONE,
    NOINDEX("<meta name=robots content=noindex>"),
    NOINDEX_HEADER("x-robots-tag", "noindex"),
    UNAVAILABLE("<meta name=robots content='unavailable_after: 2020-01-01'>"),
    NOSNIPPET("<meta name=robots content=nosnippet>"),
    NOSNIPPET_HEADER("x-robots-tag", "otherbot: none, *: nosnippet"),
    SHORT_SNIPPET("<meta name=robots content='max-snippet:5'>"),
    DATA_NOSNIPPET(""),
    NOAI("<meta name=robots content=noai>"),
    /** Not for us: the crawler is named otherwise. */
    OTHERS("<meta name=googlebot content=none>", "x-robots-tag", "googlebot: noindex, nosnippet"),
    OURS("<meta name=orbweaver-test content=noindex>"),
    OURS_HEADER("x-robots-tag", "googlebot: index, orbweaver-test: nosnippet"),
    AVAILABLE("<meta name=robots content='unavailable_after: 2999-01-01, noarchive'>"),
    NOML("x-robots-tag", "noml"),
    TRAIN("content-usage", "train-ai=n"),
    INPUT("content-usage", "ai-use=n, search=y"),
    SIGNAL_INPUT("content-signal", "search=yes, ai-input=no"),
    /** A label of an earlier draft. */
    FORMER("content-usage", "bots=n"),
    /** A label that nobody knows. */
    UNKNOWN("content-usage", "x-new=n, train-ai=y"),
    MARKDOWN("content-usage", "train-ai=n"),
    TRAIN_ROBOTS(""),
    SIGNAL_ROBOTS(""),
    TDM("tdm-reservation", "1"),
    TDM_META("<meta name=tdm-reservation content=1>"),
    SEARCH("content-usage", "search=n"),
    /** A document of a type that states nothing but in headers, and has none. */
    DAMAGED(""),
    DISALLOWED("");

    private final String head;
    private final String header;
    private final String value;

    Wish(String head) {
      this(head, null, null);
    }

    Wish(String header, String value) {
      this("", header, value);
    }

    Wish() {
      this("");
    }

    Wish(String head, String header, String value) {
      this.head = head;
      this.header = header;
      this.value = value;
    }

    String path() {
      return "/" + name().toLowerCase(Locale.ROOT);
    }

    /** A word that is in the page's text only. */
    String word() {
      return "zq" + name().toLowerCase(Locale.ROOT).replace('_', 'x') + "zq";
    }

    /** Others for each page, so that none is taken for a duplicate. */
    private String words() {
      StringBuilder words = new StringBuilder();
      new Random(name().hashCode())
          .ints(60, 1, 1000)
          .forEach(number -> words.append(' ').append(Integer.toString(number * 46_000, 36)));
      return words.toString();
    }

    Response response() {
      if (this == DAMAGED) {
        return Response.bytes("application/pdf", ("%PDF-1.4 " + word()).getBytes(UTF_8));
      }
      if (this == MARKDOWN) {
        String text =
            "# Page of the sea\n\nThe walrus **"
                + word()
                + "** sleeps on the shore"
                + words()
                + ".\n";
        return Response.bytes("text/markdown", text.getBytes(UTF_8)).header(header, value);
      }
      String word = this == DATA_NOSNIPPET ? "<span data-nosnippet>" + word() + "</span>" : word();
      Response page =
          Response.html(
              "<html lang=en><title>Page of the sea</title>"
                  + head
                  + "<main><p>The walrus "
                  + word
                  + " sleeps on the shore"
                  + words()
                  + ".</main>");
      return header == null ? page : page.header(header, value);
    }
  }

  private static final Set<Wish> FETCHED = EnumSet.complementOf(EnumSet.of(Wish.DISALLOWED));
  private static final Set<Wish> NOT_INDEXED =
      EnumSet.of(
          Wish.NOINDEX,
          Wish.NOINDEX_HEADER,
          Wish.OURS,
          Wish.UNAVAILABLE,
          Wish.SEARCH,
          Wish.DAMAGED);
  private static final Set<Wish> NOT_SHOWN =
      EnumSet.of(Wish.NOSNIPPET, Wish.NOSNIPPET_HEADER, Wish.OURS_HEADER);
  private static final Set<Wish> NO_SNIPPET =
      EnumSet.of(Wish.NOSNIPPET, Wish.NOSNIPPET_HEADER, Wish.OURS_HEADER, Wish.SHORT_SNIPPET);
  private static final Set<Wish> NO_TDM = EnumSet.of(Wish.TDM, Wish.TDM_META, Wish.FORMER);
  private static final Set<Wish> NO_INPUT =
      EnumSet.of(Wish.NOAI, Wish.INPUT, Wish.SIGNAL_INPUT, Wish.FORMER);
  private static final Set<Wish> NO_TRAINING =
      EnumSet.of(
          Wish.NOAI,
          Wish.NOML,
          Wish.TRAIN,
          Wish.TRAIN_ROBOTS,
          Wish.SIGNAL_ROBOTS,
          Wish.FORMER,
          Wish.MARKDOWN,
          Wish.TDM,
          Wish.TDM_META);

  @BeforeAll
  static void crawl() throws Exception {
    FakeWeb web = FakeWeb.start();
    site = new TestSite(web, folder);
    StringBuilder links = new StringBuilder("<title>Start</title>");
    for (Wish wish : Wish.values()) {
      links.append("<p><a href=").append(wish.path()).append(">one</a>");
      web.on(HOST, wish.path(), wish.response());
    }
    web.page(HOST, "/", links.toString());
    web.robots(
        HOST,
        """
        User-agent: *
        Disallow: /disallowed
        Content-Usage: /train_robots train-ai=n
        Content-Signal: /signal_robots ai-train=no
        """);
    site.orb(0, "crawl", web.url(HOST, "/"), site.dir(), "--rounds", "2");
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  private static Set<Wish> without(Set<Wish> all, Set<Wish> some) {
    Set<Wish> rest = EnumSet.copyOf(all);
    rest.removeAll(some);
    return rest;
  }

  private static Set<Wish> in(String text) {
    Set<Wish> found = EnumSet.noneOf(Wish.class);
    for (Wish wish : Wish.values()) {
      if (text.contains(wish.word())) {
        found.add(wish);
      }
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource({
    "/?q=walrus&size=50",
    "/?q=walrus+shore&size=50",
    "/api/v1/search?q=walrus&size=50",
    "/api/v1/search?q=walrus&size=50&format=atom",
    "/api/v1/search?q=walrus&size=50&format=rss"
  })
  void resultsShowWhatTheyMay(String target) throws Exception {
    Configuration conf = new Configuration();
    try (SearchServer server =
        SearchServer.start(
            conf,
            CrawlDir.open(conf, site.dir()),
            InetAddress.getLoopbackAddress(),
            0,
            Optional.empty(),
            Optional.empty())) {
      URI uri = URI.create("http://localhost:" + server.port() + target);
      HttpResponse<String> page =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertEquals(200, page.statusCode(), page.body());
      Set<Wish> hidden = EnumSet.copyOf(NO_SNIPPET);
      hidden.add(Wish.DATA_NOSNIPPET);
      assertEquals(without(without(FETCHED, NOT_INDEXED), hidden), in(page.body()), page.body());
    }
  }

  /** By all formats of an index: its pages, but for text that is not to be shown. */
  @ParameterizedTest
  @CsvSource({"opensearch", "solr", "tsv", "csv", "jsonl", "markdown", "markdown-jsonl"})
  void exportsOfAnIndex(String format) throws Exception {
    Set<Wish> shown = without(without(FETCHED, NOT_INDEXED), EnumSet.of(Wish.DATA_NOSNIPPET));
    assertEquals(shown, exported(format));
    assertEquals(without(shown, NO_TRAINING), exported(format, "--usage", "train-ai"));
    assertEquals(without(shown, NO_INPUT), exported(format, "--usage", "ai-input"));
    assertEquals(without(shown, NO_TDM), exported(format, "--usage", "tdm"));
  }

  /** What is left out is counted by reason, in all formats. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jsonl | 9 pages omitted: their owners disallow ai-train (9)",
        "tsv | 9 pages omitted: their owners disallow ai-train (9)",
        "ciff | 9 pages omitted: their owners disallow ai-train (9)",
        "markdown | 9 pages omitted: their owners disallow ai-train (9)",
        "owi | 9 pages omitted: their owners disallow ai-train (9)",
        "warc | 9 fetches omitted: the owners disallow it",
        "wacz | 9 fetches omitted: the owners disallow it",
        "parquet | 9 pages omitted: owners disallow the use",
        "corpus | 9 disallowed"
      })
  void omissionsAreCounted(String format, String said) {
    Path out = folder.resolve("counted-" + format);
    List<String> words = List.of("export", site.dir(), "--format", format, "--out", out.toString());
    List<String> usage = format.equals("corpus") ? List.of() : List.of("--usage", "ai-train");
    String told = site.orb(0, Stream.concat(words.stream(), usage.stream()).toArray(String[]::new));
    assertTrue(told.contains(said), told);
  }

  /** The wish goes with the page. */
  @ParameterizedTest
  @CsvSource({"opensearch", "solr", "tsv", "csv", "jsonl", "markdown", "markdown-jsonl"})
  void wishesTravel(String format) throws Exception {
    String text = text(export(format, "--usage", "ai-image"), ".*");
    assertTrue(text.contains("ai-train:n") && text.contains("x-new:n"), format);
  }

  @Test
  void wishesTravelInTables() throws Exception {
    Path out = export("parquet", "--usage", "search");
    assertEquals(
        NO_TRAINING,
        paths(
            "SELECT url FROM '"
                + out
                + "/pages/*.parquet' WHERE list_contains(usage, 'ai-train:n')"));
  }

  /** A word of the index has no place in the text; all words that find a page are in it. */
  @Test
  void postings() throws Exception {
    Set<Wish> shown = without(FETCHED, NOT_INDEXED);
    assertEquals(shown, exported("ciff"));
    assertEquals(without(shown, NO_TRAINING), exported("ciff", "--usage", "ai-train"));
  }

  /** Nobody gets a corpus with pages whose owners disallow training. */
  @Test
  void corpus() throws Exception {
    Set<Wish> shown = without(without(FETCHED, NOT_INDEXED), NO_TRAINING);
    shown.removeAll(NOT_SHOWN);
    shown.remove(Wish.DATA_NOSNIPPET);
    assertEquals(shown, exported("corpus"));
  }

  /** The CIFF files of day shards have all words that find a page, the tables what may be shown. */
  @Test
  void dayShards() throws Exception {
    Set<Wish> indexed = without(FETCHED, NOT_INDEXED);
    Set<Wish> shown = without(indexed, NOT_SHOWN);
    shown.remove(Wish.DATA_NOSNIPPET);
    for (String use : List.of("", "ai-train")) {
      Path out = use.isEmpty() ? export("owi") : export("owi", "--usage", use);
      Set<Wish> omitted = use.isEmpty() ? Set.of() : NO_TRAINING;
      assertEquals(without(indexed, omitted), in(text(out, ".*\\.ciff\\.gz")));
      assertEquals(
          without(shown, omitted), in(column("SELECT plain_text FROM '" + out + "/**/*.parquet'")));
    }
  }

  /** The values of a query in DuckDB, a line each. */
  private static String column(String query) throws Exception {
    StringBuilder values = new StringBuilder();
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        values.append(row.getString(1)).append('\n');
      }
    }
    return values.toString();
  }

  /** Archives are what was fetched; texts beside them are of pages that may be shown. */
  @ParameterizedTest
  @CsvSource({"warc", "wacz"})
  void archives(String format) throws Exception {
    assertEquals(FETCHED, exported(format));
    assertEquals(without(FETCHED, NO_TRAINING), exported(format, "--usage", "ai-train"));
    assertEquals(without(FETCHED, EnumSet.of(Wish.SEARCH)), exported(format, "--usage", "search"));
  }

  @Test
  void textsBesideArchives() throws Exception {
    Path out = export("warc", "--wet", "--wat");
    Set<Wish> shown = without(without(FETCHED, NOT_INDEXED), NOT_SHOWN);
    assertEquals(without(shown, EnumSet.of(Wish.DATA_NOSNIPPET)), in(text(out, ".*\\.wet\\..*")));
    assertEquals(Set.of(), in(text(out, ".*\\.wat\\..*")));
  }

  /** Tables have no text, and a row says the wish. */
  @Test
  void tables() throws Exception {
    assertEquals(Set.of(), exported("parquet"));
    Path out = export("parquet", "--usage", "ai-train");
    Set<Wish> indexed = without(without(FETCHED, NOT_INDEXED), NO_TRAINING);
    indexed.add(Wish.DAMAGED); // by the texts of links
    assertEquals(indexed, paths("SELECT url FROM '" + out + "/pages/*.parquet' WHERE indexed"));
    assertEquals(
        without(FETCHED, NO_TRAINING),
        paths(
            "SELECT url FROM '"
                + out
                + "/cc-index/**/*.parquet' WHERE url NOT LIKE '%/robots.txt'"));
  }

  /** The pages whose URLs a query has. */
  private static Set<Wish> paths(String query) throws Exception {
    List<String> urls = column(query).lines().toList();
    Set<Wish> rows = EnumSet.allOf(Wish.class);
    rows.removeIf(wish -> urls.stream().noneMatch(url -> url.endsWith(wish.path())));
    return rows;
  }

  private static Path export(String format, String... options) {
    String name = format + String.join("", options);
    Path out = folder.resolve(name);
    List<String> words =
        new ArrayList<>(List.of("export", site.dir(), "--format", format, "--out", out.toString()));
    words.addAll(List.of(options));
    site.orb(0, words.toArray(new String[0]));
    return out;
  }

  private static Set<Wish> exported(String format, String... options) throws IOException {
    return in(text(export(format, options), ".*"));
  }

  /** All that the files have, unpacked. */
  private static String text(Path file, String names) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> all = Files.walk(file)) {
      for (Path one : all.filter(Files::isRegularFile).toList()) {
        if (one.getFileName().toString().matches(names)) {
          text.append(unpacked(Files.readAllBytes(one)));
        }
      }
    }
    return text.toString();
  }

  private static String unpacked(byte[] bytes) throws IOException {
    int magic = bytes.length < 4 ? 0 : (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    InputStream in = new ByteArrayInputStream(bytes);
    return switch (magic) {
      case 0x1f8b -> new String(new GZIPInputStream(in).readAllBytes(), ISO_8859_1);
      case 0x28b5 -> new String(new ZstdInputStream(in).readAllBytes(), ISO_8859_1);
      case 0x504b -> {
        StringBuilder text = new StringBuilder();
        try (ZipInputStream zip = new ZipInputStream(in)) {
          while (zip.getNextEntry() != null) {
            text.append(unpacked(zip.readAllBytes()));
          }
        }
        yield text.toString();
      }
      default -> new String(bytes, UTF_8);
    };
  }
}
