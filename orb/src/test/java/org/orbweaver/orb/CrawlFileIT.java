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
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** {@code orb crawl crawl.yaml}: a chain of pages with a page beside each. */
class CrawlFileIT {
  private static final int PAGES = 6;

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private Path file;

  @BeforeEach
  void pages() {
    file = tmp.resolve("crawl.yaml");
    for (int i = 0; i < PAGES; i++) {
      web.page(
          "a.test",
          "/" + i,
          "<title>Page "
              + i
              + "</title><a href=/"
              + (i + 1)
              + ">next</a><a href=/side/"
              + i
              + ">side</a>");
      web.page("a.test", "/side/" + i, "<title>Side " + i + "</title>side");
    }
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private void write(String more) throws Exception {
    Files.writeString(
        file,
        "directory: crawl\n"
            + "seeds: [\""
            + web.url("a.test", "/0")
            + "\"]\n"
            + "agent: {name: filebot}\n"
            + "network:\n"
            + "  private-addresses: [127.0.0.0/8]\n"
            + "  hosts-file: "
            + web.hostsFile(tmp.resolve("hosts"))
            + "\n"
            + more);
  }

  private String orb(int status, String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(List.of("-D", "hadoop.tmp.dir=" + tmp.resolve("hadoop")));
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    int ended =
        Orb.run(
            words.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
    assertEquals(status, ended, printed.toString(UTF_8));
    return printed.toString(UTF_8);
  }

  private String crawl(int status, String... more) {
    List<String> words = new ArrayList<>(List.of("crawl", file.toString()));
    words.addAll(List.of(more));
    return orb(status, words.toArray(new String[0]));
  }

  private List<Integer> requests(String... paths) {
    return List.of(paths).stream()
        .map(path -> web.log().requestsFor("a.test", path).size())
        .toList();
  }

  @Test
  void oneFileIsTheCrawlAndSaysWhatHasChanged() throws Exception {
    write("rounds: 1\npoliteness: {delay: 0}\nindex: {after-crawl: false}\n");
    crawl(0);
    assertEquals(List.of(1, 0), requests("/0", "/1"));
    assertTrue(crawl(3).contains("already has 1 round"));

    write("rounds: 2\npoliteness: {delay: 0}\nscope: {rules: [exclude: \"*/side/*\"]}\n");
    String told = crawl(0);
    assertTrue(
        told.contains(
            "crawl.yaml: rounds 2 (was 1), scope.rules -glob */side/* (new),"
                + " index.after-crawl removed (was false)"),
        told);
    assertEquals(List.of(1, 1, 0, 0), requests("/0", "/1", "/2", "/side/0"));
    assertTrue(told.contains("index"), "removed, so that the default holds");

    String search = orb(0, "search", file.toString(), "page");
    assertTrue(search.contains("1. Page "), search);
    String why = orb(0, "why", web.url("a.test", "/side/0"), file.toString());
    assertTrue(why.contains("scope.rules") && why.contains("*/side/*"), why);
    assertTrue(crawl(0, "--more", "1").contains("round 3"), "options come first");
    assertEquals(List.of(1, 0), requests("/2", "/side/1"));
  }

  @Test
  void depthPagesAndRoundsAreLimited() throws Exception {
    write("rounds: until-done\npoliteness: {delay: 0}\nlimits: {depth: 2}\n");
    crawl(0);
    assertEquals(
        List.of(1, 1, 1, 0, 1, 1, 0),
        requests("/0", "/1", "/2", "/3", "/side/0", "/side/1", "/side/2"));
    String why = orb(0, "why", web.url("a.test", "/3"), file.toString());
    assertTrue(why.contains("as far from the seeds as orbweaver.crawl.depth.max allows"), why);
  }

  @Test
  void aSiteHasItsOwnDepthAndPagesPerRound() throws Exception {
    write("rounds: 2\npoliteness: {delay: 9}\nlimits: {depth: 1}\n");
    String site = "[host a.test]\ndepth 2\npages-per-round 1\ndelay 0\n";
    crawl(0, "-D", "orbweaver.sites=" + site);
    assertEquals(1, requests("/1", "/side/0").stream().mapToInt(Integer::intValue).sum());
    String left = requests("/1").equals(List.of(0)) ? "/1" : "/side/0";
    String why = orb(0, "why", web.url("a.test", left), file.toString());
    assertTrue(why.contains("site host a.test already has 1 URL on it"), why);
    assertTrue(why.contains("covered by host a.test"), why);
    crawl(0, "-D", "orbweaver.sites=" + site.replace("round 1", "round 9"), "--more", "4");
    assertEquals(List.of(1, 0, 1, 0), requests("/2", "/3", "/side/1", "/side/2"));
    why = orb(0, "why", web.url("a.test", "/3"), file.toString());
    assertTrue(why.contains("seeds as the depth of site host a.test allows"), why);
  }

  @Test
  void redirectsAndFeedsAreAsDeepAsTheirLinks() throws Exception {
    web.page(
        "a.test",
        "/0",
        "<title>Start</title><link rel=alternate type=application/rss+xml href=/feed>"
            + "<body><a href=/hop>hop</a>");
    web.redirect("a.test", "/hop", 302, "/landed");
    web.page("a.test", "/landed", "<title>Landed</title><a href=/beyond>on</a>");
    web.page("a.test", "/beyond", "<title>Beyond</title>");
    String feed =
        "<?xml version='1.0'?><rss version='2.0'><channel><title>News</title><item><title>One"
            + "</title><link>"
            + web.url("a.test", "/news")
            + "</link><pubDate>Mon, 02 Nov 2026"
            + " 10:00:00 GMT</pubDate></item></channel></rss>";
    web.on("a.test", "/feed", Response.bytes("application/rss+xml", feed.getBytes(UTF_8)));
    web.page("a.test", "/news", "<title>News</title><a href=/old>old</a>");
    web.page("a.test", "/old", "<title>Old</title>");
    write("rounds: until-done\npoliteness: {delay: 0}\nlimits: {depth: 1}\n");
    crawl(0);
    assertEquals(List.of(1, 1, 0, 1, 0), requests("/hop", "/landed", "/beyond", "/feed", "/news"));
    write("rounds: until-done\npoliteness: {delay: 0}\nlimits: {depth: 2}\ndirectory: two\n");
    Files.writeString(file, Files.readString(file).replaceFirst("directory: crawl\n", ""));
    crawl(0);
    assertEquals(List.of(1, 1, 0), requests("/beyond", "/news", "/old"));
  }

  @Test
  void aCrawlEndsAtItsNumberOfPages() throws Exception {
    write("rounds: until-done\npoliteness: {delay: 0}\nlimits: {pages: 4}\n");
    String told = crawl(0);
    assertTrue(told.contains("The crawl is at its limit: it has 4 pages"), told);
    List<Integer> pages = requests("/0", "/1", "/side/0", "/2", "/side/1", "/3", "/side/2");
    assertEquals(4, pages.stream().mapToInt(Integer::intValue).sum(), pages.toString());
    assertTrue(crawl(3).contains("limit"));
  }

  @Test
  void anExistingCrawlIsWrittenAsAFile() throws Exception {
    write("rounds: 1\npoliteness: {delay: 0}\nscope: {stay: host}\nindex: {after-crawl: false}\n");
    crawl(0, "-D", "db.fetch.interval.default=86400");
    Path crawl = tmp.resolve("crawl");
    String text = orb(0, "config", "--from", crawl.toString());
    assertTrue(text.contains("schedule:\n  interval: 1 d\n"), text);
    Path copy = tmp.resolve("copy.yaml");
    Files.writeString(copy, text);
    String all = orb(0, "config", copy.toString());
    assertTrue(all.contains("\n  interval: 1 d\n"), all);
    assertTrue(all.contains("  stay: host\n"), all);
    assertTrue(all.contains("  damping: 0.85  # default\n"), all);
    assertTrue(all.contains("    - " + web.url("a.test", "/0")), all);
    String told = orb(3, "crawl", copy.toString());
    assertFalse(told.contains("settings changed"), told);
    Path xml = tmp.resolve("site.xml");
    Files.writeString(xml, orb(0, "config", copy.toString(), "--nutch"));
    orb(0, "read", "settings", crawl.toString(), "-conf", xml.toString());
    assertEquals(
        crawl.toString() + System.lineSeparator(),
        orb(0, "config", copy.toString(), "--get", "directory"));
  }

  @Test
  void seedsOfTheCommandLineAreWritten() throws Exception {
    write("");
    String seed = web.url("a.test", "/side/1");
    String dir = tmp.resolve("other").toString();
    orb(0, "inject", seed, dir);
    assertTrue(orb(0, "config", "--from", dir).contains("seeds:\n  urls:\n    - " + seed + "\n"));
  }

  @Test
  void outputsFollowEachNewIndex() throws Exception {
    write(
        """
        rounds: 1
        politeness: {delay: 0}
        outputs:
          - {format: tsv, folder: out}
          - {format: warc, folder: out}
        """);
    assertTrue(crawl(0).contains("export: "));
    List<Path> first = files(tmp.resolve("out"));
    assertEquals(2, first.size(), first.toString());
    assertTrue(first.get(0).getFileName().toString().matches("tsv-[0-9]{14}"), first.toString());
    assertTrue(crawl(3).contains("already has 1 round"));
    crawl(0, "--more", "1");
    assertEquals(4, files(tmp.resolve("out")).size());
    assertTrue(
        orb(0, "config", file.toString()).contains("  - format: tsv\n    folder: "), "is shown");
  }

  @Test
  void anOutputWithoutPagesDoesNotStopTheCrawl() throws Exception {
    web.robots("a.test", "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n");
    write(
        """
        rounds: 1
        politeness: {delay: 0}
        outputs:
          - {format: corpus, folder: out}
          - {format: owi, folder: out}
        """);
    String told = crawl(0, "-D", "db.fetch.interval.default=1");
    assertTrue(told.contains("/out/corpus-"), told);
    assertTrue(told.contains(": nothing to export: the segments in "), told);
    List<Path> written = files(tmp.resolve("out"));
    assertEquals(1, written.size(), written.toString());
    assertTrue(written.get(0).getFileName().toString().startsWith("owi-"), written.toString());
    orb(0, "recrawl", file.toString(), "--max-rounds", "1");
    assertEquals(List.of(2), requests("/0"));
  }

  /** Secrets stay references wherever the sites go: none is expanded, as Hadoop would. */
  @Test
  void sitesAreKeptAndWrittenWithTheirReferences() throws Exception {
    Files.writeString(tmp.resolve("token"), "s3cret & more");
    String sites =
        """
        rounds: %d
        politeness: {delay: 0}
        index: {after-crawl: false}
        sites:
          - host: b.test
            headers: {X-Note: "<&> ${env:PATH}"}
            login: {type: bearer, token: "${file:token}"}
          - domain: c.test
            delay: %s
        """;
    write(sites.formatted(1, "500 ms"));
    crawl(0, "-D", "env:PATH=expanded");
    String dir = tmp.resolve("crawl").toString();
    String token = "token: ${file:" + tmp.resolve("token") + "}\n";
    String text = orb(0, "config", "--from", dir);
    assertTrue(text.contains("    headers:\n      X-Note: <&> ${env:PATH}\n"), text);
    assertTrue(text.contains("      " + token), text);
    assertTrue(orb(0, "config", file.toString()).contains("      " + token));
    String told = orb(0, "read", "settings", dir, "-D", "env:PATH=expanded");
    assertTrue(told.contains("headers X-Note <&> ${env:PATH} login.type"), told);
    Path xml = tmp.resolve("site.xml");
    Files.writeString(xml, orb(0, "config", file.toString(), "--nutch"));
    assertEquals(text, orb(0, "config", "--from", dir), "nothing is kept by reading");
    told = orb(0, "read", "settings", dir, "-conf", xml.toString());
    assertTrue(told.contains("headers X-Note <&> ${env:PATH} login.type"), told);

    write(sites.formatted(2, "1 s"));
    told = crawl(0);
    assertTrue(told.contains("rounds 2 (was 1), sites: domain c.test changed\n"), told);
    assertFalse(told.contains("s3cret"), told);
  }

  private static List<Path> files(Path folder) throws Exception {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  /** The file of the README, as typed there, but for the site. */
  @Test
  void theReadmesFileWorks() throws Exception {
    String readme = Files.readString(Path.of("../README.md"));
    int from = readme.indexOf("```yaml\n") + "```yaml\n".length();
    String yaml = readme.substring(from, readme.indexOf("```", from));
    assertTrue(yaml.contains("seeds: [https://your.site/]"), yaml);
    Files.writeString(
        file,
        yaml.replace("[https://your.site/]", "[\"" + web.url("a.test", "/0") + "\"]")
            + "network: {private-addresses: 127.0.0.0/8, hosts-file: "
            + web.hostsFile(tmp.resolve("hosts"))
            + "}\npoliteness: {delay: 0}\n");
    crawl(0);
    assertEquals(List.of(1, 1, 1, 0), requests("/0", "/1", "/side/0", "/2"));
    assertTrue(orb(0, "search", file.toString(), "page").contains("1. Page "));
    assertTrue(
        web.requests().get(0).header("User-Agent").orElse("").startsWith("yourbot/"),
        "the agent of the file");
  }

  /** The example of the guide has no faults. */
  @Test
  void theGuidesFileIsRead() throws Exception {
    String guide = Files.readString(Path.of("../docs/guide.md"));
    int from = guide.indexOf("```yaml\n") + "```yaml\n".length();
    String yaml = guide.substring(from, guide.indexOf("```", from));
    Files.writeString(tmp.resolve("secret"), "x");
    Files.writeString(file, yaml.replace("${env:PROXY_PASSWORD}", "${file:secret}"));
    String all = orb(0, "config", file.toString());
    assertTrue(all.contains("\n  bytes: 5 GB\n"), all);
    assertTrue(all.contains("\n  # proxy-password: "), all);
  }

  @Test
  void aFaultyFileMakesNoCrawl() throws Exception {
    write("rouds: 1\n");
    String told = crawl(2);
    assertTrue(told.contains("crawl.yaml:7:1: unknown key rouds; did you mean rounds?"), told);
    assertFalse(Files.exists(tmp.resolve("crawl")));
  }
}
