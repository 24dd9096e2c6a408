package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * Follows redirects to a new URL of the same host in this round, and no others. So the redirects
 * followed do not depend on how the list was divided among tasks, and no other task's host is
 * contacted. Any other target is recorded as a link; update finds out whether it is new.
 */
public final class Redirects {
  private final FetchPolicy policy;
  private final FetchTools tools;
  private final ListUrls list;
  private final UrlNormalizer normalizer;
  private final UrlFilters filters;
  private final LinkPolicy links;

  /**
   * The redirects of a task.
   *
   * @param list has a record for each URL in it and for each claimed URL
   */
  Redirects(FetchPolicy policy, FetchTools tools, ListUrls list) {
    this.policy = policy;
    this.tools = tools;
    this.list = list;
    this.normalizer = tools.linkRules().normalizer();
    this.filters = tools.linkRules().filters();
    this.links = tools.linkRules().links();
  }

  /**
   * The result of a redirect.
   *
   * @param outcome of the page that redirects
   * @param next to request from the same host in this round; null if there is nothing
   */
  record RedirectResult(Outcome outcome, FetchItem.PageItem next) {}

  /**
   * A redirect that an earlier attempt has recorded.
   *
   * @param datum the record of {@code from}
   */
  public record Recorded(String from, CrawlDatum datum, String target) {}

  /** Whether an answer is a redirect, with a target or without. */
  public static boolean is(FetchedPage answer) {
    return answer.isRedirect();
  }

  /** The Location of an answer, if it is a redirect that has one. */
  static Optional<String> location(FetchedPage answer) {
    return is(answer) ? answer.location() : Optional.empty();
  }

  /**
   * The URL that a Location header means, or null if it means none. If the URL rules turn the
   * target back into the page's own URL (with a slash, to https), the server's form is used:
   * otherwise the page would never be fetched.
   */
  public static String resolve(UrlNormalizer normalizer, String from, String location) {
    String target = normalizer.resolve(from, location);
    return from.equals(target) ? normalizer.resolveAsIs(from, location) : target;
  }

  synchronized String resolve(String from, String location) {
    return resolve(normalizer, from, location);
  }

  /** The URL that a Location header means, in the server's form; null if it means none. */
  synchronized String resolveAsIs(String from, String location) {
    return normalizer.resolveAsIs(from, location);
  }

  /**
   * Whether a redirect may be followed, now or in a later round, by the rules for any link.
   *
   * @param sitemap whether the target is to be read as a sitemap
   */
  synchronized boolean mayFollow(String from, String to, boolean sitemap) {
    return (sitemap ? filters.acceptsSitemap(to) : filters.accepts(to)) && links.follow(from, to);
  }

  /**
   * Takes a page's redirect; a target that is left for a later round is recorded.
   *
   * @param asked the URL that gave the answer: the page's, or another of its chain
   */
  RedirectResult take(FetchItem.PageItem page, CrawlDatum datum, FetchedPage answer, String asked)
      throws IOException {
    String location = location(answer).orElse("");
    String target = location.isEmpty() ? null : resolve(asked, location);
    return take(page, datum, Outcome.ofRedirect(answer.status(), location, target), target);
  }

  /** As above, for a redirect with this outcome to a URL; null if it is unusable. */
  RedirectResult take(FetchItem.PageItem page, CrawlDatum datum, Outcome outcome, String target)
      throws IOException {
    boolean follows = target != null && mayFollow(page.url(), target, SitemapMark.isOn(datum));
    return new RedirectResult(outcome, follows ? follow(page, datum, target) : null);
  }

  private FetchItem.PageItem follow(FetchItem.PageItem page, CrawlDatum source, String target)
      throws IOException {
    boolean sameHost = Hosts.host(target).equals(Hosts.host(page.url()));
    if (sameHost && page.hops() < policy.requests().maxRedirects()) {
      if (list.has(target)) {
        return null;
      }
      // The target of a page fetched before has mostly been fetched, too.
      if (source.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED) {
        list.claim(target);
        return target(page.url(), source, target, page.hops() + 1);
      }
    }
    CrawlDatum later = Records.target(source, CrawlDatum.STATUS_LINKED, policy.parsed());
    markSitemap(page.url(), source, later);
    if (PageView.of(source).kind() == PageView.UrlKind.REDIRECT) {
      later.getMetaData().put(new Text(MetadataKeys.AGAIN), new Text("true"));
    }
    later.setFetchTime(tools.wallClock().millis());
    tools.sink().add(target, later, null, FetchCounter.REDIRECTS_LEFT);
    return null;
  }

  /**
   * Resumes a redirect that an earlier attempt recorded. The number of redirects before it is not
   * known, so no more are followed.
   *
   * @return the target, or null if it is not to be requested
   */
  FetchItem.PageItem resume(Recorded redirect) throws IOException {
    String from = redirect.from();
    String target = redirect.target();
    boolean follows =
        Hosts.host(target).equals(Hosts.host(from))
            && mayFollow(from, target, SitemapMark.isOn(redirect.datum()))
            && list.claim(target);
    return follows
        ? target(from, redirect.datum(), target, policy.requests().maxRedirects())
        : null;
  }

  private FetchItem.PageItem target(String from, CrawlDatum source, String target, int hops)
      throws IOException {
    CrawlDatum datum = Records.target(source, CrawlDatum.STATUS_DB_UNFETCHED, policy.parsed());
    markSitemap(from, source, datum);
    String address = HostAddresses.noted(source);
    if (address != null) {
      datum.getMetaData().put(new Text(HostAddresses.KEY), new Text(address));
    }
    return new FetchItem.PageItem(target, Records.bytes(datum), hops, from, false);
  }

  /** Marks the target of a sitemap's redirect as a sitemap. */
  private static void markSitemap(String url, CrawlDatum source, CrawlDatum target) {
    SitemapMark mark = SitemapMark.of(source);
    if (mark != null) {
      mark.redirected(Hosts.host(url)).putOn(target);
    }
  }
}
