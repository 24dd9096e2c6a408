package org.orbweaver.crawler.diff;

import java.util.HexFormat;
import java.util.Locale;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.crawldb.RecordedStatus;

/**
 * What a crawl holds of a URL at some time.
 *
 * @param status for people: "fetched", "redir_perm", "gone (notfound)" …
 * @param signature of the content, in hexadecimal; null: none, or not known
 * @param target of a redirect; else null
 * @param title null: not known
 */
record PageState(Kind kind, String status, String signature, String target, String title) {
  /** Kinds of states. */
  enum Kind {
    /** Not known, or known and never fetched. */
    NONE,
    /** A page. */
    PAGE,
    /** A redirect. */
    REDIRECT,
    /** Gone, or forbidden. */
    GONE,
    /** Its last fetch failed, and may succeed next time. */
    FAILED
  }

  /** Nothing is known. */
  static final PageState NONE = new PageState(Kind.NONE, "unfetched", null, null, null);

  /**
   * What was parsed of a page.
   *
   * @param signature in hexadecimal, or null
   */
  record Parsed(String signature, String title) {
    static Parsed of(ParseData data) {
      return new Parsed(data.getContentMeta().get(Nutch.SIGNATURE_KEY), data.getTitle());
    }
  }

  private static final HexFormat HEX = HexFormat.of();

  /** Of an entry of the crawldb. */
  static PageState ofEntry(CrawlDatum entry) {
    String status = CrawlDatum.getStatusName(entry.getStatus()).replaceFirst("^db_", "");
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED ->
          new PageState(Kind.PAGE, "fetched", signature(entry), null, null);
      case CrawlDatum.STATUS_DB_DUPLICATE ->
          new PageState(Kind.PAGE, status, signature(entry), null, null);
      case CrawlDatum.STATUS_DB_REDIR_PERM, CrawlDatum.STATUS_DB_REDIR_TEMP ->
          new PageState(Kind.REDIRECT, status, null, RecordedStatus.message(entry), null);
      case CrawlDatum.STATUS_DB_GONE -> new PageState(Kind.GONE, status, null, null, null);
      case CrawlDatum.STATUS_DB_UNFETCHED ->
          entry.getRetriesSinceFetch() > 0
              ? new PageState(Kind.FAILED, "failed", signature(entry), null, null)
              : new PageState(Kind.NONE, status, null, null, null);
      default -> new PageState(Kind.NONE, status, null, null, null);
    };
  }

  /** What a fetch found of a URL that an earlier round fetched, whose segment has been dropped. */
  static PageState beforeFetch(CrawlDatum fetch) {
    String signature = signature(fetch);
    return signature == null ? NONE : new PageState(Kind.PAGE, "fetched", signature, null, null);
  }

  /**
   * The state after a fetch.
   *
   * @param parsed what was parsed of it, or null
   */
  PageState after(CrawlDatum fetch, Parsed parsed) {
    return switch (fetch.getStatus()) {
      case CrawlDatum.STATUS_FETCH_SUCCESS ->
          new PageState(
              Kind.PAGE,
              "fetched",
              parsed == null ? null : parsed.signature(),
              null,
              parsed == null ? null : parsed.title());
      case CrawlDatum.STATUS_FETCH_NOTMODIFIED ->
          new PageState(Kind.PAGE, "fetched", signature, null, title);
      case CrawlDatum.STATUS_FETCH_REDIR_PERM ->
          new PageState(Kind.REDIRECT, "redir_perm", null, RecordedStatus.message(fetch), null);
      case CrawlDatum.STATUS_FETCH_REDIR_TEMP ->
          new PageState(Kind.REDIRECT, "redir_temp", null, RecordedStatus.message(fetch), null);
      case CrawlDatum.STATUS_FETCH_GONE ->
          new PageState(Kind.GONE, named("gone", fetch), null, null, null);
      case CrawlDatum.STATUS_FETCH_RETRY ->
          new PageState(Kind.FAILED, "failed", signature, null, title);
      default -> this;
    };
  }

  /** The same with a title, where it is a page. */
  PageState titled(String newTitle) {
    return kind == Kind.PAGE ? new PageState(kind, status, signature, target, newTitle) : this;
  }

  private static String signature(CrawlDatum datum) {
    return datum.getSignature() == null ? null : HEX.formatHex(datum.getSignature());
  }

  private static String named(String what, CrawlDatum datum) {
    ProtocolStatus protocol = RecordedStatus.of(datum);
    String name = protocol == null ? what : protocol.getName().toLowerCase(Locale.ROOT);
    return name.equals(what) ? what : what + " (" + name + ")";
  }
}
