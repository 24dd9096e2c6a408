package org.orbweaver.crawler.update;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.Merge;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.schedule.Deferral;
import org.orbweaver.crawler.schedule.Refusal;
import org.orbweaver.crawler.schedule.Schedule;
import org.orbweaver.crawler.schedule.SitemapSchedule;
import org.orbweaver.crawler.url.UrlFilters;

/**
 * What a round does to an entry, as Nutch's CrawlDbReducer does: the last fetch decides status,
 * signature and schedule, metadata of the entry is kept and that of the fetch laid over it; a link
 * to an unknown URL adds it, when the filters let it in. A link with a sitemap's mark makes its
 * target one; a sitemap's word that a page was modified after its fetch makes it due.
 *
 * <p>It differs from Nutch in this: the score of a new URL is that of its best link, not a sum, and
 * rises while it is unfetched; an entry that knows of a later fetch is left as it is, so segments
 * may come in any order, and twice; a URL that was {@linkplain Deferral deferred} only waits for
 * the retry delay, which is no failure, and one that a setting refused keeps its state, with a
 * {@link Refusal}; a page's interval is cut to the longest instead of its state being forgotten.
 */
public final class UpdateMerge implements Merge {
  static final String NOW = "orbweaver.internal.update.now";

  private Schedule schedule;
  private SitemapSchedule sitemaps;
  private UrlFilters filters;
  private boolean additionsAllowed;
  private long now;
  private Consumer<CrawlDbCounter> tally;

  @Override
  public void setup(Configuration conf, Consumer<CrawlDbCounter> tally) {
    schedule = Schedule.of(conf);
    sitemaps = SitemapSchedule.of(conf);
    filters = UrlFilters.of(conf);
    additionsAllowed = CrawlerKeys.ADDITIONS_ALLOWED.get(conf);
    now = conf.getLong(NOW, 0);
    this.tally = tally;
  }

  @Override
  public CrawlDatum merge(String url, CrawlDatum old, Iterable<Change> changes) {
    var updates = new UrlUpdates(changes);
    if (old == null && !additionsAllowed) {
      return null;
    }
    // The old entry may become the new one.
    PageView before = PageView.of(old);
    boolean fetched = isFetched(old, updates);
    CrawlDatum entry = merge(url, old, updates);
    before.tell(PageView.of(entry), fetched, tally);
    return entry;
  }

  /** Whether a request told something of the page; a transient failure does not. */
  private boolean isFetched(CrawlDatum old, UrlUpdates updates) {
    CrawlDatum fetch = updates.fetch();
    return fetch != null
        && fetch.getStatus() != CrawlDatum.STATUS_FETCH_RETRY
        && (old == null || !schedule.isStale(old, fetch.getFetchTime()));
  }

  private CrawlDatum merge(String url, CrawlDatum old, UrlUpdates updates) {
    CrawlDatum entry = old;
    if (updates.fetch() != null) {
      if (old != null && schedule.isStale(old, updates.fetch().getFetchTime())) {
        tally.accept(CrawlDbCounter.STALE);
      } else {
        entry = afterFetch(old, updates);
        if (old != null) {
          tally.accept(CrawlDbCounter.CHANGED);
        }
      }
    }
    if (updates.deferral() != null) {
      entry = afterDeferral(entry, updates);
    }
    if (updates.linked()) {
      entry = afterLink(url, entry, updates);
    }
    if (updates.unique() != null && entry != null) {
      DuplicatesMerge.restore(entry, updates.unique());
    }
    if (updates.duplicate() != null && entry != null) {
      DuplicatesMerge.mark(entry, updates.duplicate(), tally);
    }
    return entry;
  }

  private CrawlDatum afterLink(String url, CrawlDatum entry, UrlUpdates updates) {
    if (entry == null) {
      boolean sitemap = updates.sitemap() != null;
      if (!(sitemap ? filters.acceptsSitemap(url) : filters.accepts(url))) {
        tally.accept(CrawlDbCounter.REFUSED);
        return null;
      }
      var added = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0, updates.bestLink());
      if (updates.metadataLink() != null) {
        added.putAllMetaData(updates.metadataLink());
      }
      schedule.initialize(added, now);
      if (sitemap) {
        sitemaps.begin(added, updates.sitemap());
      }
      return added;
    }
    if (entry.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED
        && updates.bestLink() > entry.getScore()) {
      entry.setScore(updates.bestLink());
    }
    if (updates.sitemap() != null) {
      sitemaps.mark(entry, updates.sitemap(), now);
    }
    // A host that was left alone this round is so in the next ones, until its delay is over.
    if (updates.deferral() == null && sitemaps.listed(entry, updates.lastmod(), schedule, now)) {
      tally.accept(CrawlDbCounter.DUE_BY_SITEMAP);
    }
    return entry;
  }

  /** Nothing was learned of the URL, so that at most its time moves; a new one is added. */
  private CrawlDatum afterDeferral(CrawlDatum entry, UrlUpdates updates) {
    CrawlDatum record = updates.deferral();
    Optional<Refusal> refusal = Refusal.of(record);
    if (entry == null) {
      var added = new CrawlDatum();
      added.set(record);
      added.setStatus(CrawlDatum.STATUS_DB_UNFETCHED);
      added.getMetaData().remove(Nutch.WRITABLE_GENERATE_TIME_KEY);
      if (refusal.isEmpty()) {
        schedule.postpone(added, record.getFetchTime());
      }
      return added;
    }
    boolean changed =
        refusal.isPresent()
            ? schedule.refuse(entry, refusal.get())
            : schedule.postpone(entry, record.getFetchTime());
    if (changed && updates.fetch() == null) {
      tally.accept(CrawlDbCounter.CHANGED);
    }
    return entry;
  }

  private CrawlDatum afterFetch(CrawlDatum old, UrlUpdates updates) {
    CrawlDatum fetch = updates.fetch();
    var entry = new CrawlDatum();
    entry.set(fetch);
    if (old != null) {
      entry.getMetaData().clear();
      entry.putAllMetaData(old);
      entry.putAllMetaData(fetch);
      // A fetch that a redirect led to knew nothing of the entry.
      entry.setScore(old.getScore());
      entry.setFetchInterval(old.getFetchInterval());
      entry.setRetriesSinceFetch(old.getRetriesSinceFetch());
      if (fetch.getModifiedTime() == 0) {
        entry.setModifiedTime(old.getModifiedTime());
      }
    }
    long time = fetch.getFetchTime();
    switch (fetch.getStatus()) {
      case CrawlDatum.STATUS_FETCH_SUCCESS,
          CrawlDatum.STATUS_FETCH_NOTMODIFIED,
          CrawlDatum.STATUS_FETCH_REDIR_TEMP,
          CrawlDatum.STATUS_FETCH_REDIR_PERM -> {
        if (updates.parseMeta() != null) {
          entry.putAllMetaData(updates.parseMeta());
        }
        schedule.afterSuccess(entry, time);
        setContent(entry, old, updates);
      }
      case CrawlDatum.STATUS_FETCH_RETRY -> {
        entry.setSignature(old == null ? null : old.getSignature());
        schedule.afterFailure(entry, time);
      }
      default -> schedule.afterGone(entry, time);
    }
    if (PageView.of(entry).kind() == PageView.Kind.GONE) {
      // A signature says that a segment holds the content.
      entry.setSignature(null);
    }
    entry.getMetaData().remove(Nutch.WRITABLE_GENERATE_TIME_KEY);
    Refusal.removeFrom(entry);
    return entry;
  }

  /** The status and signature of a page that was there, or redirects. */
  private static void setContent(CrawlDatum entry, CrawlDatum old, UrlUpdates updates) {
    byte fetched = updates.fetch().getStatus();
    byte[] signature = updates.signature();
    boolean same =
        old != null && old.getSignature() != null && Arrays.equals(old.getSignature(), signature);
    if (fetched == CrawlDatum.STATUS_FETCH_NOTMODIFIED
        || (fetched == CrawlDatum.STATUS_FETCH_SUCCESS && same)) {
      entry.setStatus(CrawlDatum.STATUS_DB_NOTMODIFIED);
      if (old != null) {
        // As long as its content stays, a page was modified when that was first seen.
        if (old.getModifiedTime() > 0) {
          entry.setModifiedTime(old.getModifiedTime());
        }
        entry.setSignature(old.getSignature());
      }
      return;
    }
    entry.setSignature(fetched == CrawlDatum.STATUS_FETCH_SUCCESS ? signature : null);
    entry.setStatus(
        switch (fetched) {
          case CrawlDatum.STATUS_FETCH_REDIR_TEMP -> CrawlDatum.STATUS_DB_REDIR_TEMP;
          case CrawlDatum.STATUS_FETCH_REDIR_PERM -> CrawlDatum.STATUS_DB_REDIR_PERM;
          default -> CrawlDatum.STATUS_DB_FETCHED;
        });
  }
}
