package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.cli.OrbException;

/** {@code read segment --politeness}: what {@link PolitenessProof} finds, printed. */
final class PolitenessReport {
  private static final int SHOWN = 20;

  private final Console console;
  private final boolean json;

  PolitenessReport(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  /** Prints the report; exit code 1 where a request came too early. */
  int print(Configuration conf, FileSystem fs, List<Path> segments) throws IOException {
    PolitenessProof proof =
        new PolitenessProof(
            group -> {
              if (json) {
                console.line(Json.line(view("group", group)));
              }
            });
    int logs = FetchLog.read(conf, fs, segments, proof::take);
    if (logs == 0) {
      throw OrbException.failed("no segment has a fetch log: they were fetched by another crawler");
    }
    proof.end();
    List<PolitenessProof.Group> addresses = proof.addresses();
    if (json) {
      addresses.forEach(address -> console.line(Json.line(view("address", address))));
      proof.violations().forEach(v -> console.line(Json.line(view(v))));
    } else {
      printForPeople(proof, addresses, logs, segments.size());
    }
    return proof.violations().isEmpty() ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  private void printForPeople(
      PolitenessProof proof, List<PolitenessProof.Group> addresses, int logs, int segments) {
    console.linef(
        "%,d requests to %,d hosts at %,d addresses, in %d of %d segments",
        proof.requests(), proof.groups(), addresses.size(), logs, segments);
    PolitenessProof.Group closest = proof.closest();
    if (closest == null) {
      console.line("no host was asked twice");
    } else {
      console.linef(
          "smallest gap to a host: %.3f s (%s, %,d requests); gaps looked at: %,d",
          closest.smallestGapMs() / 1e3,
          Console.safe(closest.name()),
          closest.requests(),
          proof.gaps());
    }
    console.linef("most requests to a host at a time: %d", proof.mostAtATime());
    List<PolitenessProof.Group> twice = new ArrayList<>(addresses);
    twice.removeIf(address -> address.requests() < 2);
    twice.sort(java.util.Comparator.comparingLong(PolitenessProof.Group::smallestGapMs));
    if (!twice.isEmpty()) {
      int most = twice.stream().mapToInt(PolitenessProof.Group::mostAtATime).max().getAsInt();
      console.linef(
          "smallest gap to an address: %.3f s (%s); most requests to one at a time: %d",
          Math.max(0, twice.get(0).smallestGapMs()) / 1e3, twice.get(0).name(), most);
    }
    List<PolitenessProof.Violation> violations = proof.violations();
    console.linef("requests that came too early: %,d", violations.size());
    for (PolitenessProof.Violation v : violations.subList(0, Math.min(SHOWN, violations.size()))) {
      console.linef(
          "  %s: %.3f s after the request before, not %.3f s%s",
          Console.safe(v.request().url()),
          v.gapMs() / 1e3,
          v.request().gapMs() / 1e3,
          v.concurrent() ? ", at the same time" : "");
    }
  }

  private static Map<String, Object> view(String kind, PolitenessProof.Group group) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put(kind, group.name());
    view.put("requests", group.requests());
    view.put("smallestGapMs", group.requests() < 2 ? null : group.smallestGapMs());
    view.put("mostAtATime", group.mostAtATime());
    return view;
  }

  private static Map<String, Object> view(PolitenessProof.Violation violation) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("violation", violation.concurrent() ? "concurrent" : "early");
    view.put("gapMs", violation.gapMs());
    view.putAll(FetchLog.view(violation.request()));
    return view;
  }
}
