package org.orbweaver.bench.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.bench.BenchRun;
import org.orbweaver.common.text.Json;

class RecrawlSimulationCommandTest {
  private static final Path HISTORY = Path.of("../../shared/data/changes/hugodocs.tsv");

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static Map<String, Object> row(BenchRun done, String policy, String rates, String mean)
      throws IOException {
    for (String line : done.out().lines().toList()) {
      Map<String, Object> fields = Json.parse(line);
      if (policy.equals(fields.get("policy"))
          && rates.equals(fields.get("rates"))
          && mean.equals(fields.get("mean"))) {
        return fields;
      }
    }
    throw new AssertionError("no row " + policy + " " + rates + " in " + done);
  }

  @Test
  void linesInAnyOrderAndWeightsCount() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int page = 0; page < 40; page++) {
      for (int change = 0; change < 60; change++) {
        if (page < 20 || change % 20 == 0) {
          lines.add("https://a.test/x/p" + page + "\t" + (change * 86_400L * 7 + page * 977L));
        }
      }
    }
    Path sorted = write("sorted.tsv", String.join("\n", lines) + "\n");
    java.util.Collections.shuffle(lines, new java.util.Random(1));
    Path shuffled = write("shuffled.tsv", String.join("\n", lines) + "\n");
    Path weights = write("weights.tsv", "https://a.test/x/p3\t5\nhttps://a.test/x/p30\t1\n");
    String[] args = {
      "recrawl",
      shuffled.toString(),
      "--budget-days",
      "10",
      "--json",
      "--policy",
      "all",
      "--importance",
      weights.toString()
    };
    BenchRun done = BenchRun.of(args);
    assertEquals(0, done.status(), done.err());
    args[1] = sorted.toString();
    assertEquals(done.out(), BenchRun.of(args).out());
    for (String policy : List.of("freshness", "age", "harmonic")) {
      double learned = (double) row(done, policy, "crawl", "importance").get("late_freshness");
      double uniform = (double) row(done, "uniform", "none", "importance").get("late_freshness");
      assertTrue(learned > uniform, policy + " " + learned + " " + uniform);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a 1 | expected page<TAB>epoch seconds, got 'a 1'",
        "a~x | expected page<TAB>epoch seconds, got 'a\\tx'",
        "a~-1 | expected page<TAB>epoch seconds",
        "~1 | expected page<TAB>epoch seconds",
        "a~1~2 | expected page<TAB>epoch seconds",
        "a~NaN | expected page<TAB>epoch seconds"
      })
  void badLineIsNamed(String line, String message) throws Exception {
    Path file = write("bad.tsv", "a\t5\n" + line.replace('~', '\t') + "\n");
    BenchRun done = BenchRun.of("recrawl", file.toString(), "--budget-days", "3");
    assertEquals(2, done.status());
    assertTrue(done.err().contains("bad.tsv line 2: "), done.err());
    if (!message.contains("\\")) {
      assertTrue(done.err().contains(message), done.err());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "recrawl | --budget-days",
        "recrawl --budget-days 3 | expected FILE or --poisson PAGES",
        "recrawl --poisson 5 --budget-days 0 | --budget-days",
        "recrawl --poisson 5 --budget-days 400 | --budget-days",
        "recrawl --poisson 5 --budget-days 3 --policy best | --policy: expected uniform,"
            + " proportional",
        "recrawl /absent/file --budget-days 3 | /absent/file"
      })
  void wrongUseIsExplained(String line, String message) {
    BenchRun done = BenchRun.of(line.split(" "));
    assertEquals(2, done.status(), done.err());
    assertEquals(1, done.err().lines().count(), done.err());
    assertTrue(done.err().contains(message), done.err());
    assertTrue(done.out().isEmpty());
  }

  @Test
  void emptyFileIsRefused() throws Exception {
    Path file = write("empty.tsv", "");
    BenchRun done = BenchRun.of("recrawl", file.toString(), "--budget-days", "3");
    assertEquals(2, done.status());
    assertTrue(done.err().contains("expected page<TAB>epoch seconds, got no line"), done.err());
  }

  @Test
  void madeUpPagesComeNearTheoryAndBeatAdaptiveIntervals() throws Exception {
    BenchRun done = BenchRun.of("recrawl", "--poisson", "2000", "--budget-days", "10", "--json");
    assertEquals(0, done.status(), done.err());
    Map<String, Object> learned = row(done, "harmonic", "crawl", "importance");
    Map<String, Object> adaptive = row(done, "adaptive", "none", "importance");
    double age = (double) learned.get("late_age_days");
    assertTrue(age < .85 * (double) adaptive.get("late_age_days"), learned + " " + adaptive);
    Map<String, Object> optimum =
        Json.parse(done.out().lines().filter(l -> l.contains("optimum")).findFirst().orElseThrow());
    double known =
        (double) row(done, "harmonic", "known", "importance").get("late_harmonic_penalty");
    assertEquals(1, known / (double) optimum.get("optimum_fixed_intervals"), .03);
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "180"})
  void realHistoryClosesTheGap(String days) throws Exception {
    assumeTrue(Files.exists(HISTORY), HISTORY + " is absent: the real history is not tested");
    BenchRun done =
        BenchRun.of(
            "recrawl", HISTORY.toString(), "--budget-days", days, "--json", "--policy", "all");
    for (String policy : Arrays.asList("harmonic", "freshness")) {
      Map<String, Object> row = row(done, policy, "crawl", "pages");
      assertTrue((double) row.get("late_gap_objective") > .9, row.toString());
    }
  }
}
