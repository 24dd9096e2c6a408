package org.orbweaver.bench.maze;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.index.StoredFields;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.orb.Orb;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Response;
import org.orbweaver.testkit.maze.Corpus;
import org.orbweaver.testkit.maze.Maze;
import org.orbweaver.testkit.maze.SiteTemplate;
import org.orbweaver.testkit.maze.SiteTemplate.Link;

/**
 * A crawl of an honest site with a maze. The site has 60 pages of a corpus' text in its order, in a
 * template, all of which link to the maze. The crawl begins at its front page.
 */
public final class MazeCrawl {
  /** Where the maze is. */
  public enum Place {
    HOST,
    FOLDER
  }

  /**
   * The bounds of a crawl.
   *
   * @param pagesOfRound the longest fetch list
   * @param dripBytesPerSecond the speed of a dripping maze
   * @param detects false if the crawl runs with detection off
   * @param hardest true for the options of a maze that make it most like honest pages
   */
  public record Options(
      int rounds, int pagesOfRound, int dripBytesPerSecond, boolean detects, boolean hardest) {}

  /**
   * The results of a crawl.
   *
   * @param requests that the maze got
   * @param lastRound the last round with such a request
   * @param mazeIndexed pages of the maze in the index
   * @param honestLost pages of the honest site that are not in the index
   */
  public record Result(int requests, int lastRound, int mazeIndexed, int honestLost) {}

  private static final int PAGES = 60;
  private static final int PARAGRAPHS = 3;
  private static final String HONEST = "honest.test";

  private final Configuration conf;
  private final Path folder;
  private final Options options;
  private final List<String> honest;
  private final Corpus babbled;

  /**
   * @param conf settings of the crawls
   * @param folder for crawls
   * @param corpus its beginning is the honest site's text, the rest that of mazes
   */
  public MazeCrawl(Configuration conf, Path folder, Corpus corpus, Options options) {
    this.conf = conf;
    this.folder = folder;
    this.options = options;
    List<String> paragraphs = corpus.paragraphs();
    int cut = PAGES * PARAGRAPHS;
    if (paragraphs.size() < 2 * cut) {
      throw OrbException.usage(
          "the corpus has " + paragraphs.size() + " paragraphs, must have at least " + 2 * cut);
    }
    this.honest = paragraphs.subList(0, cut);
    this.babbled = Corpus.of(String.join("\n\n", paragraphs.subList(cut, paragraphs.size())));
  }

  /** Crawls in rounds, and builds an index. */
  public Result run(Maze.Kind kind, Place place) throws IOException {
    Path own = Files.createTempDirectory(folder, "maze-");
    try (FakeWeb web = FakeWeb.start(FakeWebSpec.builder().headersRecorded(false).build())) {
      SiteTemplate template = template(web);
      Maze maze = open(web, kind, place, template);
      addHonestPages(web, maze, template);
      Path hosts = web.hostsFile(own.resolve("hosts"));
      String crawl = own.resolve("crawl").toString();
      String seed = web.url(HONEST, "/");
      int lastRound = 0;
      for (int round = 1; round <= options.rounds; round++) {
        int before = maze.requests();
        String upTo = Integer.toString(round);
        int status = orb(own, hosts, kind, "crawl", seed, crawl, "--rounds", upTo, "--no-index");
        if (maze.requests() > before) {
          lastRound = round;
        }
        if (status == ExitCode.NOTHING_TO_DO.code()) {
          break;
        }
      }
      orb(own, hosts, kind, "crawl", seed, crawl, "--rounds", "0");
      return result(web, maze, lastRound, CrawlDir.open(conf, crawl));
    }
  }

  private Maze open(FakeWeb web, Maze.Kind kind, Place place, SiteTemplate template) {
    Maze.Settings settings =
        Maze.of(kind, babbled).template(template).bytesPerSecond(options.dripBytesPerSecond);
    if (options.hardest) {
      settings.order(3).zipf().canonical().varied();
    }
    return place == Place.HOST
        ? settings.open(web, "maze.test", "/")
        : settings.open(web, HONEST, "/archive/");
  }

  private static SiteTemplate template(FakeWeb web) {
    List<Link> navigation =
        IntStream.of(1, 2, 3).mapToObj(i -> new Link(web.url(HONEST, path(i)), title(i))).toList();
    return new SiteTemplate(
        "Notes", navigation, new Link(web.url("elsewhere.test", "/"), "a web server"));
  }

  private void addHonestPages(FakeWeb web, Maze maze, SiteTemplate template) {
    web.page("elsewhere.test", "/", "<title>Server</title><p>This site is about a web server.</p>");
    web.on(HONEST, "/assets/logo.png", Response.bytes("image/png", new byte[] {1}));
    for (int i = 0; i < PAGES; i++) {
      int page = i;
      List<Link> links =
          IntStream.range(1, PAGES)
              .filter(other -> page == 0 || Math.abs(other - page) < 3)
              .mapToObj(other -> new Link(path(other), title(other)))
              .toList();
      String html =
          template.html(
              new SiteTemplate.Page(
                  title(i),
                  "",
                  new Link("/", "Home"),
                  "Editors",
                  LocalDate.of(2024, 1, 1).plusDays(9L * i),
                  honest.subList(i * PARAGRAPHS, (i + 1) * PARAGRAPHS),
                  links));
      web.page(HONEST, path(i), html.replace("</footer>", maze.entry() + "</footer>"));
    }
  }

  private static String path(int page) {
    return page == 0 ? "/" : "/note-" + page + ".html";
  }

  private static String title(int page) {
    return page == 0 ? "All notes" : "Note " + page;
  }

  private int orb(Path own, Path hosts, Maze.Kind kind, String... words) throws IOException {
    List<String> line = new ArrayList<>(List.of(words));
    if (!options.detects) {
      line.addAll(List.of("-D", "orbweaver.maze.detect=false"));
    }
    Configuration settings = new Configuration(conf);
    settings.set("http.agent.name", "orbweaver-bench");
    settings.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    settings.set("orbweaver.fetch.dns.hosts.file", hosts.toString());
    settings.set("fetcher.server.delay", "0");
    settings.setInt("generate.topN", options.pagesOfRound);
    settings.set("hadoop.tmp.dir", own.resolve("hadoop").toString());
    if (kind == Maze.Kind.DRIP) {
      settings.setInt("fetcher.timelimit.mins", 1);
    }
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    int status = Orb.run(line.toArray(new String[0]), new Console(output, output, false), settings);
    if (status != ExitCode.OK.code() && status != ExitCode.NOTHING_TO_DO.code()) {
      throw OrbException.failed(
          String.join(" ", line)
              + " ended with status "
              + status
              + ":\n"
              + output.toString(StandardCharsets.UTF_8));
    }
    return status;
  }

  private Result result(FakeWeb web, Maze maze, int lastRound, CrawlDir crawl) throws IOException {
    int mazeIndexed = 0;
    int honestIndexed = 0;
    try (SearchIndex index = SearchIndex.openLatest(conf, crawl)) {
      String field = IndexField.URL.fieldName();
      StoredFields documents = index.reader().storedFields();
      for (int doc = 0; doc < index.reader().maxDoc(); doc++) {
        String url = documents.document(doc, Set.of(field)).get(field);
        if (url.startsWith(maze.url())) {
          mazeIndexed++;
        } else if (url.startsWith(web.url(HONEST, "/"))) {
          honestIndexed++;
        }
      }
    }
    return new Result(maze.requests(), lastRound, mazeIndexed, PAGES - honestIndexed);
  }
}
