package org.orbweaver.crawler.crawldb;

import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.CrawlDb.RecordedStatus;

/**
 * An entry of the crawldb without its schedule: the part that links, rankings and index depend on.
 * Comparing the views before and after a merge shows how a page changed.
 *
 * @param kind the kind of thing at the URL
 * @param signature of a page's content, may be null
 * @param target of a redirect, else empty
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by isSame alone.
public record PageView(UrlKind kind, byte[] signature, String target) {
  /** The kind of thing at a URL, as far as the crawldb knows. */
  public enum UrlKind {
    /** Never fetched, or never with success. */
    UNKNOWN,
    PAGE,
    /** A page with the same content as another. */
    DUPLICATE,
    REDIRECT,
    GONE;

    private boolean hasContent() {
      return this == PAGE || this == DUPLICATE;
    }
  }

  /** The view of an entry; null if there is no entry. */
  public static PageView of(CrawlDatum entry) {
    if (entry == null) {
      return new PageView(UrlKind.UNKNOWN, null, "");
    }
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_REDIR_TEMP, CrawlDatum.STATUS_DB_REDIR_PERM ->
          new PageView(UrlKind.REDIRECT, null, target(entry));
      case CrawlDatum.STATUS_DB_GONE -> new PageView(UrlKind.GONE, null, "");
      case CrawlDatum.STATUS_DB_DUPLICATE ->
          new PageView(UrlKind.DUPLICATE, entry.getSignature(), "");
      default ->
          hasContent(entry)
              ? new PageView(UrlKind.PAGE, entry.getSignature(), "")
              : new PageView(UrlKind.UNKNOWN, null, "");
    };
  }

  /**
   * Whether a segment holds the content of the page: it was fetched and has since neither gone nor
   * become a redirect. A page whose last fetch merely failed keeps the signature of its content.
   */
  public static boolean hasContent(CrawlDatum entry) {
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_FETCHED,
          CrawlDatum.STATUS_DB_NOTMODIFIED,
          CrawlDatum.STATUS_DB_DUPLICATE ->
          true;
      case CrawlDatum.STATUS_DB_UNFETCHED -> entry.getSignature() != null;
      default -> false;
    };
  }

  private static String target(CrawlDatum entry) {
    ProtocolStatus status = RecordedStatus.of(entry);
    return status == null ? "" : String.valueOf(status.getMessage());
  }

  /** True if both views treat the page alike. */
  boolean isSame(PageView other) {
    return kind == other.kind
        && Arrays.equals(signature, other.signature)
        && target.equals(other.target);
  }

  /**
   * Counts the change of a page.
   *
   * @param after the view after the merge
   * @param fetched whether the change comes from a fetch
   */
  public void tell(PageView after, boolean fetched, Consumer<CrawlDbCounter> tally) {
    if (!isSame(after)) {
      tally.accept(CrawlDbCounter.NEWS);
    }
    if (after.kind.hasContent() && !kind.hasContent()) {
      tally.accept(CrawlDbCounter.PAGES_NEW);
    } else if (after.kind.hasContent() && !Arrays.equals(signature, after.signature)) {
      tally.accept(CrawlDbCounter.PAGES_CHANGED);
    } else if (after.kind.hasContent() && fetched) {
      tally.accept(CrawlDbCounter.PAGES_SAME);
    } else if (kind.hasContent() && after.kind == UrlKind.GONE) {
      tally.accept(CrawlDbCounter.PAGES_GONE);
    } else if (kind.hasContent() && after.kind == UrlKind.REDIRECT) {
      tally.accept(CrawlDbCounter.PAGES_MOVED);
    }
  }
}
