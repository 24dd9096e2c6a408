package org.orbweaver.testkit;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A fake web as a separate process, for benchmarks: generated hosts on a free port, until its
 * standard input ends, so that it does not outlive the process that started it. A line of the input
 * is a command:
 *
 * <ul>
 *   <li>{@code requests FILE} writes the requests kept, without their headers, and forgets them; a
 *       line has start and end (µs since 1970), latency planned (µs), status, bytes, host, path,
 *       with tabs between;
 *   <li>the line after the answer to it has the numbers of full and resumed TLS handshakes since
 *       the start: {@code handshakes FULL RESUMED}.
 * </ul>
 *
 * <p>Measured on a busy 2-core machine, a client of 64 connections on the same machine: 18,000
 * pages of 20 KB a second, 375 MB/s.
 */
public final class FakeWebMain {
  private static final int RECORDED = 10_000_000;

  /**
   * Hosts that close a connection before a polite crawler's next request: Apache waits for 5 s,
   * nginx for 75 s.
   */
  private static final double CLOSING = .25;

  private FakeWebMain() {}

  /**
   * Serves. The time to the first byte of each response, robots.txt too, is drawn by a seed.
   *
   * @param args number of hosts, of pages on each, and of bytes of a page, or {@code web} for
   *     {@link WebSizes}; shortest and longest ms to the first byte; the same of host 0 (0: as of
   *     the others); files to write the names and addresses of the hosts, and all URLs to; {@code
   *     http} or {@code https}, by which a quarter of the hosts closes connections; a folder of
   *     real pages, or nothing
   */
  public static void main(String[] args) throws IOException {
    run(
        args,
        System.in,
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
  }

  static void run(String[] args, InputStream in, PrintStream out) throws IOException {
    FakeWebSpec.Builder spec =
        FakeWebSpec.builder()
            .hosts(Integer.parseInt(args[0]))
            .pagesPerHost(Integer.parseInt(args[1]))
            .linksWithin(20)
            .linksAcross(5)
            .latency(Integer.parseInt(args[3]), Integer.parseInt(args[4]))
            .recorded(RECORDED)
            .headersRecorded(false);
    if (!args[5].equals("0")) {
      spec.latencyOf(0, Integer.parseInt(args[5]));
    }
    if (!args[2].equals("web")) {
      spec.pageBytes(Integer.parseInt(args[2]));
    } else if (args[9].isEmpty()) {
      spec.sizes(WebSizes.generated());
    } else {
      spec.sizes(WebSizes.withPagesOf(Path.of(args[9])));
    }
    if (args[8].equals("https")) {
      spec.tls(true).closing(CLOSING);
    }
    try (FakeWeb web = FakeWeb.start(spec.build())) {
      web.hostsFile(Path.of(args[6]));
      Files.write(Path.of(args[7]), web.site().urls());
      web.site().prepare();
      out.println("listening on port " + web.port());
      var commands = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line; (line = commands.readLine()) != null; ) {
        String file = line.replaceFirst("^requests ", "");
        out.println("wrote " + web.log().writeTo(Path.of(file)) + " requests to " + file);
        out.println(
            "handshakes " + web.log().fullHandshakes() + " " + web.log().resumedHandshakes());
        web.log().clear();
      }
    }
  }
}
