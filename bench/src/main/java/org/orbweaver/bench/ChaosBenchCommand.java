package org.orbweaver.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.orbweaver.bench.chaos.ChaosFault;
import org.orbweaver.bench.chaos.ChaosLab;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets processes of a real cluster fail in each phase of a crawl; {@code scripts/chaos}. */
@Command(
    name = "chaos",
    description = {
      "Run each phase of a small crawl on real Hadoop daemons (scripts/cluster) while one of them,"
          + " a container, a disk or the client fails. Then check that the phase has ended by"
          + " itself or by one repetition, that the crawl holds what an undisturbed one holds, and"
          + " that no host was asked too soon or for a page twice.",
      "A cell that is in the table is not tried again. DISK_FULL needs the right to mount,"
          + " CLOCK_AHEAD the program faketime. Exits with 1 if anything is wrong."
    },
    footer = {
      "  scripts/chaos --pages /usr/share/doc/debian/FAQ",
      "  scripts/chaos --phase fetch,update --fault MASTER_KILLED",
      "  scripts/chaos --table                   print what was found so far"
    })
final class ChaosBenchCommand extends BaseCommand {
  @Option(
      names = "--phase",
      split = ",",
      paramLabel = "NAME",
      description = "Only these phases: generate, fetch, parse and so on.")
  private Set<String> phases = new LinkedHashSet<>(ChaosLab.PHASES);

  @Option(
      names = "--fault",
      split = ",",
      paramLabel = "FAULT",
      description = "Only ${COMPLETION-CANDIDATES}.")
  private Set<ChaosFault> faults = EnumSet.allOf(ChaosFault.class);

  @Option(names = "--seed", paramLabel = "N", description = "Decides the moments. Default: 1.")
  @Range(from = 0)
  private long seed = 1;

  @Option(
      names = "--pages",
      paramLabel = "DIR",
      description = "Folder of a site with an index.html: these pages are crawled, too.")
  private Path pages;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Folder for the cluster, logs and the table. Default: ~/.orbweaver/chaos.")
  private Path work = Path.of(System.getProperty("user.home"), ".orbweaver", "chaos");

  @Option(names = "--table", description = "Print the table, and try nothing.")
  private boolean table;

  /** A line of the table. */
  private record Row(String phase, String fault, String ending, String seconds, String found) {
    static Row of(String line) {
      String[] cells = line.split("\t", 5);
      return new Row(cells[0], cells[1], cells[2], cells[3], cells[4]);
    }

    String line() {
      return String.join("\t", phase, fault, ending, seconds, found);
    }

    boolean isWrong() {
      return ending.equals("failed") || found.startsWith("WRONG");
    }
  }

  private final Map<String, Row> rows = new LinkedHashMap<>();

  @Override
  protected int run() throws IOException, InterruptedException {
    for (String phase : phases) {
      if (!ChaosLab.PHASES.contains(phase)) {
        throw OrbException.usage(
            "--phase: expected one of " + ChaosLab.PHASES + ", got '" + phase + "'");
      }
    }
    Files.createDirectories(work);
    Path file = work.resolve("table.tsv");
    if (Files.exists(file)) {
      Files.readAllLines(file).stream().map(Row::of).forEach(this::put);
    }
    List<String> left = new ArrayList<>(phases);
    left.removeIf(phase -> faults.stream().allMatch(f -> rows.containsKey(phase + " " + f)));
    if (!table && !left.isEmpty()) {
      try (ChaosLab lab = new ChaosLab(work, Bench.source(), Optional.ofNullable(pages))) {
        console().info("chaos: running each phase undisturbed");
        lab.live(left);
        for (String phase : left) {
          for (ChaosFault fault : faults) {
            if (!rows.containsKey(phase + " " + fault)) {
              Row row = tryOut(lab, phase, fault);
              put(row);
              Files.writeString(
                  file, row.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
              console().info("chaos: " + row.line().replace('\t', ' '));
            }
          }
        }
      }
    }
    rows.values().forEach(row -> console().line(row.line()));
    boolean wrong = rows.values().stream().anyMatch(Row::isWrong);
    return (wrong ? ExitCode.FAILED : ExitCode.OK).code();
  }

  private void put(Row row) {
    rows.put(row.phase + " " + row.fault, row);
  }

  private Row tryOut(ChaosLab lab, String phase, ChaosFault fault)
      throws IOException, InterruptedException {
    ChaosLab.Outcome outcome = lab.tryOut(phase, fault, seed);
    String found = outcome.said();
    if (!outcome.wrong().isEmpty()) {
      Path details = Files.createDirectories(work.resolve("wrong")).resolve(phase + "-" + fault);
      Files.writeString(details, String.join("\n", outcome.wrong()), StandardCharsets.UTF_8);
      found =
          outcome.wrong().stream().limit(2).collect(Collectors.joining("; ", "WRONG: ", ""))
              + " (all in "
              + details
              + ")";
    }
    return new Row(
        phase,
        fault.name(),
        outcome.ending().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        String.format(Locale.ROOT, "%.0f", outcome.seconds()),
        found.replaceAll("\\s+", " "));
  }
}
