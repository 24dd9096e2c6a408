package org.orbweaver.crawler.hosts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import org.orbweaver.crawler.conf.TdmRepOrigins;
import org.orbweaver.crawler.robots.RobotsRules;
import org.orbweaver.crawler.robots.TdmRep;

/**
 * The tdmrep.json files that a fetch task knows, and those it has yet to request. Each is requested
 * once a day, whatever the result; its record, a {@link RobotsCopy}, is kept in the table of hosts
 * beside that of robots.txt. An answer other than 2xx means that there is none; without an answer,
 * the last good copy remains in force. Redirects within the host are followed, {@value
 * #MAX_REDIRECTS} at most; a file elsewhere is not the origin's.
 *
 * <p>Safe for use by many threads.
 */
public final class TdmRepFiles {
  private static final int MAX_REDIRECTS = 3;
  private static final long FRESH_MS = Duration.ofHours(24).toMillis();

  /**
   * Bytes of memory for parsed files, and the estimate for each byte of a file and for each record.
   */
  private static final long MAX_WEIGHT = 32L << 20;

  private static final int WEIGHT_OF_BYTE = 10;
  private static final int NODE_WEIGHT = 300;

  /**
   * The rules of an origin.
   *
   * @param rules empty if there are none
   * @param asOf when they were fetched, milliseconds since 1970
   * @param wanted the URL to request first, or null
   */
  public record OriginRules(TdmRep rules, long asOf, String wanted) {}

  private record CachedRules(RobotsCopy copy, TdmRep rules) {
    static CachedRules of(RobotsCopy copy) {
      boolean empty = copy.good() == null || copy.good().length == 0;
      return new CachedRules(copy, empty ? TdmRep.NONE : TdmRep.parse(copy.good()));
    }

    int weight() {
      return NODE_WEIGHT + (rules == TdmRep.NONE ? 0 : WEIGHT_OF_BYTE * copy.good().length);
    }
  }

  private final RobotsCopies copies;
  private final Clock clock;
  private final TdmRepOrigins when;
  private final Cache<String, CachedRules> nodes =
      Caffeine.newBuilder()
          .maximumWeight(MAX_WEIGHT)
          .weigher((String url, CachedRules node) -> node.weight())
          .build();

  /** A cache on top of a table of hosts. */
  public TdmRepFiles(HostTable table, Clock clock, TdmRepOrigins when) {
    this.copies = new RobotsCopies(table, clock);
    this.clock = clock;
    this.when = when;
  }

  /**
   * The rules of an origin, or the URL to request next.
   *
   * @param origin scheme, host and port, as "http://example.org"
   */
  public OriginRules lookUp(String origin) throws IOException {
    String url = origin + TdmRep.PATH;
    for (int hops = 0; hops <= MAX_REDIRECTS; hops++) {
      CachedRules node = node(url);
      if (node == null) {
        return new OriginRules(TdmRep.NONE, 0, url);
      }
      if (node.copy().kind() != RobotsCopy.RobotsAnswer.MOVED) {
        return new OriginRules(node.rules(), node.copy().goodAsOf(), null);
      }
      url = node.copy().detail();
    }
    return new OriginRules(TdmRep.NONE, 0, null);
  }

  /** The URL to request before any page of the origin, or null. */
  public String wanted(String origin, RobotsRules robots) throws IOException {
    boolean asked =
        when == TdmRepOrigins.ALWAYS || (when == TdmRepOrigins.STATED && robots.statesUsage());
    String wanted = asked ? lookUp(origin).wanted() : null;
    return wanted != null && robots.allows(wanted) ? wanted : null;
  }

  private CachedRules node(String url) throws IOException {
    CachedRules node = nodes.getIfPresent(url);
    if (node == null) {
      RobotsCopy copy = copies.find(url, false);
      node = copy == null ? null : CachedRules.of(copy);
      if (node != null) {
        nodes.put(url, node);
      }
    }
    long age = node == null ? -1 : clock.millis() - node.copy().requestedAt();
    return age >= 0 && age < FRESH_MS ? node : null;
  }

  /** Takes the answer to the wanted request: a status other than a redirect, and the body. */
  public void complete(String url, int status, byte[] body) throws IOException {
    if (status >= 500 || status == 429) {
      completeFailed(url, "HTTP status " + status);
      return;
    }
    learn(url, copies.good(url, status >= 200 && status < 300 ? body : new byte[0]));
  }

  /** Takes a redirect within the host; the target is an absolute URL. */
  public void completeMoved(String url, String target) throws IOException {
    learn(url, copies.moved(url, target));
  }

  /** Takes a failure to get any answer. */
  public void completeFailed(String url, String why) throws IOException {
    learn(url, copies.failed(url, RobotsCopy.RobotsAnswer.UNREACHABLE, why));
  }

  private void learn(String url, RobotsCopy copy) {
    nodes.put(url, CachedRules.of(copy));
  }
}
