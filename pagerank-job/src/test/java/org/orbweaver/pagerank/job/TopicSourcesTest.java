package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.ReversedUrl;
import org.orbweaver.pagerank.spam.SeedCandidates;
import org.orbweaver.pagerank.topics.HostPattern;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.NameKind;

/** Hosts by pattern, and candidates for seeds. */
class TopicSourcesTest {

  private static final List<String> URLS =
      List.of(
          "http://mit.edu/",
          "https://www.mit.edu/a",
          "http://www.stanford.edu:8080/b?c",
          "http://edu.example.org/",
          "http://www.example.org/x",
          "http://xexample.org/",
          "http://www.ox.ac.uk/",
          "http://ac.uk/",
          "http://10.0.0.7/",
          "http://[::1]/six",
          "mailto:someone@mit.edu",
          "http://bücher.example/",
          "http://edub.test/");

  @TempDir private Path temp;

  private GraphDir graph() throws IOException {
    List<String> sorted = new ArrayList<>(URLS);
    sorted.sort((a, b) -> Arrays.compareUnsigned(ReversedUrl.keyBytes(a), ReversedUrl.keyBytes(b)));
    Path folder = temp.resolve("graph");
    GraphBuilder.fromEdges(sorted.size(), new int[] {0}, new int[] {1})
        .names(NameKind.URLS, id -> NameKind.URLS.key(sorted.get(id)))
        .write(folder);
    return GraphDir.open(new Configuration(), new org.apache.hadoop.fs.Path(folder.toUri()));
  }

  private static Set<String> found(GraphDir graph, String glob) throws IOException {
    Set<String> urls = new TreeSet<>();
    for (int id : new HostPattern(glob).pages(graph).keySet()) {
      urls.add(graph.names().name(id));
    }
    return urls;
  }

  @Test
  void patternsFindThePagesOfTheirHosts() throws IOException {
    GraphDir graph = graph();
    assertEquals(
        Set.of("http://mit.edu/", "https://www.mit.edu/a", "http://www.stanford.edu:8080/b?c"),
        found(graph, "*.edu"));
    assertEquals(Set.of("https://www.mit.edu/a"), found(graph, "WWW.mit.EDU"));
    assertEquals(Set.of("https://www.mit.edu/a"), found(graph, "*.mit.edu"));
    assertEquals(Set.of("http://mit.edu/", "https://www.mit.edu/a"), found(graph, "*mit.edu"));
    assertEquals(
        Set.of("http://www.example.org/x", "http://edu.example.org/", "http://xexample.org/"),
        found(graph, "*xample.org"));
    assertEquals(Set.of("http://www.ox.ac.uk/"), found(graph, "*.ac.uk"));
    assertEquals(Set.of("http://10.0.0.7/"), found(graph, "10.0.0.*"));
    assertEquals(Set.of("http://10.0.0.7/"), found(graph, "10.0.0.7"));
    assertEquals(Set.of("http://[::1]/six"), found(graph, "[::1]"));
    assertEquals(Set.of(), found(graph, "*.test.example"));
    assertEquals(URLS.size() - 1, found(graph, "*").size(), "all but the address of mail");
    for (String url : URLS) {
      String host = ReversedUrl.host(ReversedUrl.key(url));
      if (!host.isEmpty()) {
        assertTrue(found(graph, host).contains(url), url);
      }
    }
  }

  @Test
  void prefixNeverLeavesOutAHostThatFits() {
    Random random = new Random(6);
    for (int i = 0; i < 20_000; i++) {
      String host =
          random(random, "ab.", 1 + random.nextInt(8)).replaceAll("^\\.|\\.$|\\.(?=\\.)", "a");
      String glob = random(random, "ab.*?", 1 + random.nextInt(5));
      HostPattern pattern = new HostPattern(glob);
      if (pattern.fits(host)) {
        String key = ReversedUrl.key("http://" + host + "/");
        assertTrue(key.startsWith(pattern.keyPrefix()), glob + " fits " + host + ", key " + key);
      }
    }
  }

  private static String random(Random random, String letters, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  @Test
  void refusesWhatIsNoPattern() {
    for (String wrong : List.of("", " ", "http://a", "a b", "a/b", "a@b", "a:80")) {
      assertThrows(IllegalArgumentException.class, () -> new HostPattern(wrong), wrong);
    }
  }

  @Test
  void candidatesAreTheBestWhateverTheOrder() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      int most = 1 + random.nextInt(12);
      int perHost = 1 + random.nextInt(3);
      List<SeedCandidates.Candidate> all = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        String host = "h" + random.nextInt(8) + ".test";
        double inverse = random.nextInt(20) / 10.0; // with ties
        all.add(new SeedCandidates.Candidate("http://" + host + "/" + i, host, inverse, i));
      }
      List<SeedCandidates.Candidate> sorted = new ArrayList<>(all);
      sorted.sort(
          Comparator.comparingDouble(SeedCandidates.Candidate::inverse)
              .reversed()
              .thenComparing(SeedCandidates.Candidate::url));
      Map<String, Integer> taken = new HashMap<>();
      List<SeedCandidates.Candidate> expected =
          sorted.stream()
              .filter(c -> taken.merge(c.host(), 1, Integer::sum) <= perHost)
              .limit(most)
              .toList();
      Collections.shuffle(all, random);
      SeedCandidates candidates = new SeedCandidates(most, perHost);
      all.forEach(c -> candidates.add(c.url(), c.inverse(), c.rank()));
      assertEquals(expected, candidates.best());
    }
  }
}
