package org.orbweaver.orb.doctor;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.CrawlInspection;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Staging;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.store.Steps;
import org.orbweaver.common.text.Count;

/** Checks of a crawl's lock, log and staging. */
final class CrawlChecks {
  private CrawlChecks() {}

  static List<Finding> log(CrawlDir dir) throws IOException {
    List<StepRecord> history;
    try {
      history = Steps.readHistory(dir);
    } catch (OrbException e) {
      return List.of(Finding.error(e.getMessage(), "restore the record from a backup"));
    }
    List<Finding> findings = new ArrayList<>();
    for (String contradiction : CrawlInspection.contradictions(dir, history)) {
      findings.add(
          Finding.error(contradiction, "restore it from a backup, or run that step again"));
    }
    if (!CrawlInspection.unfinished(dir, history).isEmpty()) {
      findings.add(
          Finding.note(
              "the last step was interrupted while publishing its output",
              "nothing to do: the next command that writes completes it"));
    }
    if (findings.isEmpty()) {
      findings.add(
          Finding.ok(
              history.isEmpty()
                  ? "no steps logged (a new crawl, or one by Nutch)"
                  : Count.of(history.get(history.size() - 1).number(), "step")
                      + ", the last "
                      + history.get(history.size() - 1).name()
                      + " at "
                      + history.get(history.size() - 1).time().truncatedTo(ChronoUnit.SECONDS)));
    }
    return findings;
  }

  static Finding lock(CrawlDir dir) throws IOException {
    Optional<String> holder = CrawlInspection.lockHolder(dir);
    return holder
        .map(
            who ->
                Finding.note(
                    "in use by " + who,
                    "wait for it to finish before running a command that writes"))
        .orElseGet(() -> Finding.ok("not locked"));
  }

  static List<Finding> staging(CrawlDir dir) throws IOException {
    List<Finding> findings = new ArrayList<>();
    boolean running = CrawlInspection.lockHolder(dir).isPresent();
    for (Staging left : Staging.list(dir)) {
      long bytes = dir.fs().getContentSummary(left.folder()).getLength();
      String what = left + " has staged " + MachineChecks.bytes(bytes);
      findings.add(
          running
              ? Finding.ok(what + ", and a command is running")
              : Finding.note(
                  "the interrupted " + what + " in " + left.folder(),
                  "run the same command again to resume it; other commands leave it there"));
      Optional<String> unreadable =
          running ? Optional.empty() : unreadable(dir.fs(), left.folder());
      unreadable.ifPresent(
          why ->
              findings.add(
                  Finding.note(
                      why,
                      "run the same command again: it waits until HDFS has recovered the file, and"
                          + " does again what cannot be read")));
    }
    return findings.isEmpty() ? List.of(Finding.ok("no interrupted step")) : findings;
  }

  /**
   * The first file below a folder that cannot be opened, with the reason: on HDFS, one whose data
   * node crashed while it was written.
   */
  private static Optional<String> unreadable(FileSystem fs, Path folder) throws IOException {
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(folder, true);
    while (files.hasNext()) {
      Path file = files.next().getPath();
      try {
        fs.open(file).close();
      } catch (IOException e) {
        return Optional.of(file + " cannot be read: " + Failure.reason(e));
      }
    }
    return Optional.empty();
  }

  /** The newest time in the log or a store; null if there is none. */
  static Instant latest(CrawlDir dir) throws IOException {
    Stream<Instant> stores =
        Files.list(dir.fs(), dir.root()).stream()
            .map(status -> Instant.ofEpochMilli(status.getModificationTime()));
    Stream<Instant> steps;
    try {
      steps = Steps.readHistory(dir).stream().map(StepRecord::time);
    } catch (OrbException e) {
      steps = Stream.empty(); // The check of the log reports it.
    }
    return Stream.concat(stores, steps).max(Comparator.naturalOrder()).orElse(null);
  }
}
