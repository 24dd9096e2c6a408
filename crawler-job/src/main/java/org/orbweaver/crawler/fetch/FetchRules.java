package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.crawler.address.CachedDns;
import org.orbweaver.crawler.address.HostGuard;
import org.orbweaver.crawler.address.HostsFile;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.RobotsAgents;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.http.AllowedPorts;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.HttpFetcher;
import org.orbweaver.crawler.site.SiteFetcher;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.IpAddresses;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;

/**
 * The settings of fetch that decide on a URL before any request is made.
 *
 * @param agents the names to look for in robots.txt
 * @param guard the addresses that may be contacted, those of sites included
 */
public record FetchRules(List<String> agents, AllowedPorts ports, HostGuard guard) {
  private static final String HOSTS_TEXT = "orbweaver.internal.fetch.hosts";

  /** The rules of a configuration. */
  public static FetchRules of(Configuration conf) {
    return new FetchRules(
        RobotsAgents.of(conf),
        FetchSettings.http(conf).ports(),
        SiteFetcher.guard(FetchSettings.guard(conf), UrlKeys.sites(conf)));
  }

  /**
   * Reads the hosts file, if there is one, into the configuration, which carries it to the tasks.
   *
   * @return its content, or null
   * @throws OrbException naming the file, and its line, if it cannot be read
   */
  public static HostsFile embedNames(Configuration conf) throws IOException {
    String file = FetchKeys.DNS_HOSTS_FILE.get(conf);
    if (file.isEmpty()) {
      return null;
    }
    Path path = new Path(file);
    // A file of this machine, like /etc/hosts, unless a scheme says otherwise.
    FileSystem fs =
        path.toUri().getScheme() == null ? FileSystem.getLocal(conf) : path.getFileSystem(conf);
    String failed = "cannot read the hosts file " + file;
    try {
      String text = new String(Files.read(fs, path), StandardCharsets.UTF_8);
      HostsFile hosts = HostsFile.parse(text);
      conf.set(HOSTS_TEXT, text);
      return hosts;
    } catch (IllegalArgumentException e) {
      throw OrbException.usage(failed + ": " + e.getMessage());
    } catch (IOException e) {
      throw OrbException.failed(
          failed + " (" + FetchKeys.DNS_HOSTS_FILE.name() + "): " + e.getMessage(), e);
    }
  }

  /** The name service: the system's, or the configured hosts file. */
  public static NameResolver names(Configuration conf) throws IOException {
    String embedded = conf.getRaw(HOSTS_TEXT);
    HostsFile hosts =
        embedded == null ? embedNames(new Configuration(conf)) : HostsFile.parse(embedded);
    return hosts == null ? new CachedDns() : hosts;
  }

  /**
   * Requests a URL of the crawler's own, as a crawl would request a page, but unsigned: who fetches
   * them to verify a signature does not sign.
   *
   * @param isTrusted whether the certificate must be valid
   * @throws IOException if no answer came in time
   */
  public static FetchedPage own(Configuration conf, String url, int timeoutMs, boolean isTrusted)
      throws IOException {
    Configuration own = new Configuration(conf);
    FetchKeys.HTTP_TIMEOUT.set(own, timeoutMs);
    FetchKeys.FETCH_DEADLINE.set(own, (long) timeoutMs);
    if (isTrusted) {
      FetchKeys.CHECK_CERTIFICATES.set(own, true);
    }
    try (HttpFetcher fetcher = FetchSettings.fetcher(own, names(own))) {
      return fetcher.fetch(FetchRequest.get(url).limitedTo(1 << 18));
    }
  }

  /** The URL of the robots.txt of a URL's origin. */
  public static String robotsUrl(String url) {
    return Hosts.origin(url) + "/robots.txt";
  }

  /** The reason why the URL's port may not be contacted, or null. */
  public String portRefusal(String url) {
    WebUrl parsed = UrlNormalizer.parse(url);
    return parsed == null ? null : ports.refusal(port(parsed));
  }

  private static int port(WebUrl url) {
    return url.port() >= 0 ? url.port() : url.scheme().equals("http") ? 80 : 443;
  }

  /**
   * The reason why the IP address that a URL has in place of a host name may not be contacted, or
   * null.
   */
  public String addressRefusal(String url) {
    WebUrl parsed = UrlNormalizer.parse(url);
    if (parsed == null || !IpAddresses.isAddress(parsed.host())) {
      return null;
    }
    try {
      // An address in digits, so no name is looked up.
      return guard.refusal(parsed.host(), InetAddress.getByName(parsed.host()));
    } catch (UnknownHostException e) {
      return null;
    }
  }
}
