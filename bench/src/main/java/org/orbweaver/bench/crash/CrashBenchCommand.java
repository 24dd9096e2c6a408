package org.orbweaver.bench.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileUtil;
import org.orbweaver.bench.crash.CrashLab.Outcome;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Progress;
import org.orbweaver.common.text.RecordPrinter;
import org.orbweaver.testkit.disk.Fault;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets commands fail at each of their changes to the disk; {@code scripts/bench crash}. */
@Command(
    name = "crash",
    description = {
      "Let each command of a small crawl fail at a change that it makes to the disk: a crash, a"
          + " loss of power, a full disk, an I/O error. Then check that 'doctor --deep' finds no"
          + " error, and that the same command, once more, leaves what it leaves undisturbed. Exits"
          + " with 1 if anything is wrong, and prints the command that repeats it.",
      "A cell is a fault at the n-th change of a command. Changes outside the crawl, to temporary"
          + " files, count once for each kind of file."
    },
    footer = {
      "  scripts/bench crash --seeds 200",
      "  scripts/bench crash --slice 3/20        every 20th cell, from the third",
      "  scripts/bench crash --all --phase update,links",
      "  scripts/bench crash --phase update --fault CRASH_TORN --at 57 --seed 1"
    })
public final class CrashBenchCommand extends BaseCommand {
  private static final Pattern SLICE = Pattern.compile("(\\d{1,4})/(\\d{1,4})");
  private static final String ROW = "%1$-14s %2$9d %3$9d %4$9d %5$9d";

  @Option(
      names = "--phase",
      split = ",",
      paramLabel = "NAME",
      description = "Try this command; repeatable. Default: all.")
  private Set<String> phases = new LinkedHashSet<>();

  @Option(names = "--fault", paramLabel = "FAULT", description = "Only ${COMPLETION-CANDIDATES}.")
  private Fault fault;

  @Option(names = "--at", paramLabel = "N", description = "Only the N-th change of a command.")
  @Range(from = 1)
  private Integer at;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides the cells and what survives a loss of power. Default: 1.")
  private long seed = 1;

  @Option(names = "--seeds", paramLabel = "N", description = "Try N cells. Default: 100.")
  @Range(from = 1)
  private int seeds = 100;

  @Option(names = "--slice", paramLabel = "I/K", description = "Try each K-th cell, from the I-th.")
  private String slice;

  @Option(names = "--all", description = "Try all cells.")
  private boolean all;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Folder for temporary files. Default: the system's.")
  private Path work;

  @Option(names = "--json", description = "Print JSON, one object per command.")
  private boolean json;

  /** Counts of a phase. */
  private static final class Tally {
    private int cells;
    private int tried;
    private int asBefore;
    private int wrong;

    Fields fields(String command) {
      return new Fields()
          .with("command", command)
          .with("cells", cells)
          .with("tried", tried)
          .with("asBefore", asBefore)
          .with("wrong", wrong);
    }
  }

  private final Map<String, Tally> tallies = new TreeMap<>();

  @Override
  protected int run() throws IOException {
    Set<String> known = new LinkedHashSet<>(CrashLab.names());
    for (String phase : phases) {
      if (!known.contains(phase)) {
        throw OrbException.usage("--phase: expected one of " + known + ", got '" + phase + "'");
      }
    }
    Matcher parts = SLICE.matcher(slice == null ? "1/1" : slice);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) == 0) {
      throw OrbException.usage("--slice: expected I/K, got '" + slice + "'");
    }
    if (!CrashLab.hasBrowser()) {
      console().infof("%s is left out: there is no chromium in the PATH", CrashLab.RENDER);
    }
    Path folder =
        work == null
            ? Files.createTempDirectory("orb-crash-")
            : Files.createTempDirectory(Files.createDirectories(work), "orb-crash-");
    try (CrashLab lab = new CrashLab(folder, phases);
        Progress progress = console().progress("crash")) {
      List<Cell> chosen = chosen(lab, Integer.parseInt(parts.group(1)), parts.group(2));
      for (int i = 0; i < chosen.size(); i++) {
        if (progress.isDue()) {
          progress.update(i + " of " + chosen.size() + " cells");
        }
        tryOut(lab, chosen.get(i));
      }
    } finally {
      // The tasks of a crashed process may still be about to notice.
      for (int i = 0; i < 50 && !FileUtil.fullyDelete(folder.toFile()); i++) {
        LockSupport.parkNanos(100_000_000);
      }
    }
    return report() ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  private List<Cell> chosen(CrashLab lab, int first, String step) {
    List<Cell> cells = new ArrayList<>();
    for (Cell cell : lab.cells()) {
      boolean is = (fault == null || cell.fault() == fault) && (at == null || cell.at() == at);
      if (is) {
        cells.add(cell);
        tallies.computeIfAbsent(cell.phase(), phase -> new Tally()).cells++;
      }
    }
    if (slice != null) {
      int every = Integer.parseInt(step);
      List<Cell> sliced = new ArrayList<>();
      for (int i = Math.floorMod(first - 1, every); i < cells.size(); i += every) {
        sliced.add(cells.get(i));
      }
      return sliced;
    }
    if (all || at != null) {
      return cells;
    }
    Collections.shuffle(cells, new Random(seed));
    return cells.subList(0, Math.min(seeds, cells.size()));
  }

  private void tryOut(CrashLab lab, Cell cell) throws IOException {
    Tally tally = tallies.get(cell.phase());
    Outcome outcome = lab.tryOut(cell, seed);
    tally.tried++;
    tally.asBefore += outcome.isKnown() ? 1 : 0;
    if (!outcome.wrong().isEmpty()) {
      tally.wrong++;
      console().line(cell + ":");
      outcome.wrong().lines().forEach(line -> console().line("  " + line));
      console().line("  again: " + cell.command(seed));
      console().flush();
    }
  }

  /** Prints the counts; true if nothing was wrong. */
  private boolean report() {
    RecordPrinter out = new RecordPrinter(console(), json);
    out.text(ROW, "command", "cells", "tried", "as before", "wrong");
    Tally sum = new Tally();
    for (Map.Entry<String, Tally> each : tallies.entrySet()) {
      Tally tally = each.getValue();
      sum.cells += tally.cells;
      sum.tried += tally.tried;
      sum.asBefore += tally.asBefore;
      sum.wrong += tally.wrong;
      out.row(tally.fields(each.getKey()), ROW);
    }
    out.row(sum.fields("all"), ROW);
    return sum.wrong == 0;
  }
}
