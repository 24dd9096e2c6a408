package org.orbweaver.orb.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.orb.FateCheck;
import org.orbweaver.orb.TestSite;

/** {@code orb demo} from end to end. */
class DemoIT {
  @TempDir private Path tmp;
  private String printed;
  private int port;

  private void orb(String... words) {
    printed = TestSite.orb(tmp, 0, words);
  }

  private int number(String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(printed);
    assertTrue(found.find(), () -> pattern + " in\n" + printed);
    return Integer.parseInt(found.group(1));
  }

  @Test
  void findsAllThatIsThereAndShowsIt() throws Exception {
    DemoExpected expected;
    try (DemoWeb web = DemoWeb.start(0)) {
      expected = DemoExpected.of(web);
    }
    String dir = tmp.resolve("demo").toString();

    orb("demo", dir);

    assertEquals(
        expected.pages() + expected.texts() - expected.duplicates(), number("(\\d+) pages\\n"));
    assertEquals(expected.duplicates(), number("(\\d+) duplicates"));
    assertEquals(expected.redirects(), number("(\\d+) redirects"));
    assertEquals(expected.forbidden() + expected.missing(), number("(\\d+) URLs unavailable"));
    assertEquals(0, number("URLs; (\\d+) of them were requested"));
    assertTrue(printed.contains("1. Chapter VII: A Mad Tea-Party"), printed);
    assertTrue(printed.contains("1. Amendment I "), printed);

    orb("read", "segment", dir, "--politeness");
    assertEquals(0, number("politeness violations: (\\d+)"));

    orb("demo", dir);
    assertTrue(printed.contains("has already been crawled"));

    why(Path.of(dir));
  }

  /** {@code orb why} names the right causes. */
  private void why(Path dir) throws Exception {
    port = Integer.parseInt(Files.readString(dir.resolve("demo-port")).strip());
    FateCheck fates =
        new FateCheck(url -> TestSite.orb(tmp, 0, "why", url, dir.toString(), "--json"));
    fates.expect(at("docs.demo", "/"), "searchable", "indexed", "round 1");
    fates.expect(at("wonderland.demo", "/chapter-7.html"), "searchable", "indexed", "result 1 ");
    fates.expect(at("reader.demo", "/chapter-7.html"), "searchable", "indexed", "Mad Tea-Party");
    fates.expect(at("law.demo", "/declaration.txt"), "searchable", "indexed", "text/plain");
    fates.expect(
        at("mirror.demo", "/act-2/scene-7.html"),
        "left_out",
        "duplicate",
        "it duplicates " + at("arden.demo", "/act-2/scene-7.html"));
    fates.expect(at("arden.demo", "/act-2/scene-7.html"), "searchable", "indexed");
    fates.expect(
        at("law.demo", "/drafts/preamble.html"),
        "unavailable",
        "robots",
        "line 3: Disallow: /drafts/");
    fates.expect(
        at("old.demo", "/alice"), "redirect", "redirect", "Permanent redirect to", "is fetched");
    fates.expect(at("old.demo", "/play"), "redirect", "redirect", "Temporary redirect to");
    fates.expect(
        at("old.demo", "/speech"),
        "redirect",
        "redirect",
        at("old.demo", "/speech/1863/11") + " → " + at("law.demo", "/gettysburg.html"));
    fates.expect(at("old.demo", "/round"), "redirect", "redirect-loop", "Redirect loop");
    fates.expect(at("old.demo", "/gone"), "unavailable", "http-410");
    fates.expect(at("old.demo", "/never"), "unavailable", "http-404");
    fates.expect(at("docs.demo", "/unheard-of"), "outside", "never-seen", "would accept it");
    fates.expect(at("law.demo", "/drafts/unheard-of"), "outside", "never-seen", "would forbid it");
    fates.expect(
        at("law.demo", "/declaration.txt/"),
        "outside",
        "spelling",
        "the crawl has " + at("law.demo", "/declaration.txt"));
    fates.expect(
        "HTTP://Milton.DEMO:" + port + "/book-1/x/../#top",
        "searchable",
        "indexed",
        "dot segments resolved");
    fates.expect(at("docs.demo", "/orb.zip"), "outside", "filter", "suffix-urlfilter.txt:");
    fates.expect("http://docs.demo:25/", "outside", "port", "orbweaver.fetch.ports");
    fates.assertAllRight();
  }

  private String at(String host, String path) {
    return "http://" + host + ":" + port + path;
  }
}
