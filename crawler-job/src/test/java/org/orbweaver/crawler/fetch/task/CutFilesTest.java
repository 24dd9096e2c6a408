package org.orbweaver.crawler.fetch.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.conf.TdmRepOrigins;
import org.orbweaver.crawler.hosts.TdmRepFiles;
import org.orbweaver.crawler.hosts.UnknownPaths;
import org.orbweaver.crawler.http.FetchedPage.Truncation;

/** Half a file counts as no file, whatever it contains. */
class CutFilesTest extends FetchTaskBed {
  private static final String TDMREP = "http://a.test/.well-known/tdmrep.json";

  @ParameterizedTest
  @CsvSource({"NONE, true", "LENGTH, true", "DISCONNECT, false", "UNSPECIFIED, false"})
  void tdmRepThatIsCutSaysNothing(Truncation missing, boolean counts) throws Exception {
    tdmRep = TdmRepOrigins.ALWAYS;
    on(TDMREP, 200, "[]", missing);
    fetch("http://a.test/1");
    long asOf = new TdmRepFiles(hosts, wallClock, tdmRep).lookUp("http://a.test").asOf();
    assertEquals(counts ? wallClock.millis() : 0, asOf);
  }

  @ParameterizedTest
  @CsvSource({"NONE, true", "LENGTH, true", "DISCONNECT, false", "TIME, false"})
  void unknownPathThatIsCutIsComparedWithNothing(Truncation missing, boolean counts)
      throws Exception {
    unknownPathDays = 30;
    fetch("http://a.test/1");
    String unknown =
        asked.stream().filter(url -> url.matches(".*/[a-z]{13}")).findAny().orElseThrow();
    on(unknown, 200, "<title>Nothing</title><p>There is nothing here.", missing);
    fetch("http://a.test/1");
    Optional<String> shown = new UnknownPaths(hosts, wallClock, 30).page("http://a.test/1");
    assertEquals(counts, shown.isPresent());
  }
}
