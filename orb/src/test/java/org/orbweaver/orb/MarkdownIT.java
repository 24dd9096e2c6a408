package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.testkit.FakeWeb;

/** The ways to Markdown, as typed: of a crawl, a page on the web and a file. */
class MarkdownIT {
  private static final String TEXT =
      "<p>This paragraph is long enough to be the main content of a page that says a few things"
          + " about <b>spiders</b> and their webs, in whole sentences, as articles do.</p>";

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private String dir;

  @AfterEach
  void stop() {
    web.close();
  }

  private String orb(int status, String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(
        List.of(
            "-D",
            "hadoop.tmp.dir=" + tmp.resolve("hadoop"),
            "-D",
            "http.agent.name=orbweaver-test",
            "-D",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "-D",
            "orbweaver.fetch.dns.hosts.file=" + web.hostsFile(tmp.resolve("hosts")),
            "-D",
            "fetcher.server.delay=0"));
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    int ended =
        Orb.run(
            words.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
    String text = printed.toString(UTF_8);
    assertEquals(status, ended, text);
    return text;
  }

  private static String page(String title, String head, String body) {
    return "<title>"
        + title
        + "</title>"
        + head
        + "<main><h1>"
        + title
        + "</h1>"
        + TEXT
        + body
        + "</main><footer><a href=/>Home</a></footer>";
  }

  @Test
  void ofACrawlAPageAndAFile() throws Exception {
    dir = tmp.resolve("crawl").toString();
    web.page(
        "a.test",
        "/",
        page(
            "Start",
            "",
            "<p>How the first of these webs was made is told at length in <a href=/dir/page>One</a>,"
                + " which has many more words about it than this.</p><ul>"
                + "<li><a href='/q?x=1'>Two</a>"
                + "<li><a href=/none>Three</a><li><a href=/mine>Four</a></ul>"
                + TEXT));
    web.page("a.test", "/dir/page", page("One", "", "<pre class=lang-c>int x;</pre>" + TEXT));
    web.page("a.test", "/q?x=1", page("Two", "", ""));
    web.page("a.test", "/none", page("Three", "<meta name=robots content=noindex>", ""));
    web.page("a.test", "/mine", page("Four", "<meta name=tdm-reservation content=1>", ""));
    orb(
        0,
        "crawl",
        web.url("a.test", "/"),
        dir,
        "--rounds",
        "2",
        "-D",
        "db.fetch.interval.default=1");

    Path files = tmp.resolve("files");
    String said = orb(0, "export", dir, "--format", "markdown", "--out", files.toString());
    assertTrue(said.contains("4 pages exported"), said);
    String host = "a.test_" + web.url("a.test", "/").replaceAll("\\D+(\\d+)/$", "$1");
    assertEquals(
        List.of("/dir/page.md", "/index.md", "/mine.md", "/q-HASH.md"),
        names(files).stream()
            .map(name -> name.replace(host, "").replaceAll("q-[0-9a-f]{10}", "q-HASH"))
            .toList());
    String one = Files.readString(files.resolve(host + "/dir/page.md"));
    assertTrue(one.startsWith("---\nurl: \"" + web.url("a.test", "/dir/page") + "\"\n"), one);
    assertTrue(one.contains("\nstatus: 200\ndigest: \""), one);
    assertTrue(one.contains("a few things about **spiders** and"), one);
    assertTrue(one.contains("\n\n```c\nint x;\n```\n"), one);
    assertFalse(one.contains("Home"), one);

    Path lines = tmp.resolve("lines");
    said =
        orb(
            0,
            "export",
            dir,
            "--format",
            "markdown-jsonl",
            "--out",
            lines.toString(),
            "--usage",
            "tdm");
    assertTrue(said.contains("3 pages exported"), said);
    assertTrue(said.contains("1 page omitted: their owners disallow tdm"), said);
    Map<String, Map<String, Object>> pages =
        all(lines).stream()
            .collect(Collectors.toMap(page -> (String) page.get("url"), page -> page));
    assertEquals(
        new TreeSet<>(
            List.of(
                web.url("a.test", "/"),
                web.url("a.test", "/dir/page"),
                web.url("a.test", "/q?x=1"))),
        new TreeSet<>(pages.keySet()));
    Map<String, Object> start = pages.get(web.url("a.test", "/"));
    assertEquals("Start", start.get("title"));
    assertTrue(start.containsKey("pagerank") && start.containsKey("fetched"), () -> "" + start);
    assertTrue(
        ((String) start.get("markdown")).contains("[One](" + web.url("a.test", "/dir/page") + ")"),
        () -> "" + start);

    // What the owner says since the index was built holds, too.
    web.page("a.test", "/dir/page", page("One", "<meta name=robots content=noindex>", TEXT));
    orb(0, "crawl", dir, "--more", "1", "--no-index");
    said = orb(0, "export", dir, "--format", "markdown", "--out", tmp.resolve("new").toString());
    assertTrue(said.contains("omitted: 1 page whose newest version its owner disallows"), said);
    assertFalse(Files.exists(tmp.resolve("new/" + host + "/dir/page.md")));

    String tried = orb(0, "try", web.url("a.test", "/q?x=1"), "--markdown");
    assertTrue(tried.contains("a few things about **spiders** and"), tried);
    Path file = tmp.resolve("page.html");
    Files.writeString(file, page("F", "", "<table><tr><th>a<th>b<tr><td>1<td>2</table>" + TEXT));
    String parsed = orb(0, "parse", "--file", file.toString(), "--markdown");
    assertTrue(parsed.contains("| a | b |\n| --- | --- |\n| 1 | 2 |\n"), parsed);
  }

  @Test
  void corpusAndFields() throws Exception {
    dir = tmp.resolve("crawl").toString();
    Path selectors = tmp.resolve("selectors.txt");
    Files.writeString(
        selectors, "a.test field price //b[@id='p']/@data-eur\n*.test field tag .tag\n");
    String prose =
        IntStream.range(0, 12)
            .mapToObj(
                i -> "<p>Now the spider of web " + i + " sits with others to wait for day " + i)
            .collect(Collectors.joining(".\n", "", "."));
    String price =
        "<p>It costs <b id=p data-eur=2.50>2</b>.<div data-nosnippet>Hidden from shows.</div>";
    web.page(
        "a.test",
        "/",
        page(
            "Start",
            "",
            prose + price + "<p><a href=/no>No</a> <a href=/short>Short</a> <a href=/de>De</a>"));
    web.page("a.test", "/no", page("No", "<meta name=robots content=noai>", prose + "<p>No."));
    web.page("a.test", "/short", page("Short", "<meta name=robots content=nosnippet>", ""));
    web.page(
        "a.test",
        "/de",
        "<html lang=de><title>Seite</title><main><p>Dies ist eine kurze Seite über die Spinnen"
            + " und ihre Netze, die in ganzen Sätzen auf Deutsch geschrieben ist.</main>");
    String use = "orbweaver.parse.content.selectors=" + selectors;
    orb(0, "crawl", web.url("a.test", "/"), dir, "--rounds", "2", "-D", use);

    String root = web.url("a.test", "/");
    Path corpus = tmp.resolve("corpus");
    String said =
        orb(
            0,
            "export",
            dir,
            "--format",
            "corpus",
            "--out",
            "" + corpus,
            "--preset",
            "c4",
            "--lang",
            "en",
            "-D",
            use);
    assertTrue(said.contains("1 page exported"), said);
    Map<String, Object> counts = Json.parse(Files.readString(corpus.resolve("counts.json")));
    assertEquals(Map.of("disallowed", 1L, "nosnippet", 1L, "language", 1L), counts.get("leftOut"));
    assertEquals(List.of(4L, 1L), List.of(counts.get("pages"), counts.get("kept")));
    Map<String, Object> page =
        Json.parse(Files.readString(corpus.resolve("pages-00000.jsonl")).strip());
    assertEquals(root, page.get("url"));
    assertEquals("en", page.get("language"));
    assertEquals(Map.of("price", List.of("2.50")), page.get("fields"));
    String text = (String) page.get("text");
    assertTrue(
        text.contains("\nNow the spider of web 3 sits with others to wait for day 3.\n"), text);
    assertFalse(text.contains("Hidden"), text);

    Path csv = tmp.resolve("csv");
    orb(0, "export", dir, "--format", "csv", "--out", "" + csv, "--columns", "price,url");
    assertEquals(
        new TreeSet<>(
            List.of(
                "price,url",
                "2.50," + root,
                "," + web.url("a.test", "/de"),
                "," + web.url("a.test", "/no"),
                "," + web.url("a.test", "/short"))),
        new TreeSet<>(Files.readAllLines(csv.resolve("pages-00000.csv"))));
    Path lines = tmp.resolve("jsonl");
    orb(0, "export", dir, "--format", "jsonl", "--out", "" + lines, "--columns", "url,price,lang");
    assertTrue(
        Files.readAllLines(lines.resolve("pages-00000.jsonl"))
            .contains("{\"url\":\"" + root + "\",\"price\":[\"2.50\"],\"lang\":\"en\"}"));

    String tried =
        orb(0, "try", root, "-D", use, "--select", "tag=h1", "--select", "cost=//b[@class='x']");
    assertTrue(tried.contains("field.price: 2.50\n"), tried);
    assertTrue(tried.contains("field.tag: Start\n"), tried);
    assertTrue(tried.contains("field.cost: the selector finds nothing\n"), tried);
    Files.writeString(selectors, "# two\na.test field price //b[\n");
    String refused = orb(1, "try", root, "-D", use);
    assertTrue(refused.contains("selectors.txt, line 2: not an XPath expression: //b[ ("), refused);
    assertEquals(refused.indexOf("line 2"), refused.lastIndexOf("line 2"), refused);
  }

  private static List<String> names(Path folder) throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private static List<Map<String, Object>> all(Path folder) throws Exception {
    List<Map<String, Object>> pages = new ArrayList<>();
    for (String name : names(folder)) {
      for (String line : Files.readAllLines(folder.resolve(name))) {
        pages.add(Json.parse(line));
      }
    }
    return pages;
  }
}
