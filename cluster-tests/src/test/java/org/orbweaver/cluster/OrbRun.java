package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.text.Console;
import org.orbweaver.orb.Orb;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One command line of {@code orb}, run in this process: its exit status and output. */
record OrbRun(int exit, List<String> out, String err) {
  private static final Logger LOG = LoggerFactory.getLogger(OrbRun.class);

  /** Runs {@code args} with a copy of {@code conf}. */
  static OrbRun of(Configuration conf, List<String> args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(stream(out), stream(err), false);
    int exit = Orb.run(args.toArray(new String[0]), console, new Configuration(conf));
    LOG.info("orb {}: {}\n{}", args, exit, err);
    return new OrbRun(
        exit,
        out.toString(StandardCharsets.UTF_8).lines().toList(),
        err.toString(StandardCharsets.UTF_8));
  }

  /** Like {@link #of}, for a run that must succeed. */
  static OrbRun ok(Configuration conf, List<String> args, String... more) {
    List<String> all = new ArrayList<>(args);
    all.addAll(List.of(more));
    OrbRun run = of(conf, all);
    assertEquals(0, run.exit(), () -> all + " said:\n" + run.err());
    return run;
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
