package org.orbweaver.crawler.why;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.fetch.FetchRules;
import org.orbweaver.crawler.hosts.HostStore;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.hosts.RobotsCopy;
import org.orbweaver.crawler.robots.RobotsRules;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * The crawler's answer to {@code orb why} on a URL: reads its {@link UrlRecords}, adds them to the
 * {@link Timeline}, and lets {@link FateRules} judge.
 *
 * <p>Cost: single look-ups. For a URL without an entry in the linkdb it also reads the segments'
 * parse_data and crawl_fetch, and for a duplicate the crawldb.
 */
public final class CrawlerWhy implements WhySource {
  @Override
  public void explain(UrlHistory history) throws IOException {
    UrlRecords.Stores stores = new UrlRecords.Stores(history.conf(), history.crawl());
    String url =
        storedForm(
            stores, UrlRules.normalizer(history.conf()).trace(history.asked()), history.asked());
    history.url(url);
    UrlRecords records = new UrlRecords(history, stores, url);
    new Timeline(history, records).add();
    history.conclude(FateRules.of(records));
  }

  /**
   * The normal form, unless the crawldb has another: the crawldb of another crawler may have the
   * URL as it was given, and one from before a URL rule may have it as WHATWG writes it.
   */
  private static String storedForm(
      UrlRecords.Stores stores, UrlNormalizer.Trace trace, String asked) throws IOException {
    String normal = trace.url();
    if (normal == null || (!normal.equals(asked) && stores.entry(asked) != null)) {
      return asked;
    }
    String standard = trace.standard();
    boolean old = !normal.equals(standard) && stores.entry(normal) == null;
    return old && stores.entry(standard) != null ? standard : normal;
  }

  /**
   * The decision on a URL by the copy of a robots.txt in the store of hosts, however old the copy
   * is.
   *
   * @param file the URL where the file was found, after redirects
   * @param asked when, ISO 8601
   * @param decision the decision of its rules, or null if there is no copy with rules
   * @param crawlDelayMs its Crawl-delay, 0 for none
   * @param failure why there was no answer the last time and since when, or null
   */
  record KnownRobots(
      String file, String asked, RobotsRules.Decision decision, long crawlDelayMs, String failure) {

    /** Reads the copy; null if there is none for that host. */
    static KnownRobots of(HostStore hosts, List<String> agents, String url) throws IOException {
      String file = FetchRules.robotsUrl(url);
      for (int hops = 0; hops <= RobotsCache.MAX_REDIRECTS; hops++) {
        byte[] record = hosts.find(file);
        if (record == null) {
          return null;
        }
        RobotsCopy copy = RobotsCopy.decode(record);
        if (copy.kind() == RobotsCopy.RobotsAnswer.MOVED) {
          file = copy.detail();
          continue;
        }
        RobotsRules rules = copy.good() == null ? null : RobotsRules.parse(copy.good(), agents);
        return new KnownRobots(
            file,
            Instant.ofEpochMilli(copy.requestedAt()).toString(),
            rules == null ? null : rules.decision(url),
            rules == null ? 0 : rules.crawlDelayMs(),
            copy.unreachableSince() == 0
                ? null
                : copy.detail() + "; since " + Instant.ofEpochMilli(copy.unreachableSince()));
      }
      return null;
    }

    /** Whether its rules forbid the URL. */
    boolean forbids() {
      return decision != null && !decision.allowed();
    }

    /** The decision in words, for people. */
    String words() {
      String rules = decision == null ? "no copy kept" : decision.reason();
      String unreachable = failure == null ? "" : "unreachable (" + failure + "); ";
      return file + ", requested " + asked + ": " + unreachable + rules + crawlDelay(crawlDelayMs);
    }

    /** "; Crawl-delay 2.0 s", or nothing for none. */
    static String crawlDelay(long ms) {
      return ms == 0 ? "" : "; Crawl-delay " + ms / 1000.0 + " s";
    }
  }
}
