package org.orbweaver.crawler.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.crawler.url.WebUrl;

/**
 * The sites of a crawl, from a text of blocks. A block begins with what it is for; each line after
 * that has a key and a value:
 *
 * <pre>
 * [host docs.example.org]
 * delay 0.5
 * headers X-Team search
 * login.type basic
 * login.user reader
 * login.password ${env:DOCS_PASSWORD}
 * </pre>
 *
 * <p>Secrets are not in the text, which is kept with the crawl and goes to every task: it has
 * references to environment variables and files ({@link #references}), which the client resolves.
 * Immutable but for a cache; safe for use by many threads.
 */
public final class Sites {
  public static final Sites NONE = new Sites(List.of());

  /** {@code ${env:NAME}} or {@code ${file:PATH}}, alone or within a header. */
  static final Pattern REFERENCE = Pattern.compile("\\$\\{(?:env|file):[^}]+}");

  private final List<SiteBlock> blocks;
  private final Map<String, List<SiteBlock>> byHost = new HashMap<>();
  private final Map<String, SiteBlock> domains = new HashMap<>();
  private final List<SiteBlock> delayed;

  /** The same object for the same blocks. */
  private final Map<List<SiteBlock>, Site> sites = new ConcurrentHashMap<>();

  private Sites(List<SiteBlock> blocks) {
    this.blocks = List.copyOf(blocks);
    this.delayed = blocks.stream().filter(block -> block.has("delay")).toList();
    for (SiteBlock block : blocks) {
      if (block.kind() == SiteBlock.Kind.DOMAIN) {
        domains.put(block.host(), block);
      } else {
        byHost.computeIfAbsent(block.host(), host -> new ArrayList<>()).add(block);
      }
    }
    // A prefix before a host, and the longer pattern first: a.org:8443 before a.org.
    byHost
        .values()
        .forEach(
            list ->
                list.sort(
                    Comparator.comparing(SiteBlock::kind)
                        .thenComparing(block -> block.pattern().length())
                        .reversed()));
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException naming the line and what is wrong with it
   */
  public static Sites parse(String text) {
    return text.isBlank() ? NONE : new Sites(SitesReader.read(text));
  }

  /** The origins that a block's login may send its fields to, beside the block's own. */
  static Set<String> origins(SiteBlock block) {
    Set<String> origins = new LinkedHashSet<>();
    block.all("login.origins").forEach(url -> origins.add(origin(url)));
    return origins;
  }

  /** In normal form: without the scheme's own port. */
  static String origin(String url) {
    String normal = new UrlNormalizer().normalize(url);
    return normal == null ? "" : Hosts.origin(normal);
  }

  /** Whether a block sends something that no other origin may have. */
  static boolean hasSecrets(SiteBlock block) {
    return block.has("login")
        || block.has("headers")
        || block.has("cookie-file")
        || block.has("certificate")
        || block.get("cookies").filter("site"::equals).isPresent();
  }

  /** All references to secrets in a value. */
  static List<String> referencesIn(String value) {
    return REFERENCE.matcher(value).results().map(found -> found.group()).toList();
  }

  /** The secrets that a task needs, as {@code ${env:NAME}} and {@code ${file:PATH}}. */
  public Set<String> references() {
    Set<String> references = new LinkedHashSet<>();
    for (SiteBlock block : blocks) {
      for (String key : block.keys()) {
        block.all(key).forEach(value -> references.addAll(referencesIn(value)));
      }
    }
    return references;
  }

  /** All blocks, in the order of the text. */
  public List<SiteBlock> blocks() {
    return blocks;
  }

  public boolean isEmpty() {
    return blocks.isEmpty();
  }

  /** What holds for a URL in normal form. */
  public Site of(String url) {
    if (blocks.isEmpty()) {
      return Site.NONE;
    }
    String host = Hosts.host(url);
    WebUrl parsed = byHost.containsKey(host) ? UrlNormalizer.parse(url) : null;
    return covering(host, block -> parsed != null && block.covers(parsed));
  }

  /** What holds for a whole host, or a domain, whatever the scheme and port of its URLs. */
  public Site ofHost(String host) {
    return covering(host, block -> block.kind() == SiteBlock.Kind.HOST);
  }

  private Site covering(String host, Predicate<SiteBlock> isFor) {
    if (blocks.isEmpty()) {
      return Site.NONE;
    }
    List<SiteBlock> covering = new ArrayList<>(2);
    byHost.getOrDefault(host, List.of()).stream().filter(isFor).forEach(covering::add);
    for (String name = host; !name.isEmpty() && !domains.isEmpty(); name = Hosts.parent(name)) {
      if (domains.containsKey(name)) {
        covering.add(domains.get(name));
      }
    }
    return site(covering);
  }

  /**
   * The politeness delay, in milliseconds, of hosts that are contacted one at a time: one host, the
   * hosts of a registered domain, or those of an address. If blocks name several delays for parts
   * of the group (a port, hosts of the domain), the largest counts, so that no part is hurt. Blocks
   * do not know addresses: there, the largest delay of all counts for each.
   *
   * @param general the delay without blocks
   */
  public long delayMs(HostMode groupedBy, String group, long general) {
    if (delayed.isEmpty()) {
      return general;
    }
    Stream<SiteBlock> whole =
        groupedBy == HostMode.IP ? Stream.of() : ofHost(group).blocks().stream();
    long delay =
        whole
            .filter(block -> block.has("delay") && block.isWholeHost())
            .findFirst()
            .map(this::delayMs)
            .orElse(general);
    for (SiteBlock block : groupedBy == HostMode.HOST ? ofHost(group).blocks() : delayed) {
      boolean isPart =
          groupedBy == HostMode.IP
              || (block.kind() == SiteBlock.Kind.HOST && block.host().equals(group))
              || (groupedBy == HostMode.DOMAIN && block.host().endsWith("." + group));
      if (isPart && block.has("delay")) {
        delay = Math.max(delay, delayMs(block));
      }
    }
    return delay;
  }

  /** The blocks with private addresses, as text that changes whenever these do; empty if none. */
  public String privateAddresses() {
    return blocks.stream()
        .filter(block -> block.has("private-addresses"))
        .map(block -> block.name() + block.all("private-addresses"))
        .sorted()
        .collect(Collectors.joining());
  }

  private long delayMs(SiteBlock block) {
    return site(List.of(block)).delayMs().orElseThrow();
  }

  private Site site(List<SiteBlock> covering) {
    return covering.isEmpty() ? Site.NONE : sites.computeIfAbsent(covering, Site::new);
  }
}
