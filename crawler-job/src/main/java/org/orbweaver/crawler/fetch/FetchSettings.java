package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.conf.Key;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.frontier.Frontier;
import org.orbweaver.crawler.http.AddressGuard;
import org.orbweaver.crawler.http.AllowedPorts;
import org.orbweaver.crawler.http.HostsFile;
import org.orbweaver.crawler.http.HttpSettings;
import org.orbweaver.crawler.http.ProxySettings;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.LinkPolicy;

/**
 * From configuration to what a fetch task works with. The client checks all of it before a job
 * starts, so that a wrong value is one line and not a failed task.
 */
final class FetchSettings {
  private static final String DEFAULT_AGENT = "orbweaver";
  private static final int MAX_CONTENT = 1 << 30;

  /** A word, perhaps with a version, and a comment. */
  private static final Pattern NAME = Pattern.compile("\\S+(\\s*\\(.*)?");

  /** The frontier's items get one share of the memory, its queues another. */
  private static final int SHARE_OF_MEMORY = 8;

  private static final int BYTES_A_QUEUE = 512;
  private static final long MOST_SPILL_BYTES = 64L << 20;

  private FetchSettings() {}

  /**
   * Reads the hosts file, if there is one, into the configuration, and checks all settings.
   *
   * @throws OrbException (usage) naming the setting that is wrong
   */
  static void prepare(Configuration conf) throws IOException {
    HostsFile hosts = FetchNames.embed(conf);
    AddressGuard guard = guard(conf);
    http(conf);
    robotsAgents(conf);
    policy(conf, "", 0);
    frontier(conf, null);
    LinkPolicy.of(conf);
    if (agentName(conf).isEmpty() && !staysPrivate(conf, hosts, guard)) {
      throw OrbException.usage(
          "http.agent.name is not set: say who crawls (a name without spaces, also looked for in"
              + " robots.txt), for example -D http.agent.name=mybot, and best also http.agent.url;"
              + " only private addresses may be crawled without");
    }
  }

  private static boolean staysPrivate(Configuration conf, HostsFile hosts, AddressGuard guard) {
    if (CrawlerKeys.PRIVATE_ADDRESSES.get(conf).isEmpty()) {
      return false;
    }
    if (hosts == null) {
      return true;
    }
    for (InetAddress address : hosts.all()) {
      if (guard.refusal(address) == null) {
        return true;
      }
    }
    return false;
  }

  /** Without a name for the crawler, private addresses are all that may be contacted. */
  static AddressGuard guard(Configuration conf) {
    List<String> blocks = CrawlerKeys.PRIVATE_ADDRESSES.get(conf);
    try {
      return agentName(conf).isEmpty()
          ? AddressGuard.allowingOnly(
              blocks, "public addresses are not contacted while http.agent.name is not set")
          : AddressGuard.allowing(blocks);
    } catch (IllegalArgumentException e) {
      throw OrbException.usage(
          "setting " + CrawlerKeys.PRIVATE_ADDRESSES.name() + ": " + e.getMessage());
    }
  }

  private static String agentName(Configuration conf) {
    return CrawlerKeys.AGENT_NAME.get(conf).strip();
  }

  /**
   * The names to look for in robots.txt.
   *
   * @throws OrbException (usage) where one has several words: no robots.txt could name it
   */
  static List<String> robotsAgents(Configuration conf) {
    List<String> agents = new ArrayList<>();
    String name = agentName(conf);
    agents.add(name.isEmpty() ? DEFAULT_AGENT : name);
    for (String further : CrawlerKeys.ROBOTS_AGENTS.get(conf)) {
      if (!further.equals("*")) {
        agents.add(further);
      }
    }
    for (String agent : agents) {
      if (!NAME.matcher(agent).matches()) {
        throw OrbException.usage(
            "'"
                + agent
                + "' (http.agent.name, http.robots.agents): a robots.txt cannot name it, as it has"
                + " several words; take one, such as '"
                + agent.strip().replaceAll("[^A-Za-z0-9]+", "-")
                + "', and say more in http.agent.description");
      }
    }
    return agents;
  }

  /** "name/version (description; url; email)", as Nutch writes it. */
  static String userAgent(Configuration conf) {
    String name = agentName(conf);
    StringBuilder agent = new StringBuilder(name.isEmpty() ? DEFAULT_AGENT : name);
    String version = CrawlerKeys.AGENT_VERSION.get(conf).strip();
    if (!version.isEmpty()) {
      agent.append('/').append(version);
    }
    List<String> more = new ArrayList<>();
    for (var key :
        List.of(CrawlerKeys.AGENT_DESCRIPTION, CrawlerKeys.AGENT_URL, CrawlerKeys.AGENT_EMAIL)) {
      String value = key.get(conf).strip();
      if (!value.isEmpty()) {
        more.add(value);
      }
    }
    if (!more.isEmpty()) {
      agent.append(" (").append(String.join("; ", more)).append(')');
    }
    return agent.toString();
  }

  static HttpSettings http(Configuration conf) {
    int limit = CrawlerKeys.CONTENT_LIMIT.get(conf);
    int timeout = positive(CrawlerKeys.HTTP_TIMEOUT.name(), CrawlerKeys.HTTP_TIMEOUT.get(conf));
    long connect = notNegative(CrawlerKeys.CONNECT_TIMEOUT, conf);
    return new HttpSettings(
        userAgent(conf),
        CrawlerKeys.ACCEPT.get(conf),
        CrawlerKeys.ACCEPT_LANGUAGE.get(conf),
        connect == 0 ? timeout : (int) Math.min(Integer.MAX_VALUE, connect),
        timeout,
        positive(
            CrawlerKeys.FETCH_DEADLINE.name(),
            (int) Math.min(Integer.MAX_VALUE, CrawlerKeys.FETCH_DEADLINE.get(conf))),
        minRate(conf),
        limit < 0 ? MAX_CONTENT : Math.min(limit, MAX_CONTENT),
        CrawlerKeys.CHECK_CERTIFICATES.get(conf),
        ports(conf),
        proxy(conf));
  }

  private static int minRate(Configuration conf) {
    int rate = CrawlerKeys.FETCH_MIN_RATE.get(conf);
    if (rate < 0) {
      throw OrbException.usage(
          "setting " + CrawlerKeys.FETCH_MIN_RATE.name() + "=" + rate + ": must not be negative");
    }
    return rate;
  }

  private static AllowedPorts ports(Configuration conf) {
    try {
      return AllowedPorts.of(CrawlerKeys.FETCH_PORTS.get(conf));
    } catch (IllegalArgumentException e) {
      throw OrbException.usage("setting " + CrawlerKeys.FETCH_PORTS.name() + ": " + e.getMessage());
    }
  }

  /** Null where there is none. */
  private static ProxySettings proxy(Configuration conf) {
    String host = CrawlerKeys.PROXY_HOST.get(conf).strip();
    if (host.isEmpty()) {
      return null;
    }
    Set<String> exceptions = new HashSet<>();
    CrawlerKeys.PROXY_EXCEPTIONS.get(conf).forEach(e -> exceptions.add(e.toLowerCase(Locale.ROOT)));
    String type = CrawlerKeys.PROXY_TYPE.get(conf).strip().toUpperCase(Locale.ROOT);
    if (!type.equals("HTTP") && !type.equals("SOCKS")) {
      throw OrbException.usage("setting http.proxy.type=" + type + ": neither HTTP nor SOCKS");
    }
    try {
      return new ProxySettings(
          ProxySettings.Type.valueOf(type),
          host,
          CrawlerKeys.PROXY_PORT.get(conf),
          CrawlerKeys.PROXY_USERNAME.get(conf),
          CrawlerKeys.PROXY_PASSWORD.get(conf),
          exceptions);
    } catch (IllegalArgumentException e) {
      throw OrbException.usage("settings http.proxy.*: " + e.getMessage());
    }
  }

  static FetchPolicy policy(Configuration conf, String segment, long firstContactMs) {
    float delay = CrawlerKeys.SERVER_DELAY.get(conf);
    if (!(delay >= 0) || delay > 86_400) {
      throw OrbException.usage(
          "setting fetcher.server.delay=" + delay + ": not a number of seconds from 0 to 86400");
    }
    int maxDelay = CrawlerKeys.MAX_CRAWL_DELAY.get(conf);
    float factor = CrawlerKeys.RESPONSE_FACTOR.get(conf);
    if (!(factor >= 0)) {
      throw OrbException.usage(
          "setting " + CrawlerKeys.RESPONSE_FACTOR.name() + "=" + factor + ": must be 0 or more");
    }
    Gap gap =
        new Gap(
            Math.round(delay * 1000.0),
            maxDelay < 0 ? -1 : maxDelay * 1000L,
            CrawlerKeys.CAP_CRAWL_DELAY.get(conf),
            factor);
    return new FetchPolicy(
        segment,
        positive(CrawlerKeys.FETCH_THREADS.name(), CrawlerKeys.FETCH_THREADS.get(conf)),
        groupBy(conf),
        gap,
        notNegative(CrawlerKeys.MAX_WAIT, conf),
        CrawlerKeys.MAX_EXCEPTIONS.get(conf),
        Math.min(Contact.MOST_HOPS, CrawlerKeys.REDIRECT_MAX.get(conf)),
        firstContactMs,
        CrawlerKeys.IF_MODIFIED_SINCE.get(conf),
        CrawlerKeys.SITEMAP_ROBOTS.get(conf) ? CrawlerKeys.SITEMAP_INTERVAL.get(conf) : -1,
        new HeadFirst(
            small(CrawlerKeys.HEAD_SUFFIXES.get(conf)),
            small(CrawlerKeys.HEAD_TYPES.get(conf)),
            http(conf).contentLimit()),
        Math.max(-1, CrawlerKeys.TIME_LIMIT.get(conf) * 60_000L),
        notNegative(CrawlerKeys.BANDWIDTH, conf));
  }

  private static List<String> small(List<String> words) {
    return words.stream().map(word -> word.strip().toLowerCase(Locale.ROOT)).toList();
  }

  private static HostMode groupBy(Configuration conf) {
    try {
      return HostMode.of(CrawlerKeys.PARTITION_URL_MODE.get(conf));
    } catch (IllegalArgumentException e) {
      throw OrbException.usage(
          "setting " + CrawlerKeys.PARTITION_URL_MODE.name() + ": " + e.getMessage());
    }
  }

  /** The frontier's size, by the memory there is. */
  static Frontier.Limits frontier(Configuration conf, java.nio.file.Path folder) {
    long share = Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY;
    long bytes = notNegative(CrawlerKeys.FRONTIER_BYTES, conf);
    int queues = CrawlerKeys.BACK_QUEUES.get(conf);
    int levels = CrawlerKeys.FRONT_QUEUES.get(conf);
    if (queues < 0 || levels < 1 || levels > Frontier.MAX_FRONT_QUEUES) {
      throw OrbException.usage(
          String.format(
              Locale.ROOT,
              "settings %s=%d and %s=%d: 1 to %d front queues, and 0 or more back queues, are"
                  + " possible",
              CrawlerKeys.FRONT_QUEUES.name(),
              levels,
              CrawlerKeys.BACK_QUEUES.name(),
              queues,
              Frontier.MAX_FRONT_QUEUES));
    }
    long most = Math.max(3L * CrawlerKeys.FETCH_THREADS.get(conf), share / BYTES_A_QUEUE);
    return new Frontier.Limits(
        levels,
        queues > 0 ? queues : (int) Math.min(Integer.MAX_VALUE, most),
        bytes > 0 ? bytes : share,
        folder);
  }

  /** Bytes of records that a task gathers before it writes them. */
  static long spillBytes(Configuration conf) {
    long bytes = notNegative(CrawlerKeys.SPILL_BYTES, conf);
    return bytes > 0
        ? bytes
        : Math.min(MOST_SPILL_BYTES, Runtime.getRuntime().maxMemory() / 2 / SHARE_OF_MEMORY);
  }

  static SlowTail slowTail(Configuration conf) {
    return new SlowTail(
        CrawlerKeys.THROUGHPUT_THRESHOLD.get(conf), CrawlerKeys.THROUGHPUT_AFTER.get(conf) * 60L);
  }

  private static long notNegative(Key<Long> key, Configuration conf) {
    long value = key.get(conf);
    if (value < 0) {
      throw OrbException.usage("setting " + key.name() + "=" + value + ": must be 0 or more");
    }
    return value;
  }

  private static int positive(String name, int value) {
    if (value <= 0) {
      throw OrbException.usage("setting " + name + "=" + value + ": must be more than 0");
    }
    return value;
  }
}
