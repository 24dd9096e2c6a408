package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;

/** Prints the findings of {@link PolitenessProof}, for {@code read segment --politeness}. */
record PolitenessReport(Console console, boolean json) {
  private static final int SHOWN = 20;

  /** Prints the report; exit code 1 if a request came too early. */
  int print(Configuration conf, List<Path> segments) throws IOException {
    PolitenessProof proof =
        new PolitenessProof(
            group -> {
              if (json) {
                console.line(Json.line(fields("group", group)));
              }
            },
            true);
    int logs = FetchLog.read(conf, segments, proof::take);
    if (logs == 0) {
      throw OrbException.failed("no fetch log in the segments: another crawler fetched them");
    }
    proof.end();
    List<PolitenessProof.Group> addresses = proof.addresses();
    if (json) {
      addresses.forEach(address -> console.line(Json.line(fields("address", address))));
      proof.violations.forEach(v -> console.line(Json.line(fields(v))));
    } else {
      printForPeople(proof, addresses, logs, segments.size());
    }
    return proof.violations.isEmpty() ? ExitCode.OK.code() : ExitCode.FAILED.code();
  }

  private void printForPeople(
      PolitenessProof proof, List<PolitenessProof.Group> addresses, int logs, int segments) {
    console.linef(
        "%s to %s at %s, in %d of %s",
        Count.of(proof.requests, "request"),
        Count.of(proof.groups, "host"),
        Count.of(addresses.size(), "address"),
        logs,
        Count.of(segments, "segment"));
    PolitenessProof.Group closest = proof.closest;
    if (closest == null) {
      console.line("no host received a second request");
    } else {
      console.linef(
          "shortest delay at a host: %.3f s (%s, %,d requests); delays checked: %,d",
          closest.smallestGapMs() / 1e3,
          Console.safe(closest.name()),
          closest.requests(),
          proof.gaps());
    }
    console.linef("maximum concurrent requests to a host: %d", proof.most);
    List<PolitenessProof.Group> twice = new ArrayList<>(addresses);
    twice.removeIf(address -> address.requests() < 2);
    if (!twice.isEmpty()) {
      PolitenessProof.Group shortest =
          Collections.min(twice, Comparator.comparingLong(PolitenessProof.Group::smallestGapMs));
      int most = twice.stream().mapToInt(PolitenessProof.Group::mostAtATime).max().getAsInt();
      console.linef(
          "shortest delay at an address: %.3f s (%s); maximum concurrent requests to one: %d",
          Math.max(0, shortest.smallestGapMs()) / 1e3, shortest.name(), most);
    }
    List<PolitenessProof.Violation> violations = proof.violations;
    console.linef("politeness violations: %,d", violations.size());
    for (PolitenessProof.Violation v : violations.subList(0, Math.min(SHOWN, violations.size()))) {
      console.linef(
          "  %s: %.3f s after the previous request, required: %.3f s%s",
          Console.safe(v.request().url()),
          v.gapMs() / 1e3,
          v.request().delayMs() / 1e3,
          v.concurrent() ? ", concurrent" : "");
    }
  }

  private static Fields fields(String kind, PolitenessProof.Group group) {
    return new Fields()
        .with(kind, group.name())
        .with("requests", group.requests())
        .with("smallestGapMs", group.requests() < 2 ? null : group.smallestGapMs())
        .with("mostAtATime", group.mostAtATime());
  }

  private static Fields fields(PolitenessProof.Violation violation) {
    Fields fields = new Fields().with("violation", violation.concurrent() ? "concurrent" : "early");
    fields.with("gapMs", violation.gapMs()).putAll(FetchLog.fields(violation.request()));
    return fields;
  }
}
