package org.orbweaver.crawler.hosts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.robots.RobotsRules;

/**
 * The robots.txt files that a fetch task knows, and those it has yet to request.
 *
 * <p>Each URL is a node that is requested at most once a day; its answer is either final or a
 * redirect to another node. To find an origin's rules, the cache follows at most {@value
 * #MAX_REDIRECTS} redirects from its {@code /robots.txt} (RFC 9309, 2.3.1.2). So two origins whose
 * robots.txt redirect to one file cost one request, and a loop of redirects ends.
 *
 * <p>Answers (RFC 9309, 2.3.1, with Google's reading of 429): 2xx gives rules; 4xx except 429
 * allows all. After 5xx, 429, a network error, or too many redirects, the last good copy remains in
 * force. Without a copy, the file is unreachable and forbids all (2.3.1.4); after a configured
 * period of being unreachable, it counts as unavailable and allows all.
 *
 * <p>Files are not requested again for {@value #FRESH_HOURS} hours (RFC 9309, 2.4), however long
 * the task runs. Answers outlive the task in the table of hosts. A later task repeats a request
 * without a usable answer after {@value #UNREACHABLE_MINUTES} minutes, and at once if no request
 * was made. Parsed rules are kept within a bound of memory.
 *
 * <p>Safe for use by many threads.
 */
public final class RobotsCache {
  /** Redirects followed from a robots.txt. */
  public static final int MAX_REDIRECTS = 5;

  private static final int FRESH_HOURS = 24;
  private static final int UNREACHABLE_MINUTES = 10;

  /** Bytes of memory for parsed rules. */
  private static final long MAX_WEIGHT = 64L << 20;

  private static final int NODE_WEIGHT = 400;

  /** Parsed rules take 5 to 50 times the bytes of their file. */
  private static final int WEIGHT_OF_BYTE = 20;

  /** The state of an origin's robots.txt. */
  public sealed interface RobotsState permits Ready, Unreachable, Refused, Wanted {}

  /**
   * The rules are known.
   *
   * @param file the URL they came from
   * @param asOf when they were fetched, milliseconds since 1970; 0: never
   */
  public record Ready(RobotsRules rules, String file, long asOf) implements RobotsState {}

  /**
   * No page of the origin may be requested in this round.
   *
   * @param why one line for people
   * @param kind of the origin's own failure; empty if an answer came, or a redirect leads nowhere
   */
  public record Unreachable(String why, Optional<FailureKind> kind) implements RobotsState {
    private static final String FILE = "robots.txt: ";

    private Unreachable(String why) {
      this(why, Optional.empty());
    }

    /** By the reason in a record. */
    public static Unreachable of(String why) {
      return new Unreachable(
          why, why.startsWith(FILE) ? FailureKind.in(failure(why)) : Optional.empty());
    }

    /** The reason, without the words that it concerns robots.txt. */
    public String failure() {
      return failure(why);
    }

    private static String failure(String why) {
      return why.startsWith(FILE) ? why.substring(FILE.length()) : why;
    }
  }

  /**
   * No page of the origin may be requested, since our own settings forbid the request for its
   * robots.txt.
   *
   * @param port whether its port is refused, not its address
   */
  public record Refused(String why, boolean port) implements RobotsState {}

  /** The file at this URL has to be requested first, by {@link RobotsCache#complete}. */
  public record Wanted(String url) implements RobotsState {}

  private record Moved(String target) {}

  private record CachedRobots(Object what, int weight, long staleAt) {}

  private final Collection<String> agents;
  private final RobotsCopies copies;
  private final Clock clock;
  private final long unreachableMs;
  private final Cache<String, CachedRobots> nodes =
      Caffeine.newBuilder()
          .maximumWeight(MAX_WEIGHT)
          .weigher((String url, CachedRobots node) -> node.weight())
          .executor(Runnable::run)
          .build();

  /**
   * A cache on top of a table of hosts.
   *
   * @param agents names of the crawler, as {@link RobotsRules#parse}
   * @param unreachableDays days after which a file that is unreachable allows all; negative: it
   *     never does
   */
  public RobotsCache(Collection<String> agents, HostTable table, Clock clock, int unreachableDays) {
    this.agents = List.copyOf(agents);
    this.copies = new RobotsCopies(table, clock);
    this.clock = clock;
    this.unreachableMs =
        unreachableDays < 0 ? Long.MAX_VALUE : Duration.ofDays(unreachableDays).toMillis();
  }

  /**
   * The state of an origin's robots.txt, or the file to request next.
   *
   * @param origin scheme, host and port, as "http://example.org" or "https://example.org:8443"
   */
  public RobotsState lookUp(String origin) throws IOException {
    String url = origin + "/robots.txt";
    for (int hops = 0; hops <= MAX_REDIRECTS; hops++) {
      // The target of a redirect need not be in the list.
      Object node = node(url, hops > 0);
      if (node == null) {
        return new Wanted(url);
      }
      if (node instanceof Refused refused && hops > 0) {
        // The origin itself may be contacted; its redirect to a forbidden place can change any day.
        return new Unreachable(refused.why());
      }
      if (node instanceof Unreachable end && hops > 0) {
        return new Unreachable("robots.txt redirects to " + url + ": " + end.failure());
      }
      if (node instanceof RobotsState answer) {
        return answer;
      }
      url = ((Moved) node).target();
    }
    return new Unreachable("robots.txt redirects more than " + MAX_REDIRECTS + " times");
  }

  /** The rules in the file at this URL, if it is known and has any. */
  public Optional<RobotsRules> rulesAt(String url) throws IOException {
    return node(url, false) instanceof Ready ready ? Optional.of(ready.rules()) : Optional.empty();
  }

  /** True when the file at this URL need not be requested. */
  public boolean isKnown(String url) throws IOException {
    return node(url, false) != null;
  }

  /** The approximate bytes of memory that parsed rules take. */
  long weight() {
    return nodes.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }

  private Object node(String url, boolean anywhere) throws IOException {
    CachedRobots node = nodes.getIfPresent(url);
    if (node != null && clock.millis() < node.staleAt()) {
      return node.what();
    }
    RobotsCopy copy = copies.find(url, anywhere);
    if (copy == null) {
      return null;
    }
    long now = clock.millis();
    Duration fresh =
        switch (copy.kind()) {
          case GOOD, MOVED -> Duration.ofHours(FRESH_HOURS);
          case UNREACHABLE -> Duration.ofMinutes(UNREACHABLE_MINUTES);
          case UNREACHED -> Duration.ZERO;
        };
    long staleAt = copy.requestedAt() + fresh.toMillis();
    // A copy from the future was written by a clock that has since been set back.
    return copy.requestedAt() <= now && now < staleAt ? put(url, copy, staleAt) : null;
  }

  /** Takes the answer to a {@link Wanted}: a status other than a redirect, and the body. */
  public void complete(String url, int status, byte[] body) throws IOException {
    if (status >= 200 && status < 300) {
      learn(url, copies.good(url, body));
    } else if (status >= 400 && status < 500 && status != 429) {
      learn(url, copies.good(url, new byte[0]));
    } else {
      completeFailed(url, "HTTP status " + status);
    }
  }

  /** Takes a redirect as the answer to a {@link Wanted}; the target is an absolute URL. */
  public void completeMoved(String url, String target) throws IOException {
    learn(url, copies.moved(url, target));
  }

  /** Takes a failure to get any answer to a {@link Wanted}. */
  public void completeFailed(String url, String why) throws IOException {
    learn(url, copies.failed(url, RobotsCopy.RobotsAnswer.UNREACHABLE, why));
  }

  /** Takes a failure to find the host of a {@link Wanted}, or to connect to it. */
  public void completeUnreached(String url, String why) throws IOException {
    learn(url, copies.failed(url, RobotsCopy.RobotsAnswer.UNREACHED, why));
  }

  /**
   * Takes a refusal to contact the host of a {@link Wanted}. Nothing was requested, so the next
   * task finds out for itself, with the settings of that time.
   *
   * @param port whether the port is refused, not the address
   */
  public void completeRefused(String url, String why, boolean port) {
    Refused refused = new Refused("robots.txt: " + why, port);
    nodes.put(url, new CachedRobots(refused, NODE_WEIGHT, Long.MAX_VALUE));
  }

  private void learn(String url, RobotsCopy copy) {
    // Even if no answer came: the URLs of the list must not find this out one after another.
    put(url, copy, copy.requestedAt() + Duration.ofHours(FRESH_HOURS).toMillis());
  }

  private Object put(String url, RobotsCopy copy, long staleAt) {
    Object what =
        switch (copy.kind()) {
          case GOOD -> ready(url, copy);
          case MOVED -> new Moved(copy.detail());
          case UNREACHABLE, UNREACHED -> unreachable(url, copy);
        };
    boolean read = what instanceof Ready ready && ready.rules() != RobotsRules.ALLOW_ALL;
    int weight = NODE_WEIGHT + (read ? WEIGHT_OF_BYTE * copy.good().length : 0);
    nodes.put(url, new CachedRobots(what, weight, staleAt));
    return what;
  }

  private RobotsState unreachable(String url, RobotsCopy copy) {
    if (copy.goodAsOf() > 0) {
      return ready(url, copy);
    }
    return clock.millis() - copy.unreachableSince() >= unreachableMs
        ? new Ready(RobotsRules.ALLOW_ALL, url, 0)
        : Unreachable.of(Unreachable.FILE + copy.detail());
  }

  private Ready ready(String url, RobotsCopy copy) {
    return new Ready(
        copy.good().length == 0 ? RobotsRules.ALLOW_ALL : RobotsRules.parse(copy.good(), agents),
        url,
        copy.goodAsOf());
  }
}
