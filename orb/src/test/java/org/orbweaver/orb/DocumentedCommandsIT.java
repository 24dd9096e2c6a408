package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import picocli.CommandLine;

/**
 * Every command line of the README, of {@code docs/} and of the examples in the commands' help
 * works as documented: readers and searches run on a small crawl, with its names in place of those
 * in the text. Commands that change a crawl, or need files, hosts or a cluster that are not here,
 * are only parsed, and {@link #PARSED} gives the reason.
 */
class DocumentedCommandsIT {
  /** Commands that are parsed and not run, with the reason. */
  private static final Map<String, String> PARSED =
      Map.ofEntries(
          Map.entry("crawl", "hosts of the text; WholePathIT and this test's crawl run it"),
          Map.entry("dedup", "changes the crawl; CrawlDbRoundIT runs it"),
          Map.entry("demo", "DemoIT runs it"),
          Map.entry("duplicates", "pages and files of the text; NearDuplicatesIT runs it"),
          Map.entry("evaluate", "files of the text; TestCollectionsIT and EvaluationTest run it"),
          Map.entry("export", "folders of the text; ExportIT and HBaseExportIT run it"),
          Map.entry("fetch", "changes the crawl; FetchIT runs it"),
          Map.entry("generate", "changes the crawl; CrawlDbRoundIT runs it"),
          Map.entry("graph", "files of the text; WebGraphCommandsIT runs it"),
          Map.entry("identity", "folders of the text, and keys; IdentityIT runs it"),
          Map.entry("import", "files of the text; ImportIT runs it"),
          Map.entry("index", "changes the crawl; IndexAndSearchIT runs it"),
          Map.entry("inject", "files of the text; CrawlDbRoundIT runs it"),
          Map.entry("key", "folders of keys; SignatureIT runs it"),
          Map.entry("links", "changes the crawl; ParseAndLinksIT runs it"),
          Map.entry("pagerank", "files of the text; PageRankFamilyIT runs it"),
          Map.entry("parse", "changes the crawl; ParseAndLinksIT runs it"),
          Map.entry("plugins", "folders of the text; PluginsCommandIT runs it"),
          Map.entry("read page", "versions of a recrawled page; SegmentsOverTimeIT runs it"),
          Map.entry("read pagerank-mix", "topics of the text; TopicsIT runs it"),
          Map.entry("read robots", "a file of the text; Rfc9309RulesTest holds what it tells"),
          Map.entry("read spam-farm", "a spammed page; PageRankFamilyIT runs it"),
          Map.entry("read spam-mass", "trusted pages; PageRankFamilyIT runs it"),
          Map.entry("read trustrank", "trusted pages; PageRankFamilyIT runs it"),
          Map.entry("read url", "files of the text; ReadUrlCommandTest runs it"),
          Map.entry("recrawl", "changes the crawl; its own tests run it"),
          Map.entry("render", "a browser; RenderedCrawlIT runs it"),
          Map.entry("serve", "runs until stopped; ServeIT runs it"),
          Map.entry("topics", "files of the text; TopicsCommandIT runs it"),
          Map.entry("trustrank", "files of the text; PageRankFamilyIT runs it"),
          Map.entry("try", "requests to hosts of the text; its own test runs it"),
          Map.entry("tune", "files of the text; IndexAndSearchIT runs it"),
          Map.entry("update", "changes the crawl; CrawlDbRoundIT runs it"));

  /** A command line in a text, in backquotes or in an indented line. */
  private static final Pattern INLINE =
      Pattern.compile("`(?:scripts/)?orb ([a-z][^`]*)`" + "|`hadoop jar \\S+\\.jar ([a-z][^`]*)`");

  private static final Pattern LINE =
      Pattern.compile("^(?:(?: {4,}|\\$ )orb|(?: {4,}|\\$ )?scripts/orb) ([a-z].*)$");

  private static final Set<String> CRAWLS =
      Set.of("DIR", "DIR1", "DIR2", "crawl", "mycrawl", "my-crawl", "crawl-monday", "crawl-friday");

  @TempDir private Path folder;

  @Test
  void everyCommandLineOfTheTextsWorks() throws Exception {
    Map<String, String> lines = commandLines();
    assertTrue(lines.size() >= 130, lines.size() + " command lines");
    Set<String> run = new TreeSet<>();
    Map<String, Integer> parsed = new TreeMap<>();
    List<String> failed = new ArrayList<>();
    try (TestSite site =
        new TestSite(
            FakeWebSpec.builder().seed(3).hosts(2).pagesPerHost(8).linksWithin(3).build(),
            folder)) {
      FakeWeb web = site.web();
      String dir = folder.resolve("crawl").toString();
      Files.writeString(folder.resolve("crawl.yaml"), "directory: crawl\n");
      site.orb(0, "crawl", web.seeds().get(0), dir, "--rounds", "2", "--stay", "host");
      site.orb(0, "graph", dir, "--level", "host,domain");
      site.orb(0, "hits", dir);
      for (Map.Entry<String, String> line : lines.entrySet()) {
        List<String> words = TestSite.words(line.getKey());
        String name = name(words);
        CommandLine.ParseResult result = null;
        try {
          result = Orb.commandLine().parseArgs(withoutGeneric(words).toArray(new String[0]));
        } catch (CommandLine.ParameterException e) {
          failed.add(line.getValue() + ": " + line.getKey() + ": " + e.getMessage());
        }
        if (result == null || PARSED.containsKey(name)) {
          parsed.merge(name, 1, Integer::sum);
          continue;
        }
        run.add(name);
        List<String> here = here(words, dir, web.seeds().get(0));
        TestSite.Run done = site.orb(here);
        boolean found = done.status() == 0 || isNothingHere(done);
        if (!found) {
          failed.add(
              line.getValue()
                  + ": "
                  + line.getKey()
                  + " -> "
                  + here
                  + ": "
                  + done.err()
                  + done.out());
        }
      }
    }
    assertEquals(List.of(), failed);
    Set<String> idle = new TreeSet<>(PARSED.keySet());
    idle.removeAll(parsed.keySet());
    assertEquals(Set.of(), idle, "parsed alone, but in no text");
    assertTrue(run.size() >= 12, "run: " + run);
  }

  /** Messages for names in the texts that this small crawl does not have. */
  private static final Pattern NOT_HERE =
      Pattern.compile(
          "no page fits|no page matches|no page of another host|no run |no segment |not in the"
              + " graph|a round from 0|nothing to do");

  private static boolean isNothingHere(TestSite.Run run) {
    return run.status() != 0 && NOT_HERE.matcher(run.err()).find();
  }

  /** Command lines of all texts, with the place of each; a line that ends in \ goes on. */
  private static Map<String, String> commandLines() throws IOException {
    Map<String, String> lines = new LinkedHashMap<>();
    List<Path> texts = new ArrayList<>(List.of(Path.of("../README.md")));
    try (Stream<Path> docs = Files.list(Path.of("../docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(texts::add);
    }
    for (Path text : texts) {
      String whole = Files.readString(text).replaceAll("\\\\\n\\s*", "");
      whole.lines().forEach(line -> collect(line, text.getFileName().toString(), lines));
    }
    examples(Orb.commandLine(), lines);
    return lines;
  }

  private static void collect(String line, String place, Map<String, String> lines) {
    Matcher alone = LINE.matcher(line);
    if (alone.find()) {
      add(alone.group(1), place, lines);
      return;
    }
    Matcher inline = INLINE.matcher(line);
    while (inline.find()) {
      add(inline.group(1) == null ? inline.group(2) : inline.group(1), place, lines);
    }
  }

  private static void examples(CommandLine command, Map<String, String> lines) {
    for (String example : command.getCommandSpec().usageMessage().footer()) {
      String line = example.strip().replaceFirst("^orb ", "");
      String name = line.split(" ")[0];
      boolean isCommand = Orb.commandLine().getSubcommands().containsKey(name);
      if (isCommand && command.getParent() != null) {
        add(line, "help of " + command.getCommandName(), lines);
      }
    }
    for (CommandLine sub : new TreeMap<>(command.getSubcommands()).values()) {
      examples(sub, lines);
    }
  }

  /** Removes the comment after a command line, redirections and pipes; drops mere names. */
  private static void add(String text, String place, Map<String, String> lines) {
    String line =
        text.replaceFirst("\\s{2,}.*$", "")
            .replaceFirst("\\s+#.*$", "")
            .replaceFirst("\\s[|>].*$", "")
            .replaceAll("\\[(--[^\\]]*)]", "$1")
            .strip();
    boolean isMereName = line.equals(name(TestSite.words(line + " x")));
    if (!isMereName && line.contains(" ") && !line.contains("…") && !line.contains("COMMAND")) {
      lines.putIfAbsent(line, place);
    }
  }

  private static String name(List<String> words) {
    return words.get(0).equals("read") ? "read " + words.get(1) : words.get(0);
  }

  /**
   * Without Hadoop's options, which no command sees; with numbers in place of placeholder letters.
   */
  private static List<String> withoutGeneric(List<String> words) {
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-D") || word.equals("-conf") || word.equals("-fs")) {
        i++;
      } else if (!word.startsWith("-D")) {
        rest.add(word.equals("N") ? "5" : word);
      }
    }
    return rest;
  }

  /** The words with this crawl, its hosts and pages in place of the text's. */
  private static List<String> here(List<String> words, String dir, String url) {
    List<String> here = new ArrayList<>();
    String host = java.net.URI.create(url).getHost();
    String before = "";
    for (String word : words) {
      String put = word;
      if (CRAWLS.contains(word) && !here.isEmpty() && !here.get(0).equals("help")) {
        put = dir;
      } else if (word.equals("crawl.yaml")) {
        put = dir + ".yaml";
      } else if (Set.of("--url", "--similar").contains(before)) {
        put = here.contains("--level") ? host : url;
      } else if (before.equals("--host")) {
        put = host;
      } else if (Set.of("--html", "--out").contains(before)) {
        put = Path.of(dir).resolveSibling(System.nanoTime() + ".html").toString();
      } else if (word.equals("URL") || word.matches("https?://.*|www\\..*")) {
        put = url;
      } else if (word.equals("N")) {
        put = "5";
      }
      here.add(put);
      before = word;
    }
    return here;
  }
}
