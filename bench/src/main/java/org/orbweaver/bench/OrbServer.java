package org.orbweaver.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.common.error.OrbException;

/** An {@code orb serve}: its process and its address, host:port. */
record OrbServer(MeasuredProcess process, String address) {
  private static final Pattern ADDRESS = Pattern.compile(" at (?:http://)?(127[.0-9]+:[0-9]+)");
  private static final Duration START = Duration.ofMinutes(2);

  /** Starts it at any port, and waits until it prints its address. */
  static OrbServer start(List<String> flags, List<String> words, Path output)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(Bench.ORB, "serve", "--port", "0"));
    all.addAll(words);
    MeasuredProcess process = MeasuredProcess.java(flags, all, output);
    for (long end = System.nanoTime() + START.toNanos(); System.nanoTime() < end; ) {
      Matcher address = ADDRESS.matcher(Files.readString(output));
      if (address.find()) {
        return new OrbServer(process, address.group(1));
      }
      if (!process.process().isAlive()) {
        break;
      }
      Thread.sleep(50);
    }
    process.close();
    throw OrbException.failed("orb serve did not start:\n" + process.lastLines());
  }
}
