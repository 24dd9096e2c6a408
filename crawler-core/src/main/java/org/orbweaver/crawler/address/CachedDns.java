package org.orbweaver.crawler.address;

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
 * Threads that look up one name at the same time share one query. Digits that are not an address in
 * standard form do not resolve (see {@link AddressBlock#isLiteral}).
 */
public final class CachedDns implements NameResolver {
  private static final Duration FOUND = Duration.ofMinutes(30);
  private static final Duration FAILED = Duration.ofMinutes(5);

  /** About 300 bytes an entry. */
  private static final int MAX_ENTRIES = 200_000;

  @SuppressWarnings("ArrayRecordComponent") // is not compared
  private record Lookup(InetAddress[] addresses, String failure) {}

  private final NameResolver service;
  private final AsyncCache<String, Lookup> cache;

  /** Uses the system's name service. */
  public CachedDns() {
    this(InetAddress::getAllByName, Ticker.systemTicker(), MAX_ENTRIES);
  }

  CachedDns(NameResolver service, Ticker clock, int maxEntries) {
    this.service = service;
    cache =
        Caffeine.newBuilder()
            .maximumSize(maxEntries)
            .expireAfter(
                Expiry.writing((String host, Lookup e) -> e.addresses() == null ? FAILED : FOUND))
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
    Lookup entry = entry(host.toLowerCase(Locale.ROOT));
    if (entry.addresses() == null) {
      throw new UnknownHostException(entry.failure());
    }
    return entry.addresses().clone();
  }

  /**
   * The lookup runs in the caller's thread and outside the cache's locks, which would block other
   * names.
   */
  private Lookup entry(String host) {
    CompletableFuture<Lookup> mine = new CompletableFuture<>();
    CompletableFuture<Lookup> known = cache.asMap().putIfAbsent(host, mine);
    if (known != null) {
      return known.join();
    }
    try {
      mine.complete(new Lookup(unmapped(host, service.resolve(host)), null));
    } catch (UnknownHostException e) {
      mine.complete(new Lookup(null, e.getMessage()));
    } finally {
      // The lookup itself threw: nothing is cached, and the waiting threads get an error.
      mine.completeExceptionally(new IllegalStateException("lookup of " + host));
    }
    return mine.join();
  }

  /**
   * The addresses in one form for each: an AAAA record may hold an IPv4 address ({@link
   * EmbeddedIpv4}).
   */
  private static InetAddress[] unmapped(String host, InetAddress[] addresses)
      throws UnknownHostException {
    InetAddress[] unmapped = new InetAddress[addresses.length];
    for (int i = 0; i < unmapped.length; i++) {
      // InetAddress.getByAddress unwraps IPv4-mapped addresses.
      unmapped[i] = InetAddress.getByAddress(host, addresses[i].getAddress());
    }
    return unmapped;
  }
}
