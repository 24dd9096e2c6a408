package org.orbweaver.crawler.diff;

import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.crawldb.CrawlDb.RecordedStatus;

/**
 * The difference between two states of a URL.
 *
 * @param kinds at least one
 */
record Difference(String url, PageState before, PageState after, Set<ChangeKind> kinds) {
  /** The kind of difference. */
  enum ChangeKind {
    /** A page, with none before. */
    NEW,
    /** No page or redirect, with one before. */
    GONE,
    /** A page with other content. */
    CHANGED,
    /** A redirect in place of a page or of another redirect. */
    MOVED,
    /** Another status, none of the above. */
    STATUS,
    /** A page with another title. */
    TITLE
  }

  /** The difference between two states; null if there is none. */
  static Difference of(String url, PageState before, PageState after) {
    Set<ChangeKind> kinds =
        switch (after.kind()) {
          case PAGE -> ofPage(before, after);
          case REDIRECT -> ofRedirect(before, after);
          case GONE, NONE ->
              before.kind() == PageState.StateKind.PAGE
                      || before.kind() == PageState.StateKind.REDIRECT
                  ? EnumSet.of(ChangeKind.GONE)
                  : ofStatus(before, after);
          case FAILED -> ofStatus(before, after);
        };
    return kinds.isEmpty() ? null : new Difference(url, before, after, kinds);
  }

  private static Set<ChangeKind> ofPage(PageState before, PageState after) {
    boolean was =
        before.kind() == PageState.StateKind.PAGE
            || (before.kind() == PageState.StateKind.FAILED && before.signature() != null);
    if (!was) {
      return before.kind() == PageState.StateKind.REDIRECT
          ? EnumSet.of(ChangeKind.STATUS)
          : EnumSet.of(ChangeKind.NEW);
    }
    Set<ChangeKind> kinds = ofStatus(before, after);
    if (differ(before.signature(), after.signature())) {
      kinds.add(ChangeKind.CHANGED);
    }
    if (differ(before.title(), after.title())) {
      kinds.add(ChangeKind.TITLE);
    }
    return kinds;
  }

  private static Set<ChangeKind> ofRedirect(PageState before, PageState after) {
    boolean moved =
        switch (before.kind()) {
          case PAGE -> true;
          case REDIRECT -> !Objects.equals(before.target(), after.target());
          case NONE, GONE, FAILED -> false;
        };
    return moved ? EnumSet.of(ChangeKind.MOVED) : ofStatus(before, after);
  }

  /** A URL new to the crawl and not fetched yet is no difference. */
  private static Set<ChangeKind> ofStatus(PageState before, PageState after) {
    boolean same =
        before.status().equals(after.status())
            || (before.kind() == PageState.StateKind.NONE
                && after.kind() == PageState.StateKind.NONE);
    return same ? EnumSet.noneOf(ChangeKind.class) : EnumSet.of(ChangeKind.STATUS);
  }

  /** Unknown values do not count as different. */
  private static boolean differ(String before, String after) {
    return before != null && after != null && !before.equals(after);
  }

  /**
   * The state of a URL in a crawl at some time.
   *
   * @param status for people: "fetched", "redir_perm", "gone (notfound)" …
   * @param signature of the content, in hexadecimal; null: none, or not known
   * @param target of a redirect; else null
   * @param title null: not known
   */
  record PageState(StateKind kind, String status, String signature, String target, String title) {
    /** What a URL is. */
    enum StateKind {
      /** Unknown, or known and never fetched. */
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

    /** The state of an unknown URL. */
    static final PageState NONE = new PageState(StateKind.NONE, "unfetched", null, null, null);

    /**
     * The parse of a page.
     *
     * @param signature in hexadecimal, or null
     */
    record Parsed(String signature, String title) {
      static Parsed of(ParseData data) {
        return new Parsed(data.getContentMeta().get(Nutch.SIGNATURE_KEY), data.getTitle());
      }
    }

    private static final HexFormat HEX = HexFormat.of();

    /** The state in an entry of the crawldb. */
    static PageState ofEntry(CrawlDatum entry) {
      String status = CrawlDatum.getStatusName(entry.getStatus()).replaceFirst("^db_", "");
      return switch (entry.getStatus()) {
        case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_NOTMODIFIED ->
            new PageState(StateKind.PAGE, "fetched", signature(entry), null, null);
        case CrawlDatum.STATUS_DB_DUPLICATE ->
            new PageState(StateKind.PAGE, status, signature(entry), null, null);
        case CrawlDatum.STATUS_DB_REDIR_PERM, CrawlDatum.STATUS_DB_REDIR_TEMP ->
            new PageState(StateKind.REDIRECT, status, null, RecordedStatus.message(entry), null);
        case CrawlDatum.STATUS_DB_GONE -> new PageState(StateKind.GONE, status, null, null, null);
        case CrawlDatum.STATUS_DB_UNFETCHED ->
            entry.getRetriesSinceFetch() > 0
                ? new PageState(StateKind.FAILED, "failed", signature(entry), null, null)
                : new PageState(StateKind.NONE, status, null, null, null);
        default -> new PageState(StateKind.NONE, status, null, null, null);
      };
    }

    /**
     * The state of a URL before a fetch, if an earlier round fetched it whose segment has been
     * dropped.
     */
    static PageState beforeFetch(CrawlDatum fetch) {
      String signature = signature(fetch);
      return signature == null
          ? NONE
          : new PageState(StateKind.PAGE, "fetched", signature, null, null);
    }

    /**
     * The state after a fetch.
     *
     * @param parsed the parse of its content, or null
     */
    PageState after(CrawlDatum fetch, Parsed parsed) {
      return switch (fetch.getStatus()) {
        case CrawlDatum.STATUS_FETCH_SUCCESS ->
            new PageState(
                StateKind.PAGE,
                "fetched",
                parsed == null ? null : parsed.signature(),
                null,
                parsed == null ? null : parsed.title());
        case CrawlDatum.STATUS_FETCH_NOTMODIFIED ->
            new PageState(StateKind.PAGE, "fetched", signature, null, title);
        case CrawlDatum.STATUS_FETCH_REDIR_PERM ->
            new PageState(
                StateKind.REDIRECT, "redir_perm", null, RecordedStatus.message(fetch), null);
        case CrawlDatum.STATUS_FETCH_REDIR_TEMP ->
            new PageState(
                StateKind.REDIRECT, "redir_temp", null, RecordedStatus.message(fetch), null);
        case CrawlDatum.STATUS_FETCH_GONE ->
            new PageState(StateKind.GONE, named("gone", fetch), null, null, null);
        case CrawlDatum.STATUS_FETCH_RETRY ->
            new PageState(StateKind.FAILED, "failed", signature, null, title);
        default -> this;
      };
    }

    /** The same with a title, if it is a page. */
    PageState titled(String newTitle) {
      return kind == StateKind.PAGE
          ? new PageState(kind, status, signature, target, newTitle)
          : this;
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
}
