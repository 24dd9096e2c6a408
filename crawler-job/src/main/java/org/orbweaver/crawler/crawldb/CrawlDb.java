package org.orbweaver.crawler.crawldb;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.page.noncontent.NonContent;

/** Opens the crawldb. */
public final class CrawlDb {
  /** The name of the steps that merge segments into the crawldb. */
  public static final String UPDATE_STEP = "update";

  private CrawlDb() {}

  /** The names of the segments in the crawldb, by the log of steps. */
  public static Set<String> segments(List<StepRecord> history) {
    Set<String> names = new TreeSet<>();
    for (StepRecord step : history) {
      if (step.name().equals(UPDATE_STEP)) {
        names.addAll(step.segments());
      }
    }
    return names;
  }

  /**
   * Statistics of the crawldb; empty if there is none.
   *
   * @throws OrbException (failed) naming a part that is missing, incomplete or cut short. Damage
   *     inside a part shows when it is read.
   */
  public static SortedStore<CrawlDatum> check(Configuration conf, CrawlDir dir) throws IOException {
    SortedStore<CrawlDatum> store = SortedStore.open(conf, dir.crawlDb(), CrawlDatum.class);
    store.check();
    return store;
  }

  /**
   * As {@link #check}, for commands that need a crawldb.
   *
   * @throws OrbException (failed) also if there is none
   */
  public static SortedStore<CrawlDatum> require(Configuration conf, CrawlDir dir)
      throws IOException {
    SortedStore<CrawlDatum> store = check(conf, dir);
    if (store.isEmpty()) {
      throw OrbException.failed("no crawldb in " + dir.root() + ": run 'orb inject' first");
    }
    return store;
  }

  /**
   * The counters of a merge. The entries written are {@link #URLS}, and the counters by status add
   * up to the same number; {@link #ADDED} of them are new.
   */
  public enum CrawlDbCounter {
    /** Entries in the new crawldb. */
    URLS,
    /** Entries that were not there before. */
    ADDED,
    /** Entries that the merge changed. */
    CHANGED,
    /** New URLs that the URL filters refused. */
    REFUSED,
    /** Fetches ignored because the entry records a later one. */
    STALE,
    /** Entries marked as duplicates by this merge. */
    MARKED_DUPLICATE,
    /** Pages made due by a sitemap or feed: modified after their last fetch. */
    DUE_BY_SITEMAP,
    /**
     * URLs with news: pages new, changed, gone or moved, and pages that became duplicates or ceased
     * to be.
     */
    NEWS,
    /** Pages that were not there before. */
    PAGES_NEW,
    /** Pages whose content differs from before. */
    PAGES_CHANGED,
    /** Pages that were there before and are gone. */
    PAGES_GONE,
    /** Pages that were there before and redirect now. */
    PAGES_MOVED,
    /** Pages that were fetched again and have not changed. */
    PAGES_SAME,
    /** Entries by status. */
    UNFETCHED,
    FETCHED,
    NOT_MODIFIED,
    REDIRECTED,
    GONE,
    DUPLICATE,
    OTHER,
    /** Entries of any status whose URL answered with something other than a page, by kind. */
    SOFT_404,
    CHALLENGE,
    CONSENT,
    PARKED,
    MAZE,
    LOGIN,
    PLUGIN,
    /** Pages with a history of visits. */
    WITH_HISTORY,
    /**
     * Of these, the expected number still as their last visit found them: the sum of probabilities.
     */
    EXPECTED_FRESH;

    /** The counter of a kind of non-content. */
    public static CrawlDbCounter of(NonContent kind) {
      return valueOf(kind.name());
    }

    /** The counter of a crawldb status. */
    public static CrawlDbCounter of(byte status) {
      return switch (status) {
        case CrawlDatum.STATUS_DB_UNFETCHED -> UNFETCHED;
        case CrawlDatum.STATUS_DB_FETCHED -> FETCHED;
        case CrawlDatum.STATUS_DB_NOTMODIFIED -> NOT_MODIFIED;
        case CrawlDatum.STATUS_DB_REDIR_TEMP, CrawlDatum.STATUS_DB_REDIR_PERM -> REDIRECTED;
        case CrawlDatum.STATUS_DB_GONE -> GONE;
        case CrawlDatum.STATUS_DB_DUPLICATE -> DUPLICATE;
        default -> OTHER;
      };
    }
  }

  /** The protocol status that fetch writes into a record, and update into the crawldb. */
  public static final class RecordedStatus {
    private RecordedStatus() {}

    /** The status, or null. */
    public static ProtocolStatus of(CrawlDatum record) {
      return record.getMetaData().get(Nutch.WRITABLE_PROTO_STATUS_KEY)
              instanceof ProtocolStatus status
          ? status
          : null;
    }

    /** Its message, for example a redirect's target; or null. */
    public static String message(CrawlDatum record) {
      ProtocolStatus status = of(record);
      return status == null ? null : status.getMessage();
    }
  }
}
