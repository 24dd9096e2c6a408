package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.address.AddressGuard;
import org.orbweaver.crawler.address.HostsFile;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.RobotsAgents;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.fetch.politeness.HostTurns;
import org.orbweaver.crawler.fetch.source.SourceProtocol;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.frontier.Frontier;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.hosts.TdmRepFiles;
import org.orbweaver.crawler.hosts.UnknownPaths;
import org.orbweaver.crawler.http.AllowedPorts;
import org.orbweaver.crawler.http.FetchedPage.Header;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.http.HttpFetcher;
import org.orbweaver.crawler.http.HttpSettings;
import org.orbweaver.crawler.http.ProxySettings;
import org.orbweaver.crawler.identity.Signatures;
import org.orbweaver.crawler.signature.RequestSigner;
import org.orbweaver.crawler.signature.SigningKey;
import org.orbweaver.crawler.site.SiteFetcher;
import org.orbweaver.crawler.site.SiteSecrets;
import org.orbweaver.crawler.site.SiteSessions;

/**
 * Builds the parts of a fetch task from the configuration. The client checks all settings before a
 * job starts, so that a wrong value gives one line and not a failed task.
 */
public final class FetchSettings {
  /** Priority levels of the frontier; each is served twice as often as the next lower one. */
  private static final int FRONT_QUEUES = 16;

  /** The frontier's items get one such share of the memory, its queues another. */
  private static final int SHARE_OF_MEMORY = 8;

  private static final int BYTES_A_QUEUE = 512;
  private static final long MOST_SPILL_BYTES = 256L << 20;

  private static final Pattern MAIL = Pattern.compile("[\\w.+-]+@[\\w.-]+");

  private FetchSettings() {}

  /**
   * Reads the hosts file, if there is one, into the configuration, and checks all settings.
   *
   * @throws OrbException (usage) naming the wrong setting
   */
  static void prepare(Configuration conf) throws IOException {
    HostsFile hosts = FetchRules.embedNames(conf);
    http(conf);
    RobotsAgents.of(conf);
    FetchPolicy.of(conf, "", 0);
    frontier(conf, null);
    requireAgent(conf, hosts);
    SourceProtocol.check(conf);
  }

  /** All faults in settings that must agree with each other. */
  public static List<String> faults(Configuration conf) {
    Configuration copy = new Configuration(conf);
    List<String> faults =
        new ArrayList<>(Settings.faultsOf(copy, List.of(FetchKeys.DNS_HOSTS_FILE)));
    boolean hasHosts = faults.isEmpty();
    faults.addAll(
        Settings.faultsOf(
            () -> requireAgent(copy, hasHosts ? FetchRules.embedNames(copy) : null),
            () -> RobotsAgents.of(copy),
            () -> proxy(copy),
            () -> checkSites(copy),
            () -> checkSources(copy),
            () -> Signatures.keys(copy, Instant.now())));
    return faults;
  }

  private static void checkSources(Configuration conf) {
    if (UrlKeys.SOURCES.fault(conf).isEmpty()) {
      SourceProtocol.check(conf);
    }
  }

  private static void checkSites(Configuration conf) {
    if (UrlKeys.SITES.fault(conf).isEmpty() && !UrlKeys.sites(conf).isEmpty()) {
      NameResolver none =
          host -> {
            throw new UnknownHostException(host);
          };
      fetcher(conf, none, secrets(conf), List.of()).close();
    }
  }

  private static void requireAgent(Configuration conf, HostsFile hosts) {
    boolean wrongBlocks = FetchKeys.PRIVATE_ADDRESSES.fault(conf).isPresent();
    boolean hasSources = UrlKeys.SOURCES.fault(conf).isEmpty() && !UrlRules.sources(conf).isEmpty();
    if (!hasSources
        && agentName(conf).isEmpty()
        && (wrongBlocks || !staysPrivate(conf, hosts, guard(conf)))) {
      throw OrbException.usage(
          "setting http.agent.name: expected your crawler's name, got nothing: set one word that"
              + " robots.txt files can match (-D http.agent.name=mybot), ideally with"
              + " http.agent.url; only private addresses may be crawled without a name");
    }
  }

  private static boolean staysPrivate(Configuration conf, HostsFile hosts, AddressGuard guard) {
    if (FetchKeys.PRIVATE_ADDRESSES.get(conf).isEmpty()) {
      return false;
    }
    return hosts == null
        || hosts.all().stream().anyMatch(address -> guard.refusal(address) == null);
  }

  /** The address guard. If the crawler has no name, only private addresses may be contacted. */
  static AddressGuard guard(Configuration conf) {
    List<String> blocks = FetchKeys.PRIVATE_ADDRESSES.get(conf);
    return agentName(conf).isEmpty()
        ? AddressGuard.allowingOnly(
            blocks, "public addresses are not contacted while http.agent.name is not set")
        : AddressGuard.allowing(blocks);
  }

  private static String agentName(Configuration conf) {
    return CrawlerKeys.AGENT_NAME.get(conf).strip();
  }

  /** The User-Agent, "name/version (description; url; email)", as Nutch writes it. */
  public static String userAgent(Configuration conf) {
    String other = conf.get(TrialFetch.USER_AGENT);
    if (other != null) {
      return other;
    }
    String name = agentName(conf);
    String version = CrawlerKeys.AGENT_VERSION.get(conf).strip();
    String more =
        Stream.of(CrawlerKeys.AGENT_DESCRIPTION, CrawlerKeys.AGENT_URL, CrawlerKeys.AGENT_EMAIL)
            .map(key -> key.get(conf).strip())
            .filter(value -> !value.isEmpty())
            .collect(Collectors.joining("; "));
    return (name.isEmpty() ? RobotsAgents.DEFAULT : name)
        + (version.isEmpty() ? "" : "/" + version)
        + (more.isEmpty() ? "" : " (" + more + ")");
  }

  /** The address for complaints, if it is one, and not words such as "bot at example.org". */
  public static Optional<String> mail(Configuration conf) {
    String mail = CrawlerKeys.AGENT_EMAIL.get(conf).strip();
    return Optional.of(mail).filter(text -> MAIL.matcher(text).matches());
  }

  private static String accept(Configuration conf) {
    String accept = FetchKeys.ACCEPT.get(conf);
    return FetchKeys.MARKDOWN.get(conf) ? "text/markdown," + accept : accept;
  }

  static HttpSettings http(Configuration conf) {
    int timeout = FetchKeys.HTTP_TIMEOUT.get(conf);
    return new HttpSettings(
        new HttpSettings.RequestHeaders(
            userAgent(conf),
            accept(conf),
            FetchKeys.ACCEPT_LANGUAGE.get(conf),
            // A browser has none.
            conf.get(TrialFetch.USER_AGENT) == null ? mail(conf).orElse("") : ""),
        new HttpSettings.TimeLimits(
            timeout,
            timeout,
            (int) Math.min(Integer.MAX_VALUE, FetchKeys.FETCH_DEADLINE.get(conf)),
            FetchKeys.FETCH_MIN_RATE.get(conf)),
        FetchPolicy.contentLimit(conf),
        FetchKeys.CHECK_CERTIFICATES.get(conf),
        AllowedPorts.of(FetchKeys.FETCH_PORTS.get(conf)),
        proxy(conf));
  }

  /** The proxy, null if there is none. */
  private static ProxySettings proxy(Configuration conf) {
    String host = FetchKeys.PROXY_HOST.get(conf).strip();
    if (host.isEmpty()) {
      return null;
    }
    Set<String> exceptions = new HashSet<>();
    FetchKeys.PROXY_EXCEPTIONS.get(conf).forEach(e -> exceptions.add(e.toLowerCase(Locale.ROOT)));
    try {
      return new ProxySettings(
          FetchKeys.PROXY_TYPE.get(conf),
          host,
          FetchKeys.PROXY_PORT.get(conf),
          FetchKeys.PROXY_USERNAME.get(conf),
          FetchKeys.PROXY_PASSWORD.get(conf),
          exceptions);
    } catch (IllegalArgumentException e) {
      throw OrbException.usage("settings http.proxy.*: " + e.getMessage());
    }
  }

  /** Makes a fetcher with these settings, which signs nothing. */
  static HttpFetcher fetcher(Configuration conf, NameResolver names) {
    return new HttpFetcher(http(conf), names, guard(conf));
  }

  /**
   * Makes a fetcher that knows the sites.
   *
   * @param secrets to which they refer
   * @param keys that sign requests
   * @throws OrbException (usage) if one is not what its site needs
   */
  static SiteFetcher fetcher(
      Configuration conf, NameResolver names, SiteSecrets secrets, List<SigningKey> keys) {
    RequestSigner signer = Signatures.signer(conf, keys, WallClock.clock());
    return fetcher(conf, names, secrets, signer == null ? url -> List.of() : signer::headers);
  }

  /** The same with a signer, which gives the headers that sign a request for a URL. */
  static SiteFetcher fetcher(
      Configuration conf,
      NameResolver names,
      SiteSecrets secrets,
      Function<URI, List<Header>> signer) {
    try {
      return new SiteFetcher(
          http(conf).signedBy(signer), names, guard(conf), UrlKeys.sites(conf), secrets);
    } catch (IllegalArgumentException e) {
      throw OrbException.usage(e.getMessage());
    }
  }

  /**
   * The secrets of the sites, from this process's environment and files.
   *
   * @throws OrbException (usage) naming those that are missing
   */
  static SiteSecrets secrets(Configuration conf) {
    try {
      return SiteSecrets.read(UrlKeys.sites(conf).references(), System::getenv);
    } catch (IllegalArgumentException e) {
      throw OrbException.usage("setting " + UrlKeys.SITES.name() + ": " + e.getMessage());
    }
  }

  /** The tools of a task: the given ones, and those that depend on the settings. */
  static FetchTools tools(
      Configuration conf,
      NameResolver names,
      Fetcher fetcher,
      SiteSessions sessions,
      HostTable hosts,
      FetchTools.Sink sink,
      InvocationRaisingIOE permit,
      HostTurns turns,
      Clock wallClock) {
    return new FetchTools(
        fetcher,
        sessions,
        new FetchTools.HostFiles(
            robots(conf, hosts, wallClock),
            new UnknownPaths(hosts, wallClock, FetchKeys.SOFT_404_DAYS.get(conf)),
            new TdmRepFiles(hosts, wallClock, FetchKeys.TDMREP.get(conf))),
        new FetchTools.LinkRules(
            UrlRules.normalizer(conf), UrlRules.filters(conf), UrlRules.links(conf)),
        new HostAddresses(CrawlerKeys.PARTITION_URL_MODE.get(conf), names),
        hosts,
        sink,
        permit,
        turns,
        wallClock,
        System::nanoTime);
  }

  /** The cache of robots.txt files, on top of the table of hosts. */
  static RobotsCache robots(Configuration conf, HostTable hosts, Clock clock) {
    return new RobotsCache(
        RobotsAgents.of(conf), hosts, clock, FetchKeys.ROBOTS_UNREACHABLE_DAYS.get(conf));
  }

  /** The frontier's limits, by the available memory. */
  static Frontier.Limits frontier(Configuration conf, java.nio.file.Path folder) {
    long share = Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY;
    long queues = Math.max(3L * FetchKeys.FETCH_THREADS.get(conf), share / BYTES_A_QUEUE);
    return new Frontier.Limits(
        FRONT_QUEUES, (int) Math.min(Integer.MAX_VALUE, queues), share, folder);
  }

  /** The bytes of records that a task gathers before it writes them. */
  static long spillBytes(Configuration conf) {
    long bytes = FetchKeys.SPILL_BYTES.get(conf);
    return bytes > 0
        ? bytes
        : Math.min(MOST_SPILL_BYTES, Runtime.getRuntime().maxMemory() / 2 / SHARE_OF_MEMORY);
  }

  static FetchProgress.SlowTail slowTail(Configuration conf) {
    return new FetchProgress.SlowTail(
        FetchKeys.THROUGHPUT_THRESHOLD.get(conf), FetchKeys.THROUGHPUT_AFTER.get(conf) * 60L);
  }
}
