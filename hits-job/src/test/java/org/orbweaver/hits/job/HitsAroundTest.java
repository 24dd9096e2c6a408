package org.orbweaver.hits.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.ParseText;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.meta.NameKind;

/**
 * {@code hits --query} and {@code --similar} on a crawl of a few pages about two kinds of jaguars,
 * with a search engine of the test's own.
 */
class HitsAroundTest extends HitsRuns {

  private final Map<String, List<String>> links = new TreeMap<>();

  /** Pages of the web; {@code cat} and {@code car} are host names. */
  HitsAroundTest() {
    super((conf, crawl) -> new FakeSearch());
    List<String> cats = List.of("http://cat1.test/", "http://cat2.test/", "http://cat3.test/");
    List<String> cars = List.of("http://car1.test/", "http://car2.test/");
    for (int i = 0; i < 4; i++) {
      links.put("http://cathub" + i + ".test/", cats);
    }
    for (int i = 0; i < 3; i++) {
      links.put("http://carhub" + i + ".test/", cars);
    }
    // Navigation, which does not count.
    links.put("http://nav.test/", List.of("http://nav.test/a", "http://nav.test/b"));
  }

  private static final class FakeSearch implements QuerySource {
    @Override
    public List<String> search(String query, int most) {
      List<String> found = new ArrayList<>();
      for (String word : query.split(" ", -1)) {
        switch (word) {
          case "jaguar" -> {
            IntStream.range(0, 4).forEach(i -> found.add("http://cathub" + i + ".test/"));
            IntStream.range(0, 3).forEach(i -> found.add("http://carhub" + i + ".test/"));
            found.add("http://not-in-the-graph.test/");
          }
          case "navigation" -> found.add("http://nav.test/");
          case "elsewhere" -> found.add("http://not-in-the-graph.test/");
          default -> {}
        }
      }
      return found.subList(0, Math.min(most, found.size()));
    }

    @Override
    public Optional<String> title(String url) {
      return url.contains("//cat1") ? Optional.of("The \u001b[31mcat") : Optional.empty();
    }

    @Override
    public ToIntFunction<String> matcher(String query) {
      return text ->
          (int)
              Arrays.stream(query.split(" ", -1))
                  .filter(text.toLowerCase(Locale.ROOT)::contains)
                  .count();
    }

    @Override
    public void close() {}
  }

  private Path graph(int parts) throws IOException {
    TreeSet<String> keys = new TreeSet<>();
    links.forEach(
        (url, targets) -> {
          keys.add(key(url));
          targets.forEach(target -> keys.add(key(target)));
        });
    List<String> nodes = new ArrayList<>(keys);
    List<int[]> edges = new ArrayList<>();
    links.forEach(
        (url, targets) ->
            targets.forEach(
                t -> edges.add(new int[] {nodes.indexOf(key(url)), nodes.indexOf(key(t))})));
    Path crawl = dir.resolve("crawl" + parts);
    GraphBuilder.fromEdges(
            nodes.size(),
            edges.stream().mapToInt(e -> e[0]).toArray(),
            edges.stream().mapToInt(e -> e[1]).toArray())
        .parts(parts)
        .names(NameKind.URLS, id -> nodes.get(id).getBytes(StandardCharsets.UTF_8))
        .write(crawl.resolve("graph/20260101000000"));
    return crawl;
  }

  private static String key(String url) {
    return new String(NameKind.URLS.key(url), StandardCharsets.UTF_8);
  }

  /** A parse of each page; anchors by target. */
  private void segment(Path crawl, String name, Map<String, String> anchors) throws IOException {
    segment(crawl, name, anchors, "");
  }

  /** As above, with a text for each page, at whose end its links are. */
  private void segment(Path crawl, String name, Map<String, String> anchors, String text)
      throws IOException {
    Path texts = crawl.resolve("segments/" + name + "/parse_text/part-r-00000");
    Files.createDirectories(texts.getParent());
    try (MapFile.Writer writer =
        new MapFile.Writer(
            conf,
            new org.apache.hadoop.fs.Path(texts.toUri()),
            MapFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(ParseText.class))) {
      for (String url : links.keySet()) {
        writer.append(new Text(url), new ParseText(text));
      }
    }
    MapWritable place = new MapWritable();
    place.put(new Text("at"), new Text(Integer.toString(text.length())));
    Path part = crawl.resolve("segments/" + name + "/parse_data/part-r-00000");
    Files.createDirectories(part.getParent());
    try (MapFile.Writer writer =
        new MapFile.Writer(
            conf,
            new org.apache.hadoop.fs.Path(part.toUri()),
            MapFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(ParseData.class))) {
      for (Map.Entry<String, List<String>> page : links.entrySet()) {
        List<Outlink> outlinks = new ArrayList<>();
        for (String target : page.getValue()) {
          Outlink outlink = new Outlink(target, anchors.getOrDefault(target, ""));
          if (anchors.containsKey(target)) {
            outlink.setMetadata(place);
          }
          outlinks.add(outlink);
        }
        writer.append(
            new Text(page.getKey()),
            new ParseData(
                ParseStatus.STATUS_SUCCESS,
                "",
                outlinks.toArray(new Outlink[0]),
                new Metadata(),
                new Metadata()));
      }
    }
  }

  /** URLs of a list, in the order printed. */
  private List<String> urls(String list) {
    return lines().stream()
        .filter(line -> line.startsWith("{\"list\":\"" + list + "\""))
        .map(line -> line.replaceAll(".*\"url\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  private double score(String list, String url) {
    return lines().stream()
        .filter(line -> line.startsWith("{\"list\":\"" + list + "\"") && line.contains(url))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll(".*\"score\":([-.0-9E]+).*", "$1")))
        .findFirst()
        .orElse(0);
  }

  @Test
  void hubsAndAuthoritiesOfAQuery() throws IOException {
    for (int parts : new int[] {1, 3}) {
      Path crawl = graph(parts);
      ok("hits", crawl.toString(), "--query", "jaguar", "--json");
      assertEquals(
          List.of("http://cat1.test/", "http://cat2.test/", "http://cat3.test/"),
          urls("authorities").subList(0, 3));
      assertEquals(Math.sqrt(1. / 3), score("authorities", "cat2"), 1e-9);
      assertEquals(.5, score("hubs", "cathub3"), 1e-9);
      assertTrue(lines().get(0).contains("\"title\":\"The \\u001B[31mcat\""), lines().get(0));
      assertTrue(lines().get(0).contains("\"root\":false"), lines().get(0));
      assertTrue(notes().contains("base set: 7 root pages, 12 pages, 18 links"), notes());
      assertTrue(notes().contains("not in the graph: 1 search result"), notes());
      assertTrue(notes().contains("2 authorities and 3 hubs"), notes());
      assertFalse(Files.exists(crawl.resolve("hits")), "nothing is written");
    }
  }

  @Test
  void textForPeopleIsHarmless() throws IOException {
    String crawl = graph(1).toString();
    ok("hits", crawl, "--query", "jaguar", "--top", "1");
    String text = String.join("\n", lines());
    assertTrue(text.contains("authorities\n  1. 0.577350  http://cat1.test/"), text);
    assertTrue(text.contains("The \\u001b[31mcat"), text);
    assertFalse(text.contains("cat2"), text);
  }

  @Test
  void clustersShowBothMeaningsAndSalsaToo() throws IOException {
    String crawl = graph(2).toString();
    ok("hits", crawl, "--query", "jaguar", "--clusters", "3", "--salsa", "--json");
    assertEquals(3, urls("cluster-1+-authorities").size());
    assertTrue(urls("cluster-1+-authorities").contains("http://cat3.test/"));
    assertEquals(List.of("http://car1.test/", "http://car2.test/"), urls("cluster-2+-authorities"));
    assertEquals(3, urls("cluster-2+-hubs").size());
    assertTrue(notes().contains("only 2 eigenvectors"), notes());
    assertEquals(.2, score("salsa-authorities", "car1"), 1e-12);
    assertEquals(1. / 7, score("salsa-hubs", "cathub0"), 1e-12);
  }

  @Test
  void wordsAroundALinkWeigh() throws IOException {
    Path crawl = graph(1);
    String far = "jaguar " + "x".repeat(100);
    segment(crawl, "20260101000001", Map.of("http://cat2.test/", "here"), far);
    ok("hits", crawl.toString(), "--query", "jaguar", "--weighted", "--json");
    assertEquals(1 / Math.sqrt(3), score("authorities", "cat2"), 1e-9);
    segment(
        crawl, "20260101000002", Map.of("http://cat2.test/", "here"), "Jaguar: " + "x".repeat(9));
    ok("hits", crawl.toString(), "--query", "jaguar", "--weighted", "--json");
    assertEquals(2 / Math.sqrt(6), score("authorities", "cat2"), 1e-9);
  }

  @Test
  void anchorsOfTheNewestParseWeigh() throws IOException {
    Path crawl = graph(1);
    fails(
        1,
        "no anchor texts to weigh links by",
        "hits",
        crawl.toString(),
        "--query",
        "jaguar",
        "--weighted");
    segment(crawl, "20260101000001", Map.of("http://cat1.test/", "Jaguar Jaguar"));
    segment(crawl, "20260101000002", Map.of("http://cat2.test/", "a Jaguar"));
    ok("hits", crawl.toString(), "--query", "jaguar", "--weighted", "--json");
    // Weights 1, 2, 1 of each hub.
    assertEquals(2 / Math.sqrt(6), score("authorities", "cat2"), 1e-9);
    assertEquals(1 / Math.sqrt(6), score("authorities", "cat1"), 1e-9);
    assertTrue(notes().contains("7 linking pages are parsed"), notes());
    ok(
        "hits",
        crawl.toString(),
        "--query",
        "jaguar",
        "--hublets",
        "--json",
        "-D",
        "orbweaver.hits.hublet.links=1");
    // Of each cat hub only the run of cat2 remains.
    assertEquals(1, score("authorities", "cat2"), 1e-9);
    assertEquals(0, score("authorities", "cat1"), 0);
    assertTrue(
        lines().stream().anyMatch(line -> line.contains("\"firstLink\":2")), lines()::toString);
  }

  @Test
  void pagesLikeAPage() throws IOException {
    String crawl = graph(2).toString();
    ok("hits", crawl, "--similar", "http://cat1.test/", "--json");
    assertEquals(List.of("http://cat2.test/", "http://cat3.test/"), urls("similar"));
    assertEquals(List.of("http://cat2.test/", "http://cat3.test/"), urls("co-cited"));
    assertEquals(4, score("co-cited", "cat2"));
    ok(
        "hits",
        crawl,
        "--similar",
        "http://cat1.test/",
        "--json",
        "-D",
        "orbweaver.hits.root.pages=2");
    assertTrue(notes().contains("2 of the 4 pages that link to it"), notes());
    assertEquals(2, score("co-cited", "cat2"));
    fails(
        1,
        "no page of another host links to http://nav.test/a",
        "hits",
        crawl,
        "--similar",
        "http://nav.test/a");
    fails(
        1,
        "http://nowhere.test/ is not in graph",
        "hits",
        crawl,
        "--similar",
        "http://nowhere.test/");
  }

  @Test
  void whatCannotBeIsSaid() throws IOException {
    String crawl = graph(1).toString();
    Map<List<String>, String> wrong = new LinkedHashMap<>();
    wrong.put(List.of("--query", "nothing"), "no page matches 'nothing'");
    wrong.put(List.of("--query", "elsewhere"), "none of the 1 pages found is in graph");
    wrong.put(
        List.of("--query", "navigation"),
        "no links that count (2 within a host were dropped): orbweaver.hits.within.host=keep");
    wrong.forEach((args, words) -> fails(1, words, "hits", crawl, args.get(0), args.get(1)));
    ok("hits", crawl, "--query", "navigation", "-D", "orbweaver.hits.within.host=keep");
    for (String[] args :
        new String[][] {
          {"--query", "jaguar", "--similar", "http://cat1.test/"},
          {"--query", "jaguar", "--top", "0"},
          {"--query", "jaguar", "--clusters", "0"},
          {"--query", "jaguar", "--mode", "distributed"},
          {"--query", "jaguar", "-D", "orbweaver.hits.within.host=perhaps"},
          {"--query", "jaguar", "-D", "orbweaver.hits.root.pages=0"},
          {"--query", "jaguar", "-D", "orbweaver.hits.inlinks.per.page=-1"},
          {"--query", "jaguar", "-D", "orbweaver.hits.tolerance=-1"},
          {"--similar", "http://cat1.test/", "--weighted"},
          {"--clusters", "2"},
          {"--weighted"},
          {"--json"}
        }) {
      List<String> all = new ArrayList<>(List.of("hits", crawl));
      all.addAll(List.of(args));
      fails(2, "orb: ", all.toArray(new String[0]));
    }
  }

  @Test
  void aProgramWithoutSearchSaysSo() {
    OrbException e =
        assertThrows(OrbException.class, () -> QuerySource.NONE.open(new Configuration(), null));
    assertTrue(e.getMessage().contains("'orb hits DIR --query'"), e.getMessage());
  }
}
