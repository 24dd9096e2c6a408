package org.orbweaver.crawler.url;

import crawlercommons.domains.EffectiveTldFinder;

/**
 * The public suffixes of a host and the domains registered under them, both by the registries alone
 * ({@code com}, {@code co.uk}) and with the suffixes of private organisations ({@code github.io}).
 * Unlike {@link Hosts#domain}, nothing stands in for a part that a host does not have.
 *
 * @param registrySuffix null for IP addresses and hosts without a known suffix
 * @param registeredDomain null if the host is a suffix itself, or has none
 * @param privateSuffix equal to {@code registrySuffix} if no private one applies
 * @param privateDomain as {@code registeredDomain}, under {@code privateSuffix}
 */
public record HostSuffixes(
    String registrySuffix, String registeredDomain, String privateSuffix, String privateDomain) {
  private static final HostSuffixes NONE = new HostSuffixes(null, null, null, null);

  /** True if the host is an address, which has neither labels nor suffixes. */
  public static boolean isAddress(String host) {
    return host.startsWith("[") || IpAddresses.endsInNumber(host);
  }

  /** Looks a host up in the list of suffixes: some microseconds. */
  public static HostSuffixes of(String host) {
    if (host.isEmpty() || isAddress(host)) {
      return NONE;
    }
    return new HostSuffixes(
        suffix(host, true), domain(host, true), suffix(host, false), domain(host, false));
  }

  private static String suffix(String host, boolean registriesOnly) {
    EffectiveTldFinder.EffectiveTLD suffix =
        EffectiveTldFinder.getEffectiveTLD(host, registriesOnly);
    return suffix == null ? null : suffix.getDomain();
  }

  private static String domain(String host, boolean registriesOnly) {
    return EffectiveTldFinder.getAssignedDomain(host, true, registriesOnly);
  }
}
