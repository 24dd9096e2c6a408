package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;

/**
 * Typing errors by chance, put right with the texts of the demo. {@code
 * -Dorbweaver.test.typing=DIR} measures a crawl's index, by the words of its titles and of its
 * texts.
 */
class TypingErrorsTest {
  private static final Path TEXTS =
      Path.of("../orb/src/main/resources/org/orbweaver/orb/demo/texts");

  /** A page of a text: {@code @ path | title}, then its lines. */
  private static final Pattern PAGE =
      Pattern.compile("(?ms)^@ (\\S+) \\| ([^\\n]*)\\n(.*?)(?=^@ |\\z)");

  private static final int WORDS = 500;

  private static TestIndex demo() throws IOException {
    List<Page> pages = new ArrayList<>();
    for (String name : List.of("arden", "law", "milton", "wonderland")) {
      String text = Files.readString(TEXTS.resolve(name + ".txt"));
      for (MatchResult page : PAGE.matcher(text).results().toList()) {
        pages.add(
            new Page(
                "http://" + name + ".demo/" + page.group(1),
                Content.of(page.group(2), page.group(3), "en"),
                Facts.NONE));
      }
    }
    return new TestIndex(pages.toArray(Page[]::new));
  }

  @Test
  void mostTypingErrorsArePutRight() throws IOException {
    try (TestIndex pages = demo();
        SearchIndex index = pages.whole(new Configuration(false))) {
      TypingErrors.Outcome outcome =
          TypingErrors.search(index, TypingErrors.of(index.reader(), IndexField.MAIN, WORDS, 1));
      System.out.println(outcome + "\n" + outcome.misses());
      assertTrue(outcome.right() >= .8 * outcome.asked(), outcome::toString);
    }
  }

  @Test
  void measuresACrawl() throws IOException {
    String crawl = System.getProperty("orbweaver.test.typing");
    assumeTrue(crawl != null, "no crawl to measure");
    Configuration conf = new Configuration();
    try (SearchIndex index = SearchIndex.openLatest(conf, CrawlDir.open(conf, crawl))) {
      for (IndexField field : List.of(IndexField.TITLE, IndexField.MAIN)) {
        System.out.println(
            field
                + ": "
                + TypingErrors.search(index, TypingErrors.of(index.reader(), field, WORDS, 1)));
      }
    }
  }
}
