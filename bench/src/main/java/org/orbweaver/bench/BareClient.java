package org.orbweaver.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.address.HostsFile;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.http.AllowedPorts;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.http.HttpFetcher;
import org.orbweaver.crawler.http.HttpSettings;

/**
 * Measures the HTTP client alone, in its own process: threads that take the next URL, fetch it and
 * drop it. It is the lower bound of a fetcher's cost.
 *
 * <p>There is no frontier. The URLs should go from host to host, so that two threads seldom wait
 * for the same one.
 */
public final class BareClient {
  static final String BYTES = "decodedBytes";

  private BareClient() {}

  /**
   * Arguments: a hosts file, a file of URLs, the number of threads. Prints the number of decoded
   * bytes. Fails at the first URL not answered by 200.
   */
  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    HttpSettings settings =
        new HttpSettings(
            new HttpSettings.RequestHeaders(
                "orbweaver-bench", FetchKeys.ACCEPT.get(conf), FetchKeys.ACCEPT_LANGUAGE.get(conf)),
            new HttpSettings.TimeLimits(
                WebProcess.TIMEOUT_MS, WebProcess.TIMEOUT_MS, WebProcess.DEADLINE_MS, 0),
            FetchKeys.CONTENT_LIMIT.get(conf),
            false,
            AllowedPorts.of(List.of()),
            null);
    HostsFile names = HostsFile.parse(Files.readString(Path.of(args[0])));
    AddressGuard guard = AddressGuard.allowing(List.of(WebProcess.LOOPBACK));
    ExecutorService threads = Executors.newFixedThreadPool(Integer.parseInt(args[2]));
    try (HttpFetcher fetcher = new HttpFetcher(settings, names, guard)) {
      List<Future<Integer>> fetches =
          Files.readAllLines(Path.of(args[1])).stream()
              .map(url -> threads.submit(() -> fetch(fetcher, url)))
              .toList();
      long bytes = 0;
      for (Future<Integer> fetch : fetches) {
        bytes += fetch.get();
      }
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8)
          .println(BYTES + " " + bytes);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The decoded bytes. */
  private static int fetch(Fetcher fetcher, String url) throws IOException {
    FetchedPage page = fetcher.fetch(FetchRequest.get(url));
    if (page.status() != 200 || page.truncation() != FetchedPage.Truncation.NONE) {
      throw new IOException(url + ": status " + page.status() + ", cut: " + page.truncation());
    }
    return page.body().length;
  }
}
