package org.orbweaver.hits.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.text.Console;
import org.orbweaver.hits.cli.HitsCommands;

/** Commands of HITS on small crawls in a temporary folder. */
abstract class HitsRuns {
  @TempDir Path dir;

  final Configuration conf = new Configuration();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream notes = new ByteArrayOutputStream();
  private final QuerySource.Opener search;

  HitsRuns(QuerySource.Opener search) {
    this.search = search;
  }

  @BeforeEach
  final void setUpRuns() {
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
  }

  final Console console() {
    return new Console(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(notes, true, StandardCharsets.UTF_8),
        false);
  }

  /** Runs a command; its output is in {@link #lines} and {@link #notes}. */
  final int orb(String... args) {
    out.reset();
    notes.reset();
    return OrbMain.run(
        "orb",
        args,
        HitsCommands.all(search),
        HitsCommands.readers(),
        console(),
        new Configuration(conf));
  }

  final void ok(String... args) {
    assertEquals(0, orb(args), String.join(" ", args) + "\n" + notes());
  }

  /** Runs a command and checks that it fails with the exit code and the message. */
  final void fails(int code, String words, String... args) {
    assertEquals(code, orb(args), String.join(" ", args) + "\n" + notes());
    assertEquals(words, notes().contains(words) ? words : notes());
  }

  final List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  final String notes() {
    return notes.toString(StandardCharsets.UTF_8);
  }
}
