package org.orbweaver.crawler.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The system's name service behind a cache: addresses are kept for 30 minutes, failures for 5.
 * Digits that are not an address in its one proper spelling do not resolve (see {@link
 * AddressBlock#isLiteral}).
 */
public final class CachedDns implements NameResolver {
  private static final long FOUND_NANOS = 30L * 60 * 1_000_000_000;
  private static final long FAILED_NANOS = 5L * 60 * 1_000_000_000;

  /** About 200 bytes an entry. */
  private static final int MAX_ENTRIES = 200_000;

  @SuppressWarnings("ArrayRecordComponent") // is not compared
  private record Entry(InetAddress[] addresses, String failure, long until) {}

  private final ConcurrentHashMap<String, Entry> cache = new ConcurrentHashMap<>();
  private final NameResolver service;
  private final LongSupplier clock;

  /** Asks the system's name service. */
  public CachedDns() {
    this(InetAddress::getAllByName, System::nanoTime);
  }

  CachedDns(NameResolver service, LongSupplier clock) {
    this.service = service;
    this.clock = clock;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    if (AddressBlock.isLiteral(host)) {
      return new InetAddress[] {InetAddress.getByAddress(AddressBlock.literal(host))};
    }
    String last = host.substring(host.lastIndexOf('.', host.length() - 2) + 1);
    if (last.isEmpty() || Character.isDigit(last.charAt(0))) {
      throw new UnknownHostException(host + " is neither a name nor an address");
    }
    long now = clock.getAsLong();
    Entry entry = cache.get(host);
    if (entry == null || now - entry.until() > 0) {
      entry = ask(host, now);
      if (cache.size() >= MAX_ENTRIES) {
        cache.clear();
      }
      cache.put(host, entry);
    }
    if (entry.addresses() == null) {
      throw new UnknownHostException(entry.failure());
    }
    return entry.addresses().clone();
  }

  private Entry ask(String host, long now) {
    try {
      return new Entry(service.resolve(host), null, now + FOUND_NANOS);
    } catch (UnknownHostException e) {
      return new Entry(null, e.getMessage(), now + FAILED_NANOS);
    }
  }
}
