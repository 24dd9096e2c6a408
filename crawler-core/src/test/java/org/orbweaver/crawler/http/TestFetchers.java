package org.orbweaver.crawler.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.LongSupplier;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.address.CachedDns;

/** Fetchers that find every name ending with .test on loopback. */
final class TestFetchers {
  static final AddressGuard LOOPBACK = AddressGuard.allowing(List.of("127.0.0.0/8"));

  private TestFetchers() {}

  static InetAddress[] names(String host) throws UnknownHostException {
    if (host.endsWith(".test")) {
      return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})};
    }
    return new CachedDns().resolve(host);
  }

  static HttpSettings settings(int timeoutMs, long deadlineMs) {
    return settings(timeoutMs, deadlineMs, null);
  }

  static HttpSettings settings(int timeoutMs, long deadlineMs, ProxySettings proxy) {
    return new HttpSettings(
        new HttpSettings.RequestHeaders("test/1", "*/*", ""),
        new HttpSettings.TimeLimits(timeoutMs, timeoutMs, deadlineMs, 100),
        1 << 20,
        false,
        AllowedPorts.of(List.of()),
        proxy);
  }

  static HttpFetcher fetcher() {
    return fetcher(settings(5_000, 20_000));
  }

  static HttpFetcher fetcher(HttpSettings settings) {
    return new HttpFetcher(settings, TestFetchers::names, LOOPBACK);
  }

  static HttpFetcher fetcher(HttpSettings settings, LongSupplier clock) {
    return new HttpFetcher(settings, TestFetchers::names, LOOPBACK, clock);
  }
}
