package org.orbweaver.crawler.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Csv;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.diff.Difference.ChangeKind;
import org.orbweaver.crawler.diff.Difference.PageState;
import org.orbweaver.crawler.generate.RoundNumbers;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The commands {@code diff DIR A B} and {@code diff DIR1 DIR2}. In JSON and CSV they print
 * differences as they come, in text a summary with the first of each kind.
 */
@Command(
    name = "diff",
    description = {
      "Show what changed between two rounds of a crawl, or two crawls.",
      "Lists pages that are new, gone, changed or moved, and pages with a new status or title. A"
          + " round is its number, counted from the start of the crawl (0: before the first), or"
          + " the name of its segment. A page that the later rounds did not fetch counts as"
          + " unchanged. Exits with 0 whether there are differences or not."
    },
    footer = {
      "  orb diff crawl 1 2                  what round 2 changed",
      "  orb diff crawl 1 5 --json           the URLs, sorted, one JSON object per line",
      "  orb diff crawl 20261101030000 20261102030000 --csv > changes.csv",
      "  orb diff crawl-monday crawl-friday  the crawldbs of two crawls"
    })
public final class DiffCommand extends BaseCommand {
  @Parameters(
      arity = "2..3",
      paramLabel = "DIR",
      description = "A crawl directory and two of its rounds, or two crawl directories.")
  private List<String> what;

  @ArgGroup private Form form = new Form();

  private static final class Form {
    @Option(names = "--json", description = "Print JSON, one object per URL.")
    private boolean json;

    @Option(
        names = "--csv",
        description =
            "Print CSV (RFC 4180). An apostrophe is put before cells that a spreadsheet would take"
                + " for a formula.")
    private boolean csv;

    @Option(
        names = "--examples",
        paramLabel = "N",
        description = "Number of URLs to show per kind of change. Default: 5.")
    @Range(from = 0)
    private Integer examples = 5;
  }

  private final Map<ChangeKind, Long> counts = new EnumMap<>(ChangeKind.class);
  private final Map<ChangeKind, List<String>> lines = new EnumMap<>(ChangeKind.class);
  private long different;

  @Override
  protected int run() throws IOException {
    if (what.size() == 3) {
      rounds(what.get(0), what.get(1), what.get(2));
    } else {
      crawls(what.get(0), what.get(1));
    }
    return ExitCode.OK.code();
  }

  private void rounds(String dir, String before, String after) throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Rounds rounds = new Rounds(crawl);
    int first = rounds.number(before);
    int last = rounds.number(after);
    if (first >= last) {
      throw OrbException.usage(
          "expected an earlier and a later round, got '" + before + "' and '" + after + "'");
    }
    List<Path> segments = rounds.upTo(last);
    header();
    int kept = rounds.keptUpTo(first);
    long looked = CrawlComparison.ofRounds(conf(), segments, kept, this::take);
    summary(rounds.title(first), rounds.title(last), looked);
  }

  private void crawls(String before, String after) throws IOException {
    CrawlDir one = CrawlDir.open(conf(), before);
    Path second = new Path(after);
    if (after.matches("\\d+") && !second.getFileSystem(conf()).exists(second)) {
      throw OrbException.usage("expected DIR ROUND ROUND or DIR1 DIR2, got only one round");
    }
    CrawlDir two = CrawlDir.open(conf(), after);
    header();
    summary(before, after, CrawlComparison.ofCrawls(conf(), one, two, this::take));
  }

  private void header() {
    if (form.csv) {
      Csv.write(console(), List.copyOf(fields(null, PageState.NONE, PageState.NONE).keySet()));
    }
  }

  private void take(Difference difference) {
    Fields fields = fields(difference.url(), difference.before(), difference.after());
    List<String> changes =
        difference.kinds().stream().map(kind -> kind.name().toLowerCase(Locale.ROOT)).toList();
    if (form.json) {
      fields.put("changes", changes);
      console().line(Json.line(fields));
      return;
    }
    if (form.csv) {
      fields.put("changes", String.join(" ", changes));
      Csv.write(console(), new ArrayList<>(fields.values()));
      return;
    }
    different++;
    for (ChangeKind kind : difference.kinds()) {
      counts.merge(kind, 1L, Long::sum);
      List<String> kept = lines.computeIfAbsent(kind, k -> new ArrayList<>());
      if (kept.size() < form.examples) {
        kept.add(line(kind, difference));
      }
    }
  }

  private void summary(String before, String after, long looked) {
    if (form.json || form.csv) {
      return;
    }
    console().linef("%s to %s: %,d of %,d URLs differ", before, after, different, looked);
    counts.forEach(
        (kind, count) -> {
          console().linef("%n%,d %s", count, heading(kind, count));
          List<String> kept = lines.get(kind);
          kept.forEach(line -> console().line("  " + line));
          if (kept.size() < count) {
            console().linef("  and %,d more (--examples N, --json, --csv)", count - kept.size());
          }
        });
  }

  private static String heading(ChangeKind kind, long count) {
    String noun = count == 1 ? "" : "s";
    return switch (kind) {
      case NEW -> "new page" + noun;
      case GONE -> "page" + noun + " gone";
      case CHANGED -> "page" + noun + " with new content";
      case MOVED -> "moved";
      case STATUS -> "with a new status";
      case TITLE -> "with a new title";
    };
  }

  private static String line(ChangeKind kind, Difference difference) {
    PageState before = difference.before();
    PageState after = difference.after();
    String title = Objects.requireNonNullElse(after.title(), "");
    String more =
        switch (kind) {
          case NEW, CHANGED -> title.isEmpty() ? "" : "  \"" + title + '"';
          case GONE, STATUS -> "  " + before.status() + " → " + after.status();
          case MOVED -> "  → " + Objects.requireNonNullElse(after.target(), "?");
          case TITLE -> "  \"" + before.title() + "\" → \"" + after.title() + '"';
        };
    return Console.safe(difference.url() + more);
  }

  private static Fields fields(String url, PageState before, PageState after) {
    return new Fields()
        .with("url", url)
        .with("changes", null)
        .with("statusBefore", before.status())
        .with("statusAfter", after.status())
        .with("titleBefore", before.title())
        .with("titleAfter", after.title())
        .with("redirectBefore", before.target())
        .with("redirectAfter", after.target())
        .with("signatureBefore", before.signature())
        .with("signatureAfter", after.signature());
  }

  /**
   * The rounds of a crawl, counted from its beginning, including those whose segments have been
   * dropped since.
   */
  private static final class Rounds {
    private final CrawlDir dir;
    private final List<Path> kept;
    private final Map<String, Integer> numbers;

    /** The newest segment of each number. */
    private final TreeMap<Integer, String> names = new TreeMap<>();

    Rounds(CrawlDir dir) throws IOException {
      this.dir = dir;
      kept = dir.segmentList();
      List<String> segments = kept.stream().map(Path::getName).toList();
      numbers = RoundNumbers.of(Steps.readHistory(dir), segments).bySegment();
      numbers.forEach((name, number) -> names.put(number, name));
    }

    /**
     * The number of a round, from 1; 0 is the state before the first.
     *
     * @param text a number, or the name of a segment
     * @throws OrbException (usage) if there is no such round
     */
    int number(String text) {
      int most = names.isEmpty() ? 0 : names.lastKey();
      if (numbers.containsKey(text)) {
        return numbers.get(text);
      }
      if (text.matches("\\d{1,9}") && Integer.parseInt(text) <= most) {
        return Integer.parseInt(text);
      }
      String expected = "expected a round from 0 to " + most + " or a segment of " + dir;
      throw OrbException.usage(expected + ", got '" + Console.safe(text) + "'");
    }

    /** "round 2 (20261122…)". */
    String title(int number) {
      String name = names.containsKey(number) ? " (" + names.get(number) + ")" : "";
      return number == 0 ? "the start" : "round " + number + name;
    }

    /**
     * The existing segments up to a round, from old to new.
     *
     * @throws OrbException (failed) if that of the round itself has been dropped
     */
    List<Path> upTo(int number) {
      int count = keptUpTo(number);
      if (count == 0 || !kept.get(count - 1).getName().equals(names.get(number))) {
        throw OrbException.failed(
            "the segment of " + title(number) + " has been deleted: compare with a later round");
      }
      return kept.subList(0, count);
    }

    /** How many of the kept segments are of this round or an earlier one. */
    int keptUpTo(int number) {
      return (int) kept.stream().filter(it -> numbers.get(it.getName()) <= number).count();
    }
  }
}
