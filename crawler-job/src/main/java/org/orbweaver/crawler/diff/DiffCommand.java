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
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.Csv;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Fields;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbCommand;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Steps;
import org.orbweaver.crawler.diff.CrawlComparison.RoundComparison;
import org.orbweaver.crawler.diff.Difference.PageState;
import org.orbweaver.crawler.generate.RoundNumbers;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code diff DIR A B} and {@code diff DIR1 DIR2}. */
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
public final class DiffCommand extends OrbCommand {
  private static final int EXAMPLES = 5;

  @Parameters(
      arity = "2..3",
      paramLabel = "DIR",
      description = "A crawl directory and two of its rounds, or two crawl directories.")
  private List<String> what;

  @ArgGroup private Form form;

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
    private Integer examples;
  }

  @Override
  protected int run() throws IOException {
    if (what.size() == 3) {
      rounds(what.get(0), what.get(1), what.get(2));
    } else {
      crawls(what.get(0), what.get(1));
    }
    return ExitCode.OK.code();
  }

  private DiffReport report() {
    if (form == null) {
      return new DiffReport(console(), DiffReport.Form.TEXT, EXAMPLES);
    }
    if (form.json) {
      return new DiffReport(console(), DiffReport.Form.JSON, 0);
    }
    return form.csv
        ? new DiffReport(console(), DiffReport.Form.CSV, 0)
        : new DiffReport(console(), DiffReport.Form.TEXT, form.examples);
  }

  private void rounds(String dir, String before, String after) throws IOException {
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    Rounds rounds = Rounds.of(crawl);
    int first = rounds.number(before);
    int last = rounds.number(after);
    if (first >= last) {
      throw OrbException.usage(
          "expected an earlier and a later round, got '" + before + "' and '" + after + "'");
    }
    List<Path> segments = rounds.upTo(last);
    DiffReport report = report();
    long looked =
        new RoundComparison(conf(), segments, rounds.keptUpTo(first)).forEach(report::take);
    report.end(rounds.title(first), rounds.title(last), looked);
  }

  private void crawls(String before, String after) throws IOException {
    CrawlDir one = CrawlDir.open(conf(), before);
    Path second = new Path(after);
    if (after.matches("\\d+") && !second.getFileSystem(conf()).exists(second)) {
      throw OrbException.usage("expected DIR ROUND ROUND or DIR1 DIR2, got only one round");
    }
    CrawlDir two = CrawlDir.open(conf(), after);
    DiffReport report = report();
    long looked = new CrawlComparison(conf(), one, two).forEach(report::take);
    report.end(before, after, looked);
  }

  /**
   * The rounds of a crawl, counted from its beginning, also where their segments have been dropped
   * since.
   */
  static final class Rounds {
    private final CrawlDir dir;
    private final Map<String, Integer> numbers;

    /** The newest segment of each number. */
    private final TreeMap<Integer, String> names = new TreeMap<>();

    private final List<Path> kept;

    private Rounds(CrawlDir dir, Map<String, Integer> numbers, List<Path> kept) {
      this.dir = dir;
      this.numbers = numbers;
      this.kept = kept;
      numbers.forEach((name, number) -> names.put(number, name));
    }

    static Rounds of(CrawlDir dir) throws IOException {
      List<Path> kept = dir.segmentList();
      List<String> segments = kept.stream().map(Path::getName).toList();
      return new Rounds(dir, RoundNumbers.of(Steps.readHistory(dir), segments).bySegment(), kept);
    }

    /**
     * The number of a round, from 1; 0 stands for what was before the first.
     *
     * @param text a number, or the name of a segment
     * @throws OrbException (usage) where there is no such round
     */
    int number(String text) {
      int most = names.isEmpty() ? 0 : names.lastKey();
      if (numbers.containsKey(text)) {
        return numbers.get(text);
      }
      if (text.matches("\\d{1,9}") && Integer.parseInt(text) <= most) {
        return Integer.parseInt(text);
      }
      throw OrbException.usage(
          "expected a round from 0 to "
              + most
              + " or a segment of "
              + dir
              + ", got '"
              + Console.safe(text)
              + "'");
    }

    /** "round 2 (20261122…)". */
    String title(int number) {
      return number == 0
          ? "the start"
          : "round " + number + (names.containsKey(number) ? " (" + names.get(number) + ")" : "");
    }

    /**
     * The segments up to a round that are still there, from old to new.
     *
     * @throws OrbException (failed) where that of the round itself has been dropped
     */
    List<Path> upTo(int number) {
      List<Path> found = kept.stream().filter(segment -> isUpTo(segment, number)).toList();
      boolean there =
          number == 0
              || (!found.isEmpty()
                  && found.get(found.size() - 1).getName().equals(names.get(number)));
      if (!there) {
        throw OrbException.failed(
            "the segment of " + title(number) + " has been deleted: compare with a later round");
      }
      return found;
    }

    /** How many of the kept segments are of this round or an earlier one. */
    int keptUpTo(int number) {
      return (int) kept.stream().filter(segment -> isUpTo(segment, number)).count();
    }

    private boolean isUpTo(Path segment, int number) {
      return numbers.get(segment.getName()) <= number;
    }
  }

  /**
   * Prints differences: as they come in JSON and CSV; in text a summary, with the first of each.
   */
  static final class DiffReport {
    /** How to print. */
    enum Form {
      TEXT,
      JSON,
      CSV
    }

    private final Console console;
    private final Form form;
    private final int examples;
    private final Map<Difference.Kind, Long> counts = new EnumMap<>(Difference.Kind.class);
    private final Map<Difference.Kind, List<String>> lines = new EnumMap<>(Difference.Kind.class);
    private long different;

    /**
     * Nothing printed but a CSV's header.
     *
     * @param examples of each kind in the summary; negative: all
     */
    DiffReport(Console console, Form form, int examples) {
      this.console = console;
      this.form = form;
      this.examples = examples;
      if (form == Form.CSV) {
        Csv.write(console, new ArrayList<>(fields(null).keySet()));
      }
    }

    void take(Difference difference) {
      different++;
      for (Difference.Kind kind : difference.kinds()) {
        counts.merge(kind, 1L, Long::sum);
      }
      switch (form) {
        case JSON -> console.line(Json.line(fields(difference)));
        case CSV -> {
          List<Object> cells = new ArrayList<>(fields(difference).values());
          cells.set(1, String.join(" ", words(difference)));
          Csv.write(console, cells);
        }
        case TEXT -> keep(difference);
      }
    }

    private void keep(Difference difference) {
      for (Difference.Kind kind : difference.kinds()) {
        List<String> kept = lines.computeIfAbsent(kind, k -> new ArrayList<>());
        if (examples < 0 || kept.size() < examples) {
          kept.add(line(kind, difference));
        }
      }
    }

    /** Prints the summary. */
    void end(String before, String after, long looked) {
      if (form != Form.TEXT) {
        return;
      }
      console.linef("%s to %s: %,d of %,d URLs differ", before, after, different, looked);
      for (Difference.Kind kind : Difference.Kind.values()) {
        long count = counts.getOrDefault(kind, 0L);
        if (count > 0) {
          console.linef("%n%,d %s", count, heading(kind, count));
          List<String> kept = lines.get(kind);
          kept.forEach(line -> console.line("  " + line));
          if (kept.size() < count) {
            console.linef("  and %,d more (--examples N, --json, --csv)", count - kept.size());
          }
        }
      }
    }

    private static String heading(Difference.Kind kind, long count) {
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

    private static String line(Difference.Kind kind, Difference difference) {
      PageState before = difference.before();
      PageState after = difference.after();
      String url = difference.url();
      String title = Objects.requireNonNullElse(after.title(), "");
      return Console.safe(
          switch (kind) {
            case NEW, CHANGED -> title.isEmpty() ? url : url + "  \"" + title + '"';
            case GONE -> url + "  " + before.status() + " → " + after.status();
            case MOVED -> url + "  → " + Objects.requireNonNullElse(after.target(), "?");
            case STATUS -> url + "  " + before.status() + " → " + after.status();
            case TITLE -> url + "  \"" + before.title() + "\" → \"" + after.title() + '"';
          });
    }

    private static List<String> words(Difference difference) {
      return difference.kinds().stream().map(kind -> kind.name().toLowerCase(Locale.ROOT)).toList();
    }

    /** The fields of a difference; their names alone for null. */
    private static Fields fields(Difference difference) {
      PageState before = difference == null ? PageState.NONE : difference.before();
      PageState after = difference == null ? PageState.NONE : difference.after();
      return new Fields()
          .with("url", difference == null ? null : difference.url())
          .with("changes", difference == null ? null : words(difference))
          .with("statusBefore", before.status())
          .with("statusAfter", after.status())
          .with("titleBefore", before.title())
          .with("titleAfter", after.title())
          .with("redirectBefore", before.target())
          .with("redirectAfter", after.target())
          .with("signatureBefore", before.signature())
          .with("signatureAfter", after.signature());
    }
  }
}
