package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.crawler.RobotsAgents;
import org.orbweaver.crawler.http.AddressGuard;
import org.orbweaver.crawler.http.AllowedPorts;
import org.orbweaver.crawler.http.NameResolver;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.IpAddresses;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;

/** What the settings of fetch say about a URL before any request is made. */
public final class FetchRules {
  private final List<String> agents;
  private final AllowedPorts ports;
  private final AddressGuard guard;

  private FetchRules(List<String> agents, AllowedPorts ports, AddressGuard guard) {
    this.agents = agents;
    this.ports = ports;
    this.guard = guard;
  }

  /** The rules of a configuration. */
  public static FetchRules of(Configuration conf) {
    return new FetchRules(
        RobotsAgents.of(conf), FetchSettings.http(conf).ports(), FetchSettings.guard(conf));
  }

  /** The names to look for in robots.txt. */
  public List<String> agents() {
    return agents;
  }

  /** Which addresses may be contacted. */
  public AddressGuard guard() {
    return guard;
  }

  /** The name service: the system's, or the hosts file that is set. */
  public static NameResolver names(Configuration conf) throws IOException {
    Configuration copy = new Configuration(conf);
    FetchNames.embed(copy);
    return FetchNames.of(copy);
  }

  /** Where the robots.txt of a URL's origin is. */
  public static String robotsUrl(String url) {
    return Hosts.origin(url) + "/robots.txt";
  }

  /** Why the URL's port may not be contacted, or null. */
  public String portRefusal(String url) {
    WebUrl parsed = UrlNormalizer.parse(url);
    return parsed == null ? null : ports.refusal(port(parsed));
  }

  private static int port(WebUrl url) {
    return url.port() >= 0 ? url.port() : url.scheme().equals("http") ? 80 : 443;
  }

  /** Why the address may not be contacted that a URL has in place of a name, or null. */
  public String addressRefusal(String url) {
    WebUrl parsed = UrlNormalizer.parse(url);
    if (parsed == null || !IpAddresses.isAddress(parsed.host())) {
      return null;
    }
    try {
      // Digits: no name is looked up.
      return guard.refusal(InetAddress.getByName(parsed.host()));
    } catch (UnknownHostException e) {
      return null;
    }
  }
}
