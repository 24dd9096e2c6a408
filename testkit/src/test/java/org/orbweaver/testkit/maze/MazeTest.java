package org.orbweaver.testkit.maze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Request;
import org.orbweaver.testkit.maze.Maze.Kind;
import org.orbweaver.testkit.maze.SiteTemplate.Link;

class MazeTest {
  private static final String FOLDER = "/archive/";
  private static final Pattern HREF = Pattern.compile("<a href=\"([^\"]*)\"");

  private final FakeWeb web = FakeWeb.start();
  private final Corpus corpus = docs();

  private static Corpus docs() {
    try (Stream<Path> files = Files.list(Path.of("..", "docs"))) {
      return Corpus.ofMarkdown(files.filter(it -> it.toString().endsWith(".md")).sorted().toList());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private static List<String> links(String html) {
    return HREF.matcher(html).results().map(it -> it.group(1)).toList();
  }

  private static String body(String html) {
    return html.replaceAll("(?s)<title>.*?</title>|<ul>.*?</ul>|<[^>]*>", "");
  }

  @ParameterizedTest
  @EnumSource
  void pagesFollowFromSeedAndPath(Kind kind) {
    Maze maze = Maze.of(kind, corpus).open(web, "a.test", FOLDER);
    Maze same = Maze.of(kind, corpus).open(web, "a.test", FOLDER);
    Maze other = Maze.of(kind, corpus).seed(2).open(web, "a.test", FOLDER);

    String page = maze.page("/archive/x/y.c");
    maze.page("/archive/other");

    assertEquals(page, maze.page("/archive/x/y.c"));
    assertEquals(page, same.page("/archive/x/y.c"));
    assertNotEquals(page, other.page("/archive/x/y.c"));
    assertNotEquals(page, maze.page("/archive/x/z.c"));
  }

  @ParameterizedTest
  @EnumSource
  void neverEndsAndNeverLeadsOut(Kind kind) {
    Maze maze = Maze.of(kind, corpus).open(web, "a.test", FOLDER);
    Deque<String> queue = new ArrayDeque<>(List.of(FOLDER));
    Set<String> seen = new HashSet<>(queue);
    Set<String> bodies = new HashSet<>();
    int pages = 1_000;
    for (int i = 0; i < pages; i++) {
      String html = maze.page(queue.remove());
      bodies.add(body(html));
      for (String link : links(html)) {
        if (!link.equals("http://example.com/")) {
          assertTrue(link.startsWith(FOLDER), link);
          if (seen.add(link)) {
            queue.add(link);
          }
        }
      }
    }
    // There are ever more new pages than were read, and nearly all have other words.
    assertTrue(seen.size() > 3 * pages, () -> seen.size() + " pages known");
    int least = kind == Kind.CODE ? pages / 2 : pages - 10; // Folders only list files.
    assertTrue(bodies.size() > least, () -> bodies.size() + " different texts");
  }

  @Test
  void answersEveryPathAndCountsRequests() throws Exception {
    Maze own = Maze.of(Kind.SPINTAX, corpus).open(web, "maze.test", "/");
    Maze inFolder = Maze.of(Kind.BABBLE, corpus).open(web, "a.test", FOLDER);
    web.page("a.test", "/", "<p>honest</p>" + inFolder.entry());

    assertEquals(404, get("maze.test", "/robots.txt"));
    assertEquals(200, get("maze.test", "/no/such/page?x=1"));
    assertEquals(200, get("a.test", "/archive/no/such/page"));
    assertEquals(200, get("a.test", FOLDER));
    assertEquals(200, get("a.test", "/"));
    assertEquals(404, get("a.test", "/no-such-page"));

    assertEquals(1, own.requests());
    assertEquals(2, inFolder.requests());
  }

  private int get(String host, String path) throws Exception {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(
                ProxySelector.of(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), web.port())))
            .build();
    return client
        .send(
            HttpRequest.newBuilder(URI.create("http://" + host + path)).build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void dripsAtItsSpeed() throws Exception {
    int bytesPerSecond = 1_000;
    Maze maze =
        Maze.of(Kind.DRIP, corpus).bytesPerSecond(bytesPerSecond).open(web, "a.test", FOLDER);
    int bytes = maze.page(FOLDER).length();
    assertEquals(200, get("a.test", FOLDER));
    Request request = web.requests().get(0);
    double seconds = (request.endNanos() - request.startNanos()) / 1e9;
    double least = (double) bytes / bytesPerSecond - 1; // The first bytes come at once.
    assertTrue(least > 1 && seconds >= least, () -> bytes + " bytes took " + seconds + " s");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void babbleFollowsTheCorpus(int order) {
    Maze maze = Maze.of(Kind.BABBLE, corpus).order(order).open(web, "a.test", FOLDER);
    Set<String> runs = runs(corpus.words(), order + 1);
    List<String> longer = new ArrayList<>();
    Set<String> longerRuns = runs(corpus.words(), order + 2);
    Matcher paragraph = Pattern.compile("<p>(.*?)</p>").matcher(maze.page(FOLDER));
    while (paragraph.find()) {
      String text =
          paragraph.group(1).replace("&lt;", "<").replace("&quot;", "\"").replace("&amp;", "&");
      List<String> words = List.of(text.split(" "));
      for (int i = 0; i + order < words.size(); i++) {
        String run = String.join(" ", words.subList(i, i + order + 1));
        assertTrue(runs.contains(run), run);
        if (i + order + 1 < words.size()) {
          longer.add(run + " " + words.get(i + order + 1));
        }
      }
    }
    assertFalse(longerRuns.containsAll(longer), "the babble is a part of the corpus");
  }

  /** Runs of words of the corpus, which counts as a circle. */
  private static Set<String> runs(List<String> words, int length) {
    List<String> circle = new ArrayList<>(words);
    circle.addAll(words.subList(0, length - 1));
    Set<String> runs = new HashSet<>();
    IntStream.range(0, words.size())
        .forEach(i -> runs.add(String.join(" ", circle.subList(i, i + length))));
    return runs;
  }

  @Test
  void wordListsAreUniformOrZipf() {
    Maze uniform = Maze.of(Kind.WORD_LIST, corpus).open(web, "a.test", FOLDER);
    Maze zipf = Maze.of(Kind.WORD_LIST, corpus).zipf().open(web, "a.test", FOLDER);
    // The hundred most frequent of some thousand words: log(101) / log(size) of all by Zipf.
    assertTrue(frequentShare(uniform) < .1, () -> "uniform: " + frequentShare(uniform));
    assertTrue(frequentShare(zipf) > .4, () -> "Zipf: " + frequentShare(zipf));
  }

  private double frequentShare(Maze maze) {
    Set<String> frequent = new HashSet<>(corpus.vocabulary().subList(0, 100));
    List<String> words = List.of(body(maze.page(FOLDER)).toLowerCase(Locale.ROOT).split("\\W+"));
    return (double) words.stream().filter(frequent::contains).count() / words.size();
  }

  @Test
  void templateHasPartsOfRealPages() {
    SiteTemplate template =
        new SiteTemplate(
            "Honest site",
            List.of(new Link("/", "Home"), new Link("/about.html", "About")),
            new Link("http://other.test/", "others"));
    Maze maze =
        Maze.of(Kind.TEMPLATE, corpus)
            .template(template)
            .canonical()
            .varied()
            .open(web, "a.test", FOLDER);
    String page = maze.page("/archive/a/b");
    List<String> links = links(page);
    assertTrue(links.containsAll(List.of("/", "/about.html", "http://other.test/", "/archive/a/")));
    assertTrue(
        page.contains(
            "<link rel=\"canonical\" href=\"" + web.url("a.test", "/archive/a/b") + "\">"),
        page);
    assertNotEquals(time(page), time(maze.page("/archive/c")));

    Maze plain = Maze.of(Kind.TEMPLATE, corpus).template(template).open(web, "a.test", FOLDER);
    assertFalse(plain.page("/archive/a/b").contains("canonical"));
    assertEquals(time(plain.page("/archive/a/b")), time(plain.page("/archive/c")));
  }

  private static String time(String page) {
    return page.replaceAll("(?s).*datetime=\"(.*?)\".*", "$1");
  }

  @Test
  void anchorsOfParagraphPagesAreTitles() {
    Maze maze = Maze.of(Kind.PARAGRAPHS, corpus).open(web, "a.test", FOLDER);
    Matcher link = Pattern.compile("<a href=\"(.*?)\">(.*?)</a>").matcher(maze.page(FOLDER));
    assertTrue(link.find());
    do {
      String page = maze.page(link.group(1));
      assertTrue(page.contains("<title>" + link.group(2) + "</title>"), page);
    } while (link.find());
  }

  @Test
  void entryMayBeHidden() {
    Maze maze = Maze.of(Kind.CODE, corpus).hidden().nofollow().open(web, "a.test", FOLDER);
    assertEquals(
        "<a href=\""
            + web.url("a.test", FOLDER)
            + "\" rel=\"nofollow\" style=\"display:none\">archive</a>",
        maze.entry());
  }

  @Test
  void spintaxChoosesWithinChoices() {
    Set<String> seen = new HashSet<>();
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      seen.add(Spintax.expand("{a|b{c|}} d", random));
    }
    assertEquals(Set.of("a d", "bc d", "b d"), seen);
    for (int i = 0; i < 1_000; i++) {
      String text = Spintax.paragraph(random, 3) + Spintax.title(random);
      assertFalse(text.matches(".*[{}|].*"), text);
    }
  }

  @Test
  void corpusIsProse() {
    String markdown = String.join("\n\n", corpus.paragraphs());
    assertFalse(markdown.contains("```"));
    assertFalse(markdown.contains("\n|"));
    assertFalse(markdown.contains("]("));
    assertTrue(corpus.paragraphs().size() > 500, () -> corpus.paragraphs().size() + " paragraphs");
    assertThrows(IllegalArgumentException.class, () -> Corpus.of("12 34"));
  }
}
