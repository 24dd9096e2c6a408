package org.orbweaver.crawler.fetch.task;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.fetch.politeness.PolitenessDelay;
import org.orbweaver.crawler.fetch.politeness.PolitenessRules;
import org.orbweaver.crawler.hosts.HostBackOff;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.recrawl.Refusal;

/**
 * The rules of a fetch task.
 *
 * @param segment name of the segment, for the contents' metadata
 * @param threads threads that fetch
 * @param politeness the rules by which hosts are contacted
 * @param requests the rules of requests
 * @param sitemapSeconds interval of the sitemaps that robots.txt names; negative: they are ignored
 * @param fingerprints of the settings that refuse URLs
 * @param parsed names of an entry's metadata that its parse gave it
 */
public record FetchPolicy(
    String segment,
    int threads,
    PolitenessRules politeness,
    RequestRules requests,
    int sitemapSeconds,
    Map<Refusal.Cause, String> fingerprints,
    List<String> parsed) {
  /** The largest document in bytes, if there is no limit. */
  public static final int MAX_CONTENT = 1 << 30;

  /** The policy of a configuration. */
  public static FetchPolicy of(Configuration conf, String segment, long contactedUntil) {
    int maxDelay = FetchKeys.MAX_CRAWL_DELAY.get(conf);
    PolitenessDelay delay =
        new PolitenessDelay(
            Math.round(FetchKeys.SERVER_DELAY.get(conf) * 1000.0),
            maxDelay < 0 ? -1 : maxDelay * 1000L,
            FetchKeys.CAP_CRAWL_DELAY.get(conf),
            FetchKeys.RESPONSE_FACTOR.get(conf));
    return new FetchPolicy(
        segment,
        FetchKeys.FETCH_THREADS.get(conf),
        new PolitenessRules(
            CrawlerKeys.PARTITION_URL_MODE.get(conf),
            delay,
            FetchKeys.MAX_WAIT.get(conf),
            FetchKeys.MAX_EXCEPTIONS.get(conf),
            Math.max(-1, FetchKeys.TIME_LIMIT.get(conf) * 60_000L),
            contactedUntil,
            HostBackOff.of(conf),
            UrlKeys.sites(conf),
            UrlRules.sources(conf)),
        new RequestRules(
            Math.min(FetchItem.MOST_HOPS, FetchKeys.REDIRECT_MAX.get(conf)),
            FetchKeys.IF_MODIFIED_SINCE.get(conf),
            new HeadFirst(
                small(FetchKeys.HEAD_SUFFIXES.get(conf)),
                small(FetchKeys.HEAD_TYPES.get(conf)),
                contentLimit(conf)),
            FetchKeys.BANDWIDTH.get(conf),
            FetchKeys.HEADS.get(conf)),
        CrawlerKeys.SITEMAP_ROBOTS.get(conf) ? CrawlerKeys.SITEMAP_INTERVAL.get(conf) : -1,
        Refusal.Cause.fingerprints(conf),
        CrawlerKeys.PARSE_META_TO_CRAWLDB.get(conf));
  }

  /** The most bytes of a page: http.content.limit, as far as memory can hold it. */
  public static int contentLimit(Configuration conf) {
    int limit = FetchKeys.CONTENT_LIMIT.get(conf);
    return limit < 0 ? MAX_CONTENT : Math.min(limit, MAX_CONTENT);
  }

  private static List<String> small(List<String> words) {
    return words.stream().map(word -> word.strip().toLowerCase(Locale.ROOT)).toList();
  }

  /**
   * The rules of requests.
   *
   * @param maxRedirects redirects followed from a URL
   * @param conditional whether pages seen before are requested by If-Modified-Since
   * @param headFirst the URLs to request by HEAD first
   * @param bytesPerSecond the task's bandwidth; 0: no limit
   * @param heads whether the heads of requests for pages and of their answers are kept
   */
  public record RequestRules(
      int maxRedirects,
      boolean conditional,
      HeadFirst headFirst,
      long bytesPerSecond,
      boolean heads) {}

  /**
   * Which URLs get a HEAD request before their GET, and which of those are then fetched. The extra
   * request avoids downloading megabytes that would not be kept.
   *
   * @param suffixes path suffixes of such URLs, in lower case; empty turns HEAD requests off
   * @param types prefixes of the media types to fetch; empty allows all types
   * @param maxBytes maximum body length to fetch, in bytes
   */
  public record HeadFirst(List<String> suffixes, List<String> types, long maxBytes) {

    /** Whether a URL is requested by HEAD first. */
    boolean concerns(String url) {
      if (suffixes.isEmpty()) {
        return false;
      }
      int end = url.indexOf('?');
      String path = (end < 0 ? url : url.substring(0, end)).toLowerCase(Locale.ROOT);
      return suffixes.stream().anyMatch(path::endsWith);
    }

    /**
     * Why the resource that a HEAD answer describes is not fetched, or null if it is. A server that
     * does not support HEAD gets a GET.
     */
    String refusal(FetchedPage head) {
      if (head.status() < 200 || head.status() >= 300) {
        return null;
      }
      Optional<String> type = head.header("Content-Type").map(Records::mediaType);
      if (!types.isEmpty()
          && type.isPresent()
          && types.stream().noneMatch(type.get()::startsWith)) {
        return "its type, " + type.get() + ", is not in orbweaver.fetch.head.types";
      }
      String length = head.header("Content-Length").map(String::strip).orElse("");
      if (length.matches("[0-9]{1,18}") && Long.parseLong(length) > maxBytes) {
        return "its " + length + " bytes exceed http.content.limit";
      }
      return null;
    }
  }
}
