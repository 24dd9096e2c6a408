package org.orbweaver.crawler.generate;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;

/**
 * Looks up the addresses of URLs' hosts, many at a time: a name service takes milliseconds to
 * seconds, longest for a name that it does not know.
 */
final class AddressLookups implements Closeable {
  private static final int BATCH = 2000;
  private static final int THREADS = 64;

  /** A URL whose address is pending or noted. */
  record PendingUrl(Text url, CrawlDatum datum) {}

  private final HostAddresses addresses;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, UserThreads.named("address"));

  private List<PendingUrl> waiting = new ArrayList<>();

  AddressLookups(NameResolver names) {
    addresses = new HostAddresses(HostMode.IP, names);
  }

  /** Adds copies of a URL and its datum; true once there are enough for {@link #noted}. */
  boolean add(Text url, CrawlDatum datum) {
    CrawlDatum copy = new CrawlDatum();
    copy.set(datum);
    waiting.add(new PendingUrl(new Text(url), copy));
    return waiting.size() >= BATCH;
  }

  /** The entries added, in that order, with their addresses noted. */
  List<PendingUrl> noted() throws IOException, InterruptedException {
    List<PendingUrl> entries = waiting;
    waiting = new ArrayList<>();
    Map<String, List<PendingUrl>> byHost = new LinkedHashMap<>();
    for (PendingUrl entry : entries) {
      byHost
          .computeIfAbsent(Hosts.host(entry.url().toString()), host -> new ArrayList<>())
          .add(entry);
    }
    List<Callable<Void>> lookUps = new ArrayList<>();
    for (List<PendingUrl> ofHost : byHost.values()) {
      lookUps.add(
          () -> {
            for (PendingUrl entry : ofHost) {
              addresses.note(entry.url().toString(), entry.datum());
            }
            return null;
          });
    }
    threads.invokeAll(lookUps);
    return entries;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
