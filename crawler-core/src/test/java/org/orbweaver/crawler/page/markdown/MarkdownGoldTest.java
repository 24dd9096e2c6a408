package org.orbweaver.crawler.page.markdown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.content.ContentFinder.ContentMethod;
import org.orbweaver.crawler.page.content.ContentSettings;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.page.content.SiteSelectors;
import org.orbweaver.crawler.page.document.ParseLimits;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Pages in the manner of real sites of many kinds, with the blocks that a reader sees in them,
 * written by hand: {@code gold.txt}. And installed documentation, in which no word may be lost.
 */
class MarkdownGoldTest {
  private record Gold(String name, String html, List<String> blocks) {}

  private static List<Gold> gold() throws Exception {
    List<Gold> all = new ArrayList<>();
    try (InputStream in = MarkdownGoldTest.class.getResourceAsStream("gold.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String page : text.substring(4).split("\n=== ", -1)) {
        String[] parts = page.split("\n---\n", -1);
        int end = parts[0].indexOf('\n');
        List<String> blocks = parts[1].lines().map(String::strip).toList();
        all.add(new Gold(parts[0].substring(0, end), parts[0].substring(end + 1), blocks));
      }
    }
    return all;
  }

  /** The page's main and article elements are its content, so the finder's faults do not count. */
  private static ParsedPage parse(byte[] html, boolean found) throws Exception {
    ContentSettings settings =
        found
            ? ContentSettings.DEFAULT
            : new ContentSettings(
                ContentMethod.NONE, SiteSelectors.of(List.of("gold.example keep main, article")));
    return new PageParser(
            ParseLimits.DEFAULT, "bot", new UrlNormalizer(), settings, null, List.of())
        .withMarkdown()
        .parse(
            new PageParser.Document(
                "http://gold.example/page", html, "text/html; charset=utf-8", null, List.of()));
  }

  @Test
  void blocksAreThoseThatAReaderSees() throws Exception {
    double sum = 0;
    int pages = 0;
    StringBuilder faults = new StringBuilder();
    for (Gold gold : gold()) {
      byte[] html = gold.html().getBytes(StandardCharsets.UTF_8);
      List<String> got =
          new ArrayList<>(Rendered.blocks(parse(html, false).meta().get(MetaNames.MARKDOWN)));
      List<String> extra = new ArrayList<>(got);
      List<String> missing = new ArrayList<>();
      for (String block : gold.blocks()) {
        if (!extra.remove(block)) {
          missing.add(block);
        }
      }
      int right = got.size() - extra.size();
      double f1 = 2.0 * right / Math.max(1, got.size() + gold.blocks().size());
      sum += f1;
      pages++;
      if (f1 < 1) {
        faults.append(
            String.format("%s: %.3f, missing %s, extra %s%n", gold.name(), f1, missing, extra));
      }
    }
    double mean = sum / pages;
    System.out.printf("Markdown of %d pages: mean F1 of blocks %.4f%n%s", pages, mean, faults);
    assertTrue(mean >= .95, () -> mean + "\n" + faults);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/usr/share/doc/libffi8/html",
        "/usr/share/doc/debian/FAQ",
        "/usr/share/doc/libexpat1-dev/expat.html"
      })
  void noWordOfTheMainContentIsLost(String folder) throws Exception {
    assumeTrue(Files.isDirectory(Path.of(folder)), folder + " is not installed");
    List<Path> files;
    try (Stream<Path> all = Files.walk(Path.of(folder))) {
      files =
          all.filter(file -> Files.isRegularFile(file) && file.toString().endsWith(".html"))
              .sorted()
              .limit(30)
              .toList();
    }
    for (Path file : files) {
      ParsedPage page = parse(Files.readAllBytes(file), true);
      String main = MainContent.of(page.text(), page.meta().get(MetaNames.MAIN));
      assertEquals(
          words(main), words(Rendered.text(page.meta().get(MetaNames.MARKDOWN))), file.toString());
    }
  }

  /** Signs alone may be those of a heading's own address, which are left out. */
  private static List<String> words(String text) {
    return Rendered.pieces(text).stream()
        .filter(word -> word.codePoints().anyMatch(Character::isLetterOrDigit))
        .toList();
  }
}
