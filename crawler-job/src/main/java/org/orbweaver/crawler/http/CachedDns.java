package org.orbweaver.crawler.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The system's name service behind a cache: addresses are kept for 30 minutes, failures for 5. When
 * the cache is full, the name that has not been asked for the longest makes room. Threads that ask
 * for one name at once wait for one question. Digits that are not an address in its one proper
 * spelling do not resolve (see {@link AddressBlock#isLiteral}).
 */
public final class CachedDns implements NameResolver {
  private static final long FOUND_NANOS = 30L * 60 * 1_000_000_000;
  private static final long FAILED_NANOS = 5L * 60 * 1_000_000_000;

  /** About 300 bytes an entry. */
  private static final int MAX_ENTRIES = 200_000;

  @SuppressWarnings("ArrayRecordComponent") // is not compared
  private record Entry(InetAddress[] addresses, String failure, long until) {}

  private final NameResolver service;
  private final LongSupplier clock;
  private final int maxEntries;
  private final Object lock = new Object();

  /** In the order of their last use. */
  private final Map<String, Entry> cache = new LinkedHashMap<>(1024, 0.75f, true);

  private final Map<String, CompletableFuture<Entry>> asking = new HashMap<>();

  /** Asks the system's name service. */
  public CachedDns() {
    this(InetAddress::getAllByName, System::nanoTime, MAX_ENTRIES);
  }

  CachedDns(NameResolver service, LongSupplier clock, int maxEntries) {
    this.service = service;
    this.clock = clock;
    this.maxEntries = maxEntries;
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
    Entry entry = entry(host.toLowerCase(Locale.ROOT));
    if (entry.addresses() == null) {
      throw new UnknownHostException(entry.failure());
    }
    return entry.addresses().clone();
  }

  private Entry entry(String host) {
    CompletableFuture<Entry> answer;
    boolean asks = false;
    synchronized (lock) {
      Entry known = cache.get(host);
      if (known != null && clock.getAsLong() - known.until() <= 0) {
        return known;
      }
      answer = asking.get(host);
      if (answer == null) {
        asks = true;
        answer = new CompletableFuture<>();
        asking.put(host, answer);
      }
    }
    if (asks) {
      ask(host, answer);
    }
    return answer.join();
  }

  private void ask(String host, CompletableFuture<Entry> answer) {
    Entry entry = null;
    try {
      entry = new Entry(service.resolve(host), null, clock.getAsLong() + FOUND_NANOS);
    } catch (UnknownHostException e) {
      entry = new Entry(null, e.getMessage(), clock.getAsLong() + FAILED_NANOS);
    } finally {
      synchronized (lock) {
        asking.remove(host);
        if (entry != null) {
          cache.put(host, entry);
          dropOldest();
        }
      }
      if (entry == null) {
        answer.completeExceptionally(new IllegalStateException("the look-up of " + host));
      } else {
        answer.complete(entry);
      }
    }
  }

  private void dropOldest() {
    if (cache.size() > maxEntries) {
      var names = cache.keySet().iterator();
      names.next();
      names.remove();
    }
  }
}
