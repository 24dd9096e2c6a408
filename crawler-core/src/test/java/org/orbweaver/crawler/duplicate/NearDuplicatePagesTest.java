package org.orbweaver.crawler.duplicate;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.page.MetaNames;
import org.orbweaver.crawler.page.PageParser;
import org.orbweaver.crawler.page.ParsedPage;
import org.orbweaver.crawler.page.content.MainContent;
import org.orbweaver.crawler.page.document.ParseLimits;

/**
 * Two versions of real documentation: pages of the same path, found by sketches, against the exact
 * Jaccard coefficient of their shingles. Skipped if the pages are missing: the folder {@code sites}
 * of {@code $MINIWEB_HOME}, by default {@code ~/.cache/miniweb}.
 */
class NearDuplicatePagesTest {
  private static final double THRESHOLD = .9;
  private static final int MOST_PAIRS = Integer.getInteger("orbweaver.test.pairs", 600);

  private final PageParser parser = new PageParser(ParseLimits.DEFAULT, "");

  @ParameterizedTest
  @CsvSource({
    "llvm-14-doc/usr/share/doc/llvm-14-doc/html, llvm-15-doc/usr/share/doc/llvm-15-doc/html",
    "libboost1.74-doc/usr/share/doc/libboost1.74-doc,"
        + " libboost1.81-doc/usr/share/doc/libboost1.81-doc",
    "installation-guide-amd64/usr/share/doc/installation-guide-amd64,"
        + " installation-guide-i386/usr/share/doc/installation-guide-i386",
  })
  void findsThoseAboveTheThresholdAndNoOthers(String a, String b, TestReporter reporter)
      throws IOException {
    String home = System.getenv("MINIWEB_HOME");
    Path sites =
        (home == null ? Path.of(System.getProperty("user.home"), ".cache/miniweb") : Path.of(home))
            .resolve("sites");
    assumeTrue(
        Files.isDirectory(sites.resolve(a)) && Files.isDirectory(sites.resolve(b)),
        "no pages in " + sites + ": 'miniweb build m' gets them");
    Set<Path> paths = pages(sites.resolve(a));
    paths.retainAll(pages(sites.resolve(b)));
    int every = 1 + paths.size() / MOST_PAIRS;
    int compared = 0;
    int near = 0;
    int found = 0;
    int right = 0;
    int number = 0;
    for (Path path : paths) {
      if (number++ % every != 0) {
        continue;
      }
      Optional<Shingles> one = shingles(sites.resolve(a).resolve(path));
      Optional<Shingles> two = shingles(sites.resolve(b).resolve(path));
      if (one.isEmpty() || two.isEmpty()) {
        continue;
      }
      boolean is = one.get().jaccard(two.get()) >= THRESHOLD;
      boolean said = isFound(Sketch.of(one.get()), Sketch.of(two.get()));
      compared++;
      near += is ? 1 : 0;
      found += said ? 1 : 0;
      right += is && said ? 1 : 0;
    }
    double precision = (double) right / found;
    double recall = (double) right / near;
    String figures =
        String.format(
            Locale.ROOT,
            "%d pairs, %d near-duplicates: precision %.4f, recall %.4f",
            compared,
            near,
            precision,
            recall);
    reporter.publishEntry(a.split("/")[0], figures);
    assertTrue(near > 20 && precision >= .95 && recall >= .95, figures);
  }

  private static boolean isFound(Sketch a, Sketch b) {
    List<Long> keys = LongStream.of(a.bands()).boxed().toList();
    return LongStream.of(b.bands()).anyMatch(keys::contains)
        && Simhash.distance(a.simhash(), b.simhash()) <= Simhash.FAR
        && a.jaccard(b) >= THRESHOLD;
  }

  private static Set<Path> pages(Path folder) throws IOException {
    Set<Path> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> file.toString().endsWith(".html") && Files.isRegularFile(file))
          .forEach(file -> found.add(folder.relativize(file)));
    }
    return found;
  }

  private Optional<Shingles> shingles(Path file) throws IOException {
    ParsedPage page =
        parser.parse(
            new PageParser.Document(
                "http://site.test/" + file.getFileName(),
                Files.readAllBytes(file),
                "text/html",
                null,
                List.of()));
    Shingles shingles = Shingles.of(MainContent.of(page.text(), page.meta().get(MetaNames.MAIN)));
    return shingles.size() == 0 ? Optional.empty() : Optional.of(shingles);
  }
}
