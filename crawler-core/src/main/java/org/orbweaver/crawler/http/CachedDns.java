package org.orbweaver.crawler.http;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * The system's name service behind a cache: addresses are kept for 30 minutes, failures for 5.
 * Threads that ask for one name at once wait for one question. Digits that are not an address in
 * its one proper spelling do not resolve (see {@link AddressBlock#isLiteral}).
 */
public final class CachedDns implements NameResolver {
  private static final Duration FOUND = Duration.ofMinutes(30);
  private static final Duration FAILED = Duration.ofMinutes(5);

  /** About 300 bytes an entry. */
  private static final int MAX_ENTRIES = 200_000;

  @SuppressWarnings("ArrayRecordComponent") // is not compared
  private record Entry(InetAddress[] addresses, String failure) {}

  private final NameResolver service;
  private final AsyncCache<String, Entry> cache;

  /** Asks the system's name service. */
  public CachedDns() {
    this(InetAddress::getAllByName, Ticker.systemTicker(), MAX_ENTRIES);
  }

  CachedDns(NameResolver service, Ticker clock, int maxEntries) {
    this.service = service;
    cache =
        Caffeine.newBuilder()
            .maximumSize(maxEntries)
            .expireAfter(
                Expiry.writing((String host, Entry e) -> e.addresses() == null ? FAILED : FOUND))
            .ticker(clock)
            .executor(Runnable::run)
            .buildAsync();
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    if (AddressBlock.isLiteral(host)) {
      return new InetAddress[] {InetAddress.getByAddress(AddressBlock.literal(host))};
    }
    String last = host.substring(host.lastIndexOf('.', host.length() - 2) + 1);
    if (last.isEmpty() || Character.isDigit(last.charAt(0))) {
      throw new UnknownHostException(host + " is not a host name or an IP address");
    }
    Entry entry = entry(host.toLowerCase(Locale.ROOT));
    if (entry.addresses() == null) {
      throw new UnknownHostException(entry.failure());
    }
    return entry.addresses().clone();
  }

  /**
   * Asked by the caller's thread, and not within the cache, where other names would wait for it.
   */
  private Entry entry(String host) {
    CompletableFuture<Entry> mine = new CompletableFuture<>();
    CompletableFuture<Entry> known = cache.asMap().putIfAbsent(host, mine);
    if (known != null) {
      return known.join();
    }
    try {
      mine.complete(new Entry(unmapped(host, service.resolve(host)), null));
    } catch (UnknownHostException e) {
      mine.complete(new Entry(null, e.getMessage()));
    } finally {
      // Where the look-up itself broke: it is not kept, and those who wait are told.
      mine.completeExceptionally(new IllegalStateException("lookup of " + host));
    }
    return mine.join();
  }

  /** One form for one host: an AAAA record may hold an IPv4 address ({@link EmbeddedIpv4}). */
  private static InetAddress[] unmapped(String host, InetAddress[] addresses)
      throws UnknownHostException {
    InetAddress[] unmapped = new InetAddress[addresses.length];
    for (int i = 0; i < unmapped.length; i++) {
      // This factory unwraps what is mapped.
      unmapped[i] = InetAddress.getByAddress(host, addresses[i].getAddress());
    }
    return unmapped;
  }
}
