package org.orbweaver.crawler.topics;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.topic.Labels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code topics DIR LABELS}. */
@Command(
    name = "topics",
    description = {
      "Learn topics from labelled pages of a crawl.",
      "A line of LABELS names a topic and a host or a directory of one whose pages are examples of"
          + " it; # begins a comment. A tenth of the pages is held out to test what was learned."
          + " Pages that are parsed from then on get their topics with probabilities, stored as"
          + " 'topics' in parse_data."
    },
    footer = {
      "  orb topics crawl labels.txt   with lines such as 'compilers llvm.org/docs/'",
      "  orb parse crawl -D orbweaver.parse.topics=/other/topics/model   another crawl's topics"
    })
public final class TopicsCommand extends CrawlDirCommand {
  @Parameters(index = "1", paramLabel = "LABELS", description = "The file of labels.")
  private Path labels;

  @Override
  protected Optional<String> crawl() {
    return Optional.of(dir);
  }

  @Override
  protected int run() throws Exception {
    List<String> lines = lines();
    try (Session session = Session.open(conf(), dir, console(), "topics")) {
      print(new TopicsPhase().run(session, lines));
    }
    return ExitCode.OK.code();
  }

  private List<String> lines() throws IOException {
    try {
      List<String> lines = Files.readAllLines(labels, StandardCharsets.UTF_8);
      Labels.parse(lines, labels.toString());
      return lines;
    } catch (NoSuchFileException e) {
      throw OrbException.usage("no file " + labels);
    } catch (IllegalArgumentException e) {
      throw OrbException.usage(e.getMessage());
    }
  }

  private void print(TopicsPhase.TopicsResult result) {
    long pages = result.pages().values().stream().mapToLong(n -> n).sum();
    console()
        .line(
            "learned "
                + Count.of(result.pages().size(), "topic")
                + " from "
                + Count.of(pages, "page"));
    long tested = 0;
    long right = 0;
    for (Map.Entry<String, Map<String, Long>> topic : result.guesses().entrySet()) {
      tested += topic.getValue().values().stream().mapToLong(n -> n).sum();
      right += topic.getValue().getOrDefault(topic.getKey(), 0L);
    }
    if (tested == 0) {
      console().line("too few pages to test what was learned");
      return;
    }
    console()
        .linef("of %,d pages held out, %.1f %% get their topic", tested, 100.0 * right / tested);
    console().linef("  %-30s %9s %10s %7s", "topic", "pages", "precision", "recall");
    for (Map.Entry<String, Integer> topic : result.pages().entrySet()) {
      String name = topic.getKey();
      Map<String, Long> own = result.guesses().getOrDefault(name, Map.of());
      long hits = own.getOrDefault(name, 0L);
      long all = own.values().stream().mapToLong(n -> n).sum();
      long guessed =
          result.guesses().values().stream().mapToLong(g -> g.getOrDefault(name, 0L)).sum();
      console()
          .linef(
              "  %-30s %,9d %10s %7s",
              name, topic.getValue(), share(hits, guessed), share(hits, all));
    }
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "-" : String.format(java.util.Locale.ROOT, "%.3f", (double) part / whole);
  }
}
