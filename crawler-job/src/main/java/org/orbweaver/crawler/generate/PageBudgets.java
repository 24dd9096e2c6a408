package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.conf.TrapKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.site.SiteBlock;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.trap.PageIndex;
import org.orbweaver.crawler.url.Fingerprint;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.SourceUrl;

/**
 * Limits how many URLs of a host, of a registered domain, and of a URL template without new pages a
 * fetch list may have. As in IRLbot's STAR (Lee et al. 2008), budgets grow with the number of other
 * registered domains that link to the host's domain: a host has max(base, per domain × linking
 * domains), and a domain has {@code orbweaver.budget.domain.hosts} times the budget of one host.
 * Seeds and hosts with a seed have no limit, but for that of their site: a block of sites may say
 * how many URLs, seeds included, it may have.
 *
 * <p>If several reducers select, each sees only its own hosts of a domain or a domain's block, and
 * the last reducer sees all; a list may then be somewhat shorter than topN. Memory: about 30 bytes
 * a host. Budgets apply to the first {@value #MAX_HOSTS} hosts of a list; later ones have no limit.
 */
public final class PageBudgets {
  private static final int MAX_HOSTS = 1 << 20;
  private static final int UNLIMITED = -1;

  /** URLs of a suspected maze in a list: as many again as decide. */
  public static final int SUSPECTED = 60;

  /** The folder of the mazes. */
  static final String MAZES = "orbweaver.internal.generate.mazes";

  private static final Text SEED = new Text(MetadataKeys.SEED);

  private final PageIndex index;
  private final Mazes mazes;
  private final Object2IntOpenHashMap<String> ofMaze = new Object2IntOpenHashMap<>();
  private final int probes;
  private final int base;
  private final int perDomain;
  private final int hostsOfDomain;
  private final boolean yieldCounts;
  private final Long2IntOpenHashMap probed = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap hosts = slots();
  private final IntArrayList leftOfHost = new IntArrayList();
  private final IntArrayList domainOfHost = new IntArrayList();
  private final Long2IntOpenHashMap domains = slots();
  private final IntArrayList leftOfDomain = new IntArrayList();
  private final Sites sites;
  private final Object2IntOpenHashMap<SiteBlock> ofBlock = new Object2IntOpenHashMap<>();

  /** The budgets by the settings and an index of hosts. */
  PageBudgets(Configuration conf, PageIndex index, Mazes mazes) {
    this.index = index;
    this.mazes = mazes;
    probes = TrapKeys.PROBES.get(conf);
    base = TrapKeys.BUDGET.get(conf);
    perDomain = TrapKeys.BUDGET_PER_DOMAIN.get(conf);
    hostsOfDomain = TrapKeys.BUDGET_HOSTS.get(conf);
    sites = UrlKeys.sites(conf);
    yieldCounts = TrapKeys.YIELD_PAGES.get(conf) > 0;
  }

  private static Long2IntOpenHashMap slots() {
    var slots = new Long2IntOpenHashMap();
    slots.defaultReturnValue(-1);
    return slots;
  }

  /** Reads in a task the store of hosts that the job names. */
  static PageBudgets of(Configuration conf) throws IOException {
    String store = conf.get(HostAdmission.STORE);
    String folder = conf.get(MAZES);
    return new PageBudgets(
        conf,
        store == null ? PageIndex.EMPTY : PageIndex.read(conf, new Path(store)),
        folder == null ? Mazes.NONE : Mazes.of(conf, new Path(folder)));
  }

  /**
   * The budget of hosts without a seed in a list, in URLs.
   *
   * @param ofHost one of them
   * @param ofDomain all of their registered domain
   */
  public record HostBudget(int ofHost, int ofDomain) {}

  /** The budget of a host to whose domain this number of other domains link. */
  public static HostBudget of(Configuration conf, int linkingDomains) {
    return new PageBudgets(conf, PageIndex.EMPTY, Mazes.NONE).budget(linkingDomains);
  }

  private HostBudget budget(int linkingDomains) {
    if (base < 0) {
      return new HostBudget(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }
    long grown = Math.max(base, (long) perDomain * linkingDomains);
    long ofHost = Math.min(Integer.MAX_VALUE, grown);
    long ofDomain = Math.min(Integer.MAX_VALUE, ofHost * hostsOfDomain);
    return new HostBudget((int) ofHost, (int) ofDomain);
  }

  /**
   * Takes a probe, if the last pages of the URL's template brought nothing new. Pages fetched
   * before need none.
   */
  boolean takeProbe(String url, CrawlDatum datum) {
    if (SourceUrl.is(url)) {
      return true; // Names of files are no templates of a program.
    }
    boolean counts = yieldCounts && datum.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED;
    long poor = counts ? index.poor(url) : 0;
    return poor == 0
        || (probed.size() >= MAX_HOSTS && !probed.containsKey(poor))
        || probed.addTo(poor, 1) < probes;
  }

  /** Whether a URL is in no maze, or one of the few of a suspected one. */
  boolean takeFromMaze(String url) {
    Mazes.Maze maze = mazes.around(url).orElse(null);
    return maze == null || (!maze.isProven() && ofMaze.addTo(maze.folder(), 1) < SUSPECTED);
  }

  /**
   * Takes one from the budgets of the URL's site, host and domain.
   *
   * @return {@link GenerateCounter#TAKEN}, or the counter of the budget that is used up
   */
  GenerateCounter take(String url, CrawlDatum datum) {
    SiteBlock block = sites.isEmpty() ? null : block(sites, url);
    if (block == null) {
      return takeOfHost(url, datum);
    }
    if (ofBlock.getInt(block) >= sites.of(url).pagesPerRound().orElseThrow()) {
      return GenerateCounter.SITE_BUDGET;
    }
    GenerateCounter fate = takeOfHost(url, datum);
    if (fate == GenerateCounter.TAKEN) {
      ofBlock.addTo(block, 1);
    }
    return fate;
  }

  /** The block that limits the URLs of a round together with this one; null if none does. */
  public static SiteBlock block(Sites sites, String url) {
    return sites.of(url).with("pages-per-round").orElse(null);
  }

  private GenerateCounter takeOfHost(String url, CrawlDatum datum) {
    if (base < 0) {
      return GenerateCounter.TAKEN;
    }
    int host = host(Hosts.host(url));
    int left = host < 0 ? UNLIMITED : leftOfHost.getInt(host);
    if (left == UNLIMITED) {
      return GenerateCounter.TAKEN;
    }
    int domain = domainOfHost.getInt(host);
    int leftTogether = leftOfDomain.getInt(domain);
    if ((left == 0 || leftTogether == 0) && !datum.getMetaData().containsKey(SEED)) {
      return left == 0 ? GenerateCounter.HOST_BUDGET : GenerateCounter.DOMAIN_BUDGET;
    }
    leftOfHost.set(host, Math.max(0, left - 1));
    leftOfDomain.set(domain, Math.max(0, leftTogether - 1));
    return GenerateCounter.TAKEN;
  }

  private int host(String name) {
    long fingerprint = Fingerprint.of(name);
    int slot = hosts.get(fingerprint);
    if (slot >= 0 || hosts.size() >= MAX_HOSTS) {
      return slot;
    }
    hosts.put(fingerprint, hosts.size());
    if (index.isSeed(name)) {
      leftOfHost.add(UNLIMITED);
      domainOfHost.add(-1);
      return hosts.size() - 1;
    }
    String domain = Hosts.domain(name);
    HostBudget budget = budget(index.linkingDomains(domain));
    leftOfHost.add(budget.ofHost());
    long domainFingerprint = Fingerprint.of(domain);
    int domainSlot = domains.get(domainFingerprint);
    if (domainSlot < 0) {
      domainSlot = domains.size();
      domains.put(domainFingerprint, domainSlot);
      leftOfDomain.add(budget.ofDomain());
    }
    domainOfHost.add(domainSlot);
    return hosts.size() - 1;
  }
}
