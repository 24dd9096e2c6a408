package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;

class CuratedAnswersTest {
  @Test
  void aQueryIsKnownByItsWords(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("curated.tsv");
    Files.writeString(
        file,
        """
        # chosen

        crawl delay\thttp://a.org/\tFirst
        Café\thttp://b.org/\tCoffee
        Crawl-Delay\thttps://a.org/2\tSecond
        """);
    Configuration conf = new Configuration(false);
    assertEquals(List.of(), CuratedAnswers.read(conf).of("crawl delay"));
    conf.set("orbweaver.search.curated.file", file.toString());
    CuratedAnswers answers = CuratedAnswers.read(conf);
    assertEquals(
        List.of(
            new SearchResult.Curated("http://a.org/", "First"),
            new SearchResult.Curated("https://a.org/2", "Second")),
        answers.of(" CRAWL  delay!"));
    assertEquals("Coffee", answers.of("cafe").get(0).title());
    assertEquals(List.of(), answers.of("delay crawl"));
    conf.set("orbweaver.search.curated.file", folder.resolve("none.tsv").toString());
    assertThrows(OrbException.class, () -> CuratedAnswers.read(conf));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a\thttp://a.org/",
        "a\tjavascript:x\tT",
        "!\thttp://a.org/\tT",
        "a\thttp://a.org/\t "
      })
  void aFaultNamesFileAndLine(String line) {
    OrbException e =
        assertThrows(
            OrbException.class, () -> new CuratedAnswers("file.tsv", List.of("# x", line)));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertTrue(e.getMessage().startsWith("file.tsv, line 2: expected a query"), e.getMessage());
  }
}
