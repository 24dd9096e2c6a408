package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.text.Json;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.pagerank.spam.SeedCandidates;
import org.orbweaver.webgraph.format.GraphBuilder;

/**
 * The commands above PageRank on a web of 200 good pages of ten hosts and a spam farm: a target
 * with 60 pages, linked from two good pages.
 */
class PageRankFamilyIT extends PageRankRuns {

  private static final int GOOD = 200;
  private static final int FARM = 60;
  private static final int PAGES = GOOD + 1 + FARM;
  private static final String TARGET = page(GOOD);

  private final int[][] targets = new int[PAGES][];
  private String crawl;

  private static String page(int id) {
    return id < GOOD
        ? String.format(Locale.ROOT, "http://g%d.edu/%04d", id / 20, id)
        : String.format(Locale.ROOT, "http://spam.test/%04d", id);
  }

  @BeforeEach
  void setUp() throws IOException {
    PageRankKeys.TOLERANCE.set(conf, 1e-14);
    Random random = new Random(21);
    for (int u = 0; u < GOOD; u++) {
      // A seventh of the good pages dangle.
      targets[u] =
          u % 7 == 0
              ? new int[0]
              : random.ints(1 + random.nextInt(6), 0, GOOD).distinct().toArray();
    }
    for (int u : new int[] {3, 44}) { // a guest book and a forum
      targets[u] = Arrays.copyOf(targets[u], targets[u].length + 1);
      targets[u][targets[u].length - 1] = GOOD;
    }
    targets[GOOD] = new int[FARM];
    for (int i = 0; i < FARM; i++) {
      targets[GOOD][i] = GOOD + 1 + i;
      targets[GOOD + 1 + i] = new int[] {GOOD};
    }
    crawl = write("crawl", null);
  }

  /** Writes the graph, with random weights if a seed for them is given. */
  private String write(String folder, Random weights) throws IOException {
    List<int[]> edges = new ArrayList<>();
    for (int u = 0; u < PAGES; u++) {
      for (int v : targets[u]) {
        edges.add(new int[] {u, v});
      }
    }
    int[][] ends = columns(edges);
    int links = edges.size();
    GraphBuilder graph =
        weights == null
            ? GraphBuilder.fromEdges(PAGES, ends[0], ends[1])
            : GraphBuilder.fromEdges(
                PAGES, ends[0], ends[1], weights.doubles(links, .5, 4).toArray(), links);
    return crawl(folder, BUILD, graph.parts(3), PageRankFamilyIT::page);
  }

  private static double number(String json, String field) {
    return assertInstanceOf(Number.class, field(json, field), field + " in " + json).doubleValue();
  }

  private static String text(String json, String field) {
    return assertInstanceOf(String.class, field(json, field), field + " in " + json);
  }

  private static Object field(String json, String field) {
    try {
      return Json.parse(json).get(field);
    } catch (IOException e) {
      throw new UncheckedIOException(json, e);
    }
  }

  /** The description of a page's farm; it explains its rank. */
  private String farm(String folder, String url) {
    ok("read", "spam-farm", folder, "--url", url, "--json");
    String farm = lines().get(0);
    assertEquals(number(farm, "rank"), number(farm, "predicted"), 1e-12, farm);
    return farm;
  }

  /** The dump of a reader, by id. */
  private double[] dump(String field, String... args) {
    ok(Stream.concat(Arrays.stream(args), Stream.of("--dump", "--json")).toArray(String[]::new));
    double[] values = new double[PAGES];
    Arrays.fill(values, Double.NaN);
    lines().forEach(line -> values[id(text(line, "url"))] = number(line, field));
    return values;
  }

  /** The ranks of the web, in memory. */
  private double[] expected(DanglingPolicy policy, Teleport teleport) throws IOException {
    return new TestGraph(targets)
        .limit(new PageRank(PAGES, .85, Form.PROBABILITY, policy, teleport));
  }

  private static Teleport pages(int from, int end) {
    Map<Integer, Double> weights = new HashMap<>();
    for (int id = from; id < end; id++) {
      weights.put(id, 1.0);
    }
    return Teleport.to(weights);
  }

  private String newest() throws IOException {
    List<String> runs = names(Path.of(crawl, "pagerank"));
    return runs.get(runs.size() - 1);
  }

  private String seeds(String... lines) throws IOException {
    Path file = dir.resolve("seeds.txt");
    Files.write(file, List.of(lines));
    return file.toString();
  }

  @Test
  void trustRankIsPageRankFromSeedsPublishedApart() throws IOException {
    String file = seeds("# looked at by hand", page(0), page(25) + " 2", page(60));
    ok("trustrank", crawl, "--seeds", file);
    assertTrue(lines().get(0).startsWith("trustrank/"), lines().toString());
    assertEquals(List.of(), names(Path.of(crawl, "pagerank")), "PageRank's readers see nothing");
    assertEquals(1, names(Path.of(crawl, "trustrank")).size());
    double[] trust = dump("trustrank", "read", "trustrank", crawl);
    ok("pagerank", crawl, "--teleport", file, "--dangling", "teleport");
    assertArrayEquals(dump("pagerank", "read", "pagerank", crawl, "--run", newest()), trust, 0);
    assertEquals(1, Arrays.stream(trust).sum(), 1e-12);
    Teleport trusted = Teleport.to(Map.of(0, 1.0, 25, 2.0, 60, 1.0));
    assertArrayEquals(expected(DanglingPolicy.TELEPORT, trusted), trust, 1e-12);
    ok("read", "trustrank", crawl, "--top", "3");
    assertEquals(3, lines().size());
    ok("read", "trustrank", crawl, "--history");
    // A host pattern as seeds.
    ok("trustrank", crawl, "--seed-host", "g1.edu", "--seed-host", "G2.*");
    assertEquals(2, names(Path.of(crawl, "trustrank")).size());
    assertArrayEquals(
        expected(DanglingPolicy.TELEPORT, pages(20, 60)),
        dump("trustrank", "read", "trustrank", crawl),
        1e-12);
  }

  @Test
  void wrongSeedsAreNamedAndNothingIsWritten() throws IOException {
    String file = seeds(page(0), "", "http://nowhere.test/");
    fails(
        1,
        "seeds.txt:3: not in the graph: http://nowhere.test/",
        "trustrank",
        crawl,
        "--seeds",
        file);
    fails(1, "--seed-host *.org", "trustrank", crawl, "--seed-host", "*.org");
    fails(2, "not a host pattern", "trustrank", crawl, "--seed-host", "http://x");
    fails(2, "expected either", "trustrank", crawl);
    fails(2, "expected either", "trustrank", crawl, "--seeds", file, "--suggest", "3");
    fails(2, "--suggest", "trustrank", crawl, "--suggest", "0");
    fails(2, "--per-host", "trustrank", crawl, "--suggest", "3", "--per-host", "0");
    fails(1, "orb trustrank DIR", "read", "trustrank", crawl);
    fails(1, "orb pagerank DIR", "read", "spam-mass", crawl);
    fails(2, "expected NAME=", "pagerank", crawl, "--topic-host", "edu");
    fails(2, "not a host pattern", "pagerank", crawl, "--topic-host", "e=a b");
    fails(1, "no page of graph", "pagerank", crawl, "--topic-host", "o=*.org");
    fails(1, "q=nothing: found nothing", "pagerank", crawl, "--topic-query", "q=nothing");
    fails(2, "--topic-results", "pagerank", crawl, "--topic-query", "q=x", "--topic-results", "0");
    assertFalse(Files.exists(Path.of(crawl, "trustrank")));
    assertFalse(Files.exists(Path.of(crawl, "pagerank")));
  }

  @Test
  void suggestsThePagesThatLeadFarthest() throws IOException {
    PageRank uniform =
        new PageRank(PAGES, .85, Form.PROBABILITY, DanglingPolicy.UNIFORM, Teleport.uniform(PAGES));
    TestGraph forwards = new TestGraph(targets);
    double[] inverse = new TestGraph(forwards.in).limit(uniform);
    double[] ranks = forwards.limit(uniform);
    ok("trustrank", crawl, "--suggest", "6");
    assertEquals("-", lines().get(0).split("\t", -1)[1], "no PageRank yet");
    ok("pagerank", crawl);
    ok("trustrank", crawl, "--suggest", "6", "--per-host", "2", "--json");
    assertEquals(6, lines().size());
    SeedCandidates expected = new SeedCandidates(6, 2);
    for (int id = 0; id < PAGES; id++) {
      expected.add(page(id), inverse[id], ranks[id]);
    }
    for (int i = 0; i < 6; i++) {
      SeedCandidates.Candidate candidate = expected.best().get(i);
      assertEquals(candidate.url(), text(lines().get(i), "url"));
      assertEquals(candidate.host(), text(lines().get(i), "host"));
      assertEquals(candidate.inverse(), number(lines().get(i), "inversePagerank"), 1e-12);
      assertEquals(candidate.rank(), number(lines().get(i), "pagerank"), 1e-12);
    }
    assertFalse(Files.exists(Path.of(crawl, "trustrank")), "nothing is published");
    assertEquals(1, names(Path.of(crawl, "pagerank")).size());
    assertFalse(Files.exists(Path.of(crawl, ".staging")));
  }

  @Test
  void spamMassFindsTheTargetAndSaysWhy() throws IOException {
    ok("pagerank", crawl);
    assertEquals(1, orb("read", "spam-mass", crawl), "no trust yet");
    ok("trustrank", crawl, "--seed-host", "*.edu");
    double[] ranks = dump("pagerank", "read", "pagerank", crawl);
    double[] p = expected(DanglingPolicy.DROP, Teleport.uniform(PAGES));
    double[] t = expected(DanglingPolicy.DROP, pages(0, GOOD));
    double[] relative = dump("relativeMass", "read", "spam-mass", crawl);
    double[] absolute = dump("mass", "read", "spam-mass", crawl);
    for (int v = 0; v < PAGES; v++) {
      assertEquals(1 - .85 * t[v] / p[v], relative[v], 1e-9, page(v));
      assertEquals(ranks[v] * (1 - .85 * t[v] / p[v]), absolute[v], 1e-11, page(v));
    }
    double limit = relative[GOOD] - .01;
    ok("read", "spam-mass", crawl, "--min-mass", "" + limit, "--min-rank", "10", "--json");
    assertEquals(1, lines().size(), lines().toString());
    String suspect = lines().get(0);
    assertEquals(TARGET, text(suspect, "url"));
    assertEquals(62, number(suspect, "inLinks"));
    assertEquals(ranks[GOOD], number(suspect, "pagerank"), 1e-15);
    assertEquals(p[GOOD] * PAGES / .15, number(suspect, "timesLeast"), 1e-9);
    double straight = .85 * FARM * ranks[GOOD + 1] / ranks[GOOD];
    assertEquals(straight, number(suspect, "shareWithoutTrust"), 1e-12);
    assertTrue(
        suspect.contains("\"sources\":[{\"host\":\"spam.test\",\"pages\":60,\"share\":"), suspect);
    assertTrue(text(suspect, "reason").contains("1 host without trust, of 3"), suspect);
    ok("read", "spam-mass", crawl, "--min-mass", "" + limit, "--min-rank", "10");
    assertTrue(lines().get(0).endsWith(TARGET), lines().toString());
    assertTrue(notes().contains("1 suspect:"), notes());
    ok("read", "spam-mass", crawl, "--min-mass", "1", "--min-rank", "1000");
    assertEquals(List.of(), lines());
    ok("read", "spam-mass", crawl, "--url", TARGET, "--json");
    assertEquals(relative[GOOD], number(lines().get(0), "relativeMass"));
    assertEquals(1, orb("read", "spam-mass", crawl, "--url", "http://nowhere.test/"));
    assertEquals(2, orb("read", "spam-mass", crawl, "--good-share", "0"));
    assertEquals(2, orb("read", "spam-mass", crawl, "--min-mass", "2"));
    // The figures of two graphs, or of two damping factors, must not be combined.
    ok("trustrank", crawl, "--seeds", seeds(page(0)), "--damping", "0.8");
    fails(1, "damping", "read", "spam-mass", crawl);
  }

  @Test
  void spamFarmIsExplainedByTheFormula() {
    for (String policy : List.of("uniform", "drop")) {
      ok("pagerank", crawl, "--dangling", policy);
      String farm = farm(crawl, TARGET);
      assertEquals(FARM, number(farm, "farmPages"));
      assertEquals(0, number(farm, "lonePages"));
      assertEquals(2, number(farm, "otherPages"));
      assertTrue(farm.contains("\"closed\":true"), farm);
      assertTrue(number(farm, "withoutFarm") < number(farm, "rank") / 5, farm);
      if (policy.equals("drop")) { // no mass goes back to all pages: the textbook's case
        assertEquals(number(farm, "rank"), number(farm, "textbook"), 1e-12);
      } else {
        assertTrue(number(farm, "rank") > number(farm, "textbook"), farm);
      }
    }
    ok("read", "spam-farm", crawl, "--url", TARGET);
    assertTrue(lines().contains("farm host    spam.test"), lines().toString());
    assertEquals(0, number(farm(crawl, page(3)), "farmPages"), "x is all");
    assertEquals(1, orb("read", "spam-farm", crawl, "--url", "http://nowhere.test/"));
    assertEquals(2, orb("read", "spam-farm", crawl));
  }

  @Test
  void weightsOfLinksCount() throws IOException {
    targets[GOOD] = Arrays.copyOf(targets[GOOD], FARM + 2); // an open farm
    targets[GOOD][FARM] = 2;
    targets[GOOD][FARM + 1] = GOOD;
    String weighted = write("weighted", new Random(5));
    String plain = write("plain", null);
    for (String one : List.of(weighted, plain)) {
      ok("pagerank", one);
      String farm = farm(one, TARGET);
      assertEquals(FARM, number(farm, "farmPages"));
      assertTrue(farm.contains("\"closed\":false"), farm);
      farm(one, page(11));
    }
    // All of a page's rank comes from its links or from jumps: the sources' shares add up to it.
    ok("trustrank", weighted, "--seed-host", "g0.edu");
    ok("read", "spam-mass", weighted, "--min-mass", "-100", "--min-rank", "0", "--json");
    assertTrue(lines().size() > 50, "suspects: " + lines().size());
    for (String line : lines()) {
      if (number(line, "hosts") <= 5 && number(line, "inLinks") > 0) {
        double shares = 0;
        Matcher share = Pattern.compile("\"share\":([-0-9.Ee]+)").matcher(line);
        while (share.find()) {
          shares += Double.parseDouble(share.group(1));
        }
        assertEquals(number(line, "shareWithoutTrust"), shares, 1e-12, "no host is above -100");
        double jump = (1 - shares) * number(line, "pagerank");
        double least = number(line, "pagerank") / number(line, "timesLeast");
        assertEquals(least, jump, 1e-12, line);
      }
    }
  }

  @Test
  void topicsFromAllSourcesAndTheirMixture() throws IOException {
    hits.put(page(5), 3.0);
    hits.put(page(90), 1.0);
    hits.put("http://not-in-the-graph.test/", 9.0);
    Path file = dir.resolve("file.txt");
    Files.writeString(file, page(7) + "\n" + page(8) + " 3\n");
    Map<Integer, Double> mixed = new HashMap<>();
    mixed.put(7, .5 * .25);
    mixed.put(8, .5 * .75);
    for (int id = 80; id < 100; id++) {
      mixed.merge(id, .3 / 20, Double::sum);
    }
    mixed.merge(5, .2 * .75, Double::sum);
    mixed.merge(90, .2 * .25, Double::sum);
    StringBuilder lines = new StringBuilder();
    mixed.forEach((id, weight) -> lines.append(page(id) + " " + weight + "\n"));
    Path mixture = dir.resolve("mixture.txt");
    Files.writeString(mixture, lines);
    for (String policy : List.of("uniform", "teleport", "drop")) {
      ok(
          "pagerank",
          crawl,
          "--dangling",
          policy,
          "--topic",
          "file=" + file,
          "--topic-host",
          "host=g4.*",
          "--topic-query",
          "query=spam");
      assertTrue(notes().contains("2 pages of 3 found"), notes());
      String weights = "file=5,host=3,query=2";
      double[] actual = dump("pagerank", "read", "pagerank-mix", crawl, "--weights", weights);
      ok("pagerank", crawl, "--dangling", policy, "--teleport", mixture.toString());
      double[] expected = dump("pagerank", "read", "pagerank", crawl, "--run", newest());
      assertArrayEquals(expected, actual, 1e-12, policy);
      ok("read", "pagerank-mix", crawl, "--weights", weights, "--top", "4", "--json");
      double[] best = Arrays.stream(actual).sorted().toArray();
      for (int i = 0; i < 4; i++) {
        assertEquals(best[PAGES - 1 - i], number(lines().get(i), "pagerank"));
      }
      ok("read", "pagerank-mix", crawl, "--weights", "file=1", "--url", page(8), "--json");
      assertTrue(number(lines().get(0), "pagerank") > .1, lines().toString());
    }
    assertEquals(2, orb("read", "pagerank-mix", crawl, "--weights", "file"));
    fails(1, "file host query", "read", "pagerank-mix", crawl, "--weights", "absent=1");
  }

  @Test
  void fiftyTwoIterationsAreReported() {
    ok("pagerank", crawl, "--iterations", "52");
    Matcher found = Pattern.compile("52 iterations, L1 change ([0-9.e-]+)").matcher(lines().get(0));
    assertTrue(found.find(), lines().toString());
    ok("read", "pagerank", crawl, "--history", "--json");
    assertEquals(52, lines().size());
    double change = number(lines().get(51), "change");
    assertEquals(Double.parseDouble(found.group(1)), change, .01 * change);
    assertTrue(change < Math.pow(.85, 52), "ln e / ln b: " + change);
  }
}
