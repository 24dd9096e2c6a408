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
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * A fake web as a separate process, for benchmarks: generated hosts on one port, until it is
 * killed, {@code --seconds} are over, or with {@code --control} its standard input ends, so that it
 * does not outlive the process that started it. Requests are counted, and kept without their
 * headers if {@code --record} is given.
 *
 * <p>Measured on a busy 2-core machine, one loop, a client of 64 connections on the same machine:
 * 18,000 pages of 20 KB a second, 375 MB/s.
 */
public final class FakeWebMain {
  private static final String HELP =
      """
      Usage: FakeWebMain [OPTIONS]
      Serves a generated web on loopback, for benchmarks.

        --hosts N          hosts (default 100)
        --host-pattern P   names, with %d for the number (default h%d.test)
        --pages N          pages on each host (default 1000)
        --bytes N          bytes of a page (default 20000)
        --links N          links of a page within its host (default 20)
        --across N         links of a page to other hosts (default 5)
        --seed N           seed of pages and links (default 1)
        --addresses N      loopback addresses to spread the hosts over (default 1)
        --port N           port (default 0: a free one)
        --loops N          threads (default 1)
        --robots FILE      robots.txt of every host (default: 404)
        --latency MIN-MAX  ms to the first byte of every response, robots.txt too, by the seed (default 0)
        --slow HOST=MS     the same for one host, by its number from 0; may be repeated
        --delay MS         time to the first byte of the pages in --delayed (default 0)
        --delayed SHARE    share of pages that are answered late, by 200 (default 0)
        --failing SHARE    share of pages that are answered by 503 (default 0)
        --hosts-file FILE  writes a hosts file
        --seeds FILE       writes the front pages, one a line
        --urls FILE        writes all URLs, one a line
        --seconds N        ends after N seconds (default: when killed)
        --report N         prints requests/s and MB/s every N seconds (default: never)
        --record N         keeps the times of the first N requests (default 0)
        --control          takes commands, one a line, from standard input, and ends with it:
                             requests FILE   writes the requests kept, and forgets them; a line has
                                             start and end (us since 1970), latency planned (us),
                                             status, bytes, host, path, with tabs between
      """;

  private FakeWebMain() {}

  /** See {@code --help}. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.exit(run(List.of(args), System.in, out));
  }

  static int run(List<String> args, InputStream in, PrintStream out)
      throws IOException, InterruptedException {
    FakeWebSpec.Builder spec =
        FakeWebSpec.builder()
            .hosts(100)
            .pagesPerHost(1_000)
            .pageBytes(20_000)
            .linksWithin(20)
            .linksAcross(5)
            .recorded(0)
            .headersRecorded(false);
    Path hostsFile = null;
    Path seeds = null;
    Path urls = null;
    long seconds = Long.MAX_VALUE;
    long report = 0;
    Duration delay = Duration.ZERO;
    double delayed = 0;
    boolean control = false;
    Iterator<String> left = args.iterator();
    while (left.hasNext()) {
      String option = left.next();
      if (option.equals("--help")) {
        out.print(HELP);
        return 0;
      }
      if (option.equals("--control")) {
        control = true;
        continue;
      }
      if (!left.hasNext()) {
        out.println("unknown option or no value: " + option + " (see --help)");
        return 2;
      }
      String value = left.next();
      try {
        switch (option) {
          case "--hosts" -> spec.hosts(Integer.parseInt(value));
          case "--host-pattern" -> spec.hostPattern(value);
          case "--pages" -> spec.pagesPerHost(Integer.parseInt(value));
          case "--bytes" -> spec.pageBytes(Integer.parseInt(value));
          case "--links" -> spec.linksWithin(Integer.parseInt(value));
          case "--across" -> spec.linksAcross(Integer.parseInt(value));
          case "--seed" -> spec.seed(Long.parseLong(value));
          case "--addresses" -> spec.addresses(Integer.parseInt(value));
          case "--port" -> spec.port(Integer.parseInt(value));
          case "--loops" -> spec.loops(Integer.parseInt(value));
          case "--robots" -> spec.robots(Response.text(Files.readString(Path.of(value))));
          case "--delay" -> delay = Duration.ofMillis(Long.parseLong(value));
          case "--delayed" -> delayed = Double.parseDouble(value);
          case "--failing" -> spec.fault(Double.parseDouble(value), Response.status(503));
          case "--hosts-file" -> hostsFile = Path.of(value);
          case "--seeds" -> seeds = Path.of(value);
          case "--urls" -> urls = Path.of(value);
          case "--seconds" -> seconds = Long.parseLong(value);
          case "--report" -> report = Long.parseLong(value);
          case "--record" -> spec.recorded(Integer.parseInt(value));
          case "--latency" -> {
            int[] range = pair(value, '-');
            spec.latency(range[0], range[1]);
          }
          case "--slow" -> {
            int[] slow = pair(value, '=');
            spec.latencyOf(slow[0], slow[1]);
          }
          default -> {
            out.println("unknown option: " + option + " (see --help)");
            return 2;
          }
        }
      } catch (IllegalArgumentException e) {
        out.println("bad value for " + option + ": " + value + " (" + e.getMessage() + ")");
        return 2;
      }
    }
    if (delayed > 0) {
      spec.fault(delayed, Response.html("<title>late</title>better than never").delay(delay));
    }
    try (FakeWeb web = FakeWeb.start(spec.build())) {
      if (hostsFile != null) {
        web.hostsFile(hostsFile);
      }
      if (seeds != null) {
        Files.write(seeds, web.seeds());
      }
      if (urls != null) {
        Files.write(urls, web.site().urls());
      }
      out.println("listening on port " + web.port());
      if (control) {
        obey(web, in, out);
      } else {
        serve(web, seconds, report, out);
      }
    }
    return 0;
  }

  /** The two numbers around a sign; a single number counts as both if the sign is a dash. */
  private static int[] pair(String value, char sign) {
    int at = value.indexOf(sign);
    if (at < 0 && sign != '-') {
      throw new IllegalArgumentException("no " + sign + " in it");
    }
    return new int[] {
      Integer.parseInt(at < 0 ? value : value.substring(0, at)),
      Integer.parseInt(value.substring(at + 1))
    };
  }

  private static void obey(FakeWeb web, InputStream in, PrintStream out) throws IOException {
    var commands = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line; (line = commands.readLine()) != null; ) {
      if (line.startsWith("requests ")) {
        String file = line.substring("requests ".length());
        out.println("wrote " + web.log().writeTo(Path.of(file)) + " requests to " + file);
        web.log().clear();
      } else {
        out.println("unknown command: " + line);
      }
    }
  }

  private static void serve(FakeWeb web, long seconds, long report, PrintStream out)
      throws InterruptedException {
    long requests = 0;
    long bytes = 0;
    for (long left = seconds; left > 0; ) {
      long step = Math.min(left, report > 0 ? report : 3_600);
      Thread.sleep(Duration.ofSeconds(step).toMillis());
      left -= step;
      if (report > 0) {
        long n = web.log().count();
        long b = web.log().bytes();
        out.printf(
            Locale.ROOT,
            "%,.0f requests/s, %.1f MB/s, %d connections%n",
            (n - requests) / (double) step,
            (b - bytes) / 1e6 / step,
            web.openConnections());
        requests = n;
        bytes = b;
      }
    }
  }
}
