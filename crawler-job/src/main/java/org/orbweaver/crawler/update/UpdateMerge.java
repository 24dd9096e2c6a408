package org.orbweaver.crawler.update;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.common.store.Mazes;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.CrawlDb.RecordedStatus;
import org.orbweaver.crawler.crawldb.DepthLimits;
import org.orbweaver.crawler.crawldb.DuplicatesMerge;
import org.orbweaver.crawler.crawldb.LinkDepth;
import org.orbweaver.crawler.crawldb.MergeJob.Merge;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.crawldb.SitemapMark.Lastmod;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.recrawl.ClockIndex;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.RecordedHistory;
import org.orbweaver.crawler.recrawl.Schedule;
import org.orbweaver.crawler.recrawl.SitemapSchedule;
import org.orbweaver.crawler.recrawl.Staleness;
import org.orbweaver.crawler.score.Scoring;
import org.orbweaver.crawler.trap.PageFindings;
import org.orbweaver.crawler.trap.PageIndex;
import org.orbweaver.crawler.trap.TextSkeleton;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.plugin.ScoringRule.Combination;

/**
 * Merges a round into an entry, as Nutch's CrawlDbReducer does: the last fetch decides status,
 * signature and schedule ({@link Schedule}); a link to an unknown URL adds it, if the filters
 * accept it. A link with a sitemap's mark makes its target a sitemap; a lastmod after the last
 * fetch makes a page due.
 *
 * <p>It differs from Nutch in two ways. The score of a new URL is that of its best link, or the sum
 * of all if the order demands it ({@link Combination}); it rises while the URL is unfetched, but
 * not by links of pages fetched again, most of which counted when these pages were first fetched.
 * An entry that records a later fetch is left as it is, so segments may come in any order, and
 * twice.
 */
public final class UpdateMerge implements Merge {
  static final String NOW = "orbweaver.internal.update.now";
  static final String HOSTS = "orbweaver.internal.update.hosts";
  static final String MAZES = "orbweaver.internal.update.mazes";

  /** The folder in the job's output with the {@link PageFindings}. */
  static final String FOUND = "found";

  private static final Text SEED = new Text(MetadataKeys.SEED);
  private static final Text SKELETON = new Text(MetadataKeys.SKELETON);
  private static final Text AGAIN = new Text(MetadataKeys.AGAIN);
  private static final Text CONTENT = new Text(MetadataKeys.CONTENT);

  private static final double MILLIS_PER_DAY = 86_400_000;

  private Schedule schedule;
  private SitemapSchedule sitemaps;
  private UrlFilters filters;
  private boolean additionsAllowed;
  private DepthLimits limits;
  private Combination combination;
  private long now;
  private Consumer<CrawlDbCounter> tally;
  private ChangeTracker changes;
  private Mazes mazes = Mazes.NONE;

  private TaskInputOutputContext<?, ?, ?, ?> task;
  private long withHistory;
  private double expectedFresh;

  /** Null outside a task. */
  private PageFindings findings;

  @Override
  public void setup(Configuration conf, Consumer<CrawlDbCounter> tally) {
    schedule = Schedule.of(conf);
    sitemaps = SitemapSchedule.of(conf);
    filters = UrlRules.filters(conf);
    additionsAllowed = CrawlerKeys.ADDITIONS_ALLOWED.get(conf);
    limits = DepthLimits.of(conf);
    combination = Scoring.of(conf).combination();
    now = conf.getLong(NOW, 0);
    this.tally = tally;
    changes = new ChangeTracker(conf, PageIndex.EMPTY, ClockIndex.EMPTY, now);
  }

  @Override
  public void open(TaskInputOutputContext<?, ?, ?, ?> context)
      throws IOException, InterruptedException {
    task = context;
    Path folder = new Path(FileOutputFormat.getWorkOutputPath(context), FOUND);
    int part = context.getTaskAttemptID().getTaskID().getId();
    Configuration conf = context.getConfiguration();
    findings = new PageFindings(conf, new Path(folder, Parts.name(part)));
    Path hosts = new Path(conf.get(HOSTS));
    changes =
        new ChangeTracker(conf, PageIndex.read(conf, hosts), ClockIndex.read(conf, hosts), now)
            .report(findings);
    mazes = Mazes.of(conf, new Path(conf.get(MAZES)));
  }

  @Override
  public void keep(String url, CrawlDatum entry) {
    markMaze(url, entry);
  }

  private void markMaze(String url, CrawlDatum entry) {
    NonContent instead = NonContentMark.of(entry).orElse(null);
    boolean isInside = PageView.hasContent(entry) && mazes.contains(url);
    if (isInside && instead == null) {
      NonContentMark.putOn(entry, NonContent.MAZE);
      tally.accept(CrawlDbCounter.NEWS);
    } else if (!isInside && instead == NonContent.MAZE) {
      NonContentMark.removeFrom(entry);
      tally.accept(CrawlDbCounter.NEWS);
    }
  }

  @Override
  public void written(CrawlDatum entry) {
    PageHistory history = PageView.hasContent(entry) ? RecordedHistory.of(entry) : null;
    if (history != null) {
      double days = Math.max(0, now - LastFetch.of(entry, now)) / MILLIS_PER_DAY;
      withHistory++;
      expectedFresh += Staleness.expectedFreshness(history.changeRate(), days);
    }
  }

  @Override
  public void close() throws IOException {
    task.getCounter(CrawlDbCounter.WITH_HISTORY).increment(withHistory);
    task.getCounter(CrawlDbCounter.EXPECTED_FRESH).increment(Math.round(expectedFresh));
    findings.close();
  }

  @Override
  public CrawlDatum merge(String url, CrawlDatum old, Iterable<Change> changes) throws IOException {
    var updates = new UrlUpdates(changes, combination);
    if (old == null && !additionsAllowed) {
      return null;
    }
    // The old entry may become the new one.
    PageView before = PageView.of(old);
    boolean fetched = isFetched(old, updates);
    CrawlDatum entry = merge(url, old, updates);
    if (entry != null) {
      markMaze(url, entry);
    }
    before.tell(PageView.of(entry), fetched, tally);
    if (findings != null && entry != null) {
      find(url, entry, fetched && before.kind() == PageView.UrlKind.UNKNOWN, updates);
    }
    return entry;
  }

  private void find(String url, CrawlDatum entry, boolean firstFetch, UrlUpdates updates)
      throws IOException {
    if (entry.getMetaData().containsKey(SEED)) {
      findings.addSeed(url);
    }
    OptionalInt skeleton = firstFetch ? skeleton(entry, updates) : OptionalInt.empty();
    if (skeleton.isPresent()) {
      findings.addPage(url, skeleton.getAsInt());
    }
  }

  /**
   * The text skeleton of a page fetched for the first time: {@link TextSkeleton#NOTHING} if it is
   * missing or the answer was no page; empty if the answer says nothing about its host's pages,
   * such as a redirect, a page that robots.txt forbids, or a sitemap. A duplicate counts by its
   * text, since a mirror is no trap; one of its own template has the same text.
   */
  private static OptionalInt skeleton(CrawlDatum entry, UrlUpdates updates) {
    if (SitemapMark.isOn(entry)) {
      return OptionalInt.empty();
    }
    NonContent instead = NonContentMark.of(entry).orElse(null);
    if (instead != null) {
      // A challenge says nothing about the page behind it.
      return instead == NonContent.CHALLENGE
          ? OptionalInt.empty()
          : OptionalInt.of(TextSkeleton.NOTHING);
    }
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_FETCHED, CrawlDatum.STATUS_DB_DUPLICATE -> updates.skeleton();
      case CrawlDatum.STATUS_DB_GONE -> {
        ProtocolStatus status = RecordedStatus.of(updates.fetch);
        int code = status == null ? ProtocolStatus.FAILED : status.getCode();
        boolean missing = code == ProtocolStatus.NOTFOUND || code == ProtocolStatus.GONE;
        yield missing ? OptionalInt.of(TextSkeleton.NOTHING) : OptionalInt.empty();
      }
      default -> OptionalInt.empty();
    };
  }

  /** Whether a request brought news of the page; a transient failure does not. */
  private boolean isFetched(CrawlDatum old, UrlUpdates updates) {
    CrawlDatum fetch = updates.fetch;
    return fetch != null
        && fetch.getStatus() != CrawlDatum.STATUS_FETCH_RETRY
        && !isKnown(old, fetch);
  }

  private boolean isKnown(CrawlDatum old, CrawlDatum fetch) {
    return old != null && schedule.knows(old, fetch.getFetchTime(), now);
  }

  private CrawlDatum merge(String url, CrawlDatum old, UrlUpdates updates) throws IOException {
    CrawlDatum entry = old;
    if (updates.fetch != null) {
      if (isKnown(old, updates.fetch)) {
        tally.accept(CrawlDbCounter.STALE);
      } else {
        // A page that redirects here may be deeper than what is known.
        int depth = LinkDepth.of(updates.fetch);
        depth = old == null ? depth : Math.min(depth, LinkDepth.of(old));
        entry =
            schedule
                .at(url)
                .afterFetch(old, updates.fetch, updates.parseMeta(), updates.signature());
        LinkDepth.putOn(entry, depth);
        changes.fetched(url, old, entry, updates.fetch, updates.content());
        if (old != null) {
          tally.accept(CrawlDbCounter.CHANGED);
        }
      }
    }
    if (updates.deferral != null) {
      entry = afterDeferral(url, entry, updates);
    }
    if (updates.linked) {
      entry = afterLink(url, entry, updates);
    }
    if (updates.unique != null && entry != null) {
      DuplicatesMerge.restore(entry, updates.unique);
    }
    if (updates.duplicate != null && entry != null) {
      DuplicatesMerge.mark(entry, updates.duplicate, tally);
    }
    return entry;
  }

  private CrawlDatum afterLink(String url, CrawlDatum entry, UrlUpdates updates) {
    if (entry == null) {
      boolean sitemap = updates.sitemap != null;
      if (limits.isExceeded(url, updates.depth)) {
        return null;
      }
      if (!(sitemap ? filters.acceptsSitemap(url) : filters.accepts(url))) {
        tally.accept(CrawlDbCounter.REFUSED);
        return null;
      }
      var added =
          new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 0, updates.bestLink + updates.linkAgain);
      if (updates.metadataLink != null) {
        added.putAllMetaData(updates.metadataLink);
      }
      LinkDepth.putOn(added, updates.depth);
      schedule.at(url).initialize(added, now);
      if (sitemap) {
        sitemaps.begin(added, updates.sitemap);
      }
      return added;
    }
    if (updates.depth < LinkDepth.of(entry)) {
      LinkDepth.putOn(entry, updates.depth);
    }
    if (entry.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED) {
      entry.setScore((float) combination.of(entry.getScore(), updates.bestLink));
    }
    if (updates.sitemap != null) {
      sitemaps.mark(entry, updates.sitemap, now);
    }
    // A host left alone in this round is left alone in the next ones, until its delay is over.
    boolean trusted = updates.lastmod > 0 && changes.announcesRightly(url);
    if (updates.deferral == null
        && sitemaps.listed(entry, updates.lastmod, trusted, schedule.at(url), now)) {
      tally.accept(CrawlDbCounter.DUE_BY_SITEMAP);
    }
    return entry;
  }

  /**
   * Applies a deferral: nothing was learned about the URL, so at most its time moves; a new URL is
   * added.
   */
  private CrawlDatum afterDeferral(String url, CrawlDatum entry, UrlUpdates updates) {
    if (entry == null) {
      return schedule.added(updates.deferral);
    }
    if (schedule.at(url).afterDeferral(entry, updates.deferral, now) && updates.fetch == null) {
      tally.accept(CrawlDbCounter.CHANGED);
    }
    return entry;
  }

  /**
   * The changes of one URL, sorted out: its last fetch and the records that belong to it, and its
   * best link.
   */
  static final class UrlUpdates {
    private final Map<Integer, CrawlDatum> signatures = new HashMap<>();
    private final Map<Integer, CrawlDatum> parseMetas = new HashMap<>();

    /** The last record of an actual fetch, null if there was none. */
    CrawlDatum fetch;

    private int fetchSegment;

    /** The last record of a URL not requested, null if there was none. */
    CrawlDatum deferral;

    /** Marks the page as a duplicate; null if no record does. */
    CrawlDatum duplicate;

    /** Marks the page as a duplicate no more; null if no record does. */
    CrawlDatum unique;

    /**
     * The best of the links with metadata, null if none has any: a redirect's metadata is not lost
     * to a bare link with a higher score. Among equal scores, the first by metadata counts.
     */
    CrawlDatum metadataLink;

    /** The mark with which links declare this a sitemap; null if none does. */
    SitemapMark sitemap;

    /** The latest time of change in a sitemap, in milliseconds; 0 if there is none. */
    long lastmod;

    /** The score of the best link, or the sum of all by pages fetched for the first time. */
    float bestLink;

    /** The sum of links from other pages, for a URL that no page linked to before. */
    float linkAgain;

    boolean linked;

    /** Links from the nearest seed, by the best way among the links; 0 if unknown. */
    int depth;

    private final Combination combination;

    UrlUpdates(Iterable<Change> changes, Combination combination) {
      this.combination = combination;
      for (Change change : changes) {
        switch (change.status()) {
          case CrawlDatum.STATUS_LINKED -> addLink(change);
          case CrawlDatum.STATUS_SIGNATURE -> signatures.put(change.segment(), change.datum());
          case CrawlDatum.STATUS_PARSE_META -> parseMetas.put(change.segment(), change.datum());
          case CrawlDatum.STATUS_DB_DUPLICATE -> duplicate = change.datum();
          case CrawlDatum.STATUS_DB_FETCHED -> unique = change.datum();
          default -> addFetch(change);
        }
      }
    }

    private void addLink(Change change) {
      CrawlDatum datum = change.datum();
      boolean again = datum != null && datum.getMetaData().remove(AGAIN) != null;
      if (combination == Combination.SUM && again) {
        linkAgain += change.score();
      } else {
        bestLink = linked ? (float) combination.of(bestLink, change.score()) : change.score();
      }
      int way = datum == null ? 0 : LinkDepth.takeFrom(datum);
      depth = linked ? Math.min(depth, way) : way;
      linked = true;
      if (datum == null) {
        return;
      }
      // All marks count, whichever link is the best.
      lastmod = Math.max(lastmod, Lastmod.takeFrom(datum));
      SitemapMark mark = SitemapMark.takeFrom(datum);
      if (mark != null) {
        sitemap = sitemap == null ? mark : sitemap.merge(mark);
      }
      if (datum.getMetaData().isEmpty()) {
        return;
      }
      boolean better =
          metadataLink == null
              || change.score() > metadataLink.getScore()
              || (change.score() == metadataLink.getScore() && isBefore(datum, metadataLink));
      if (better) {
        metadataLink = datum;
      }
    }

    /** An order that depends neither on the shuffle's nor on that of a hash table. */
    private static boolean isBefore(CrawlDatum a, CrawlDatum b) {
      return inOrder(a).compareTo(inOrder(b)) < 0;
    }

    private static String inOrder(CrawlDatum datum) {
      Map<String, String> metadata = new TreeMap<>();
      datum.getMetaData().forEach((key, value) -> metadata.put(key.toString(), value.toString()));
      return metadata.toString();
    }

    private void addFetch(Change change) {
      CrawlDatum datum = change.datum();
      if (!CrawlDatum.hasFetchStatus(datum)) {
        return;
      }
      if (Deferral.is(datum)) {
        if (deferral == null || datum.getFetchTime() > deferral.getFetchTime()) {
          deferral = datum;
        }
        return;
      }
      boolean later =
          fetch == null
              || datum.getFetchTime() > fetch.getFetchTime()
              || (datum.getFetchTime() == fetch.getFetchTime() && change.segment() >= fetchSegment);
      if (later) {
        fetch = datum;
        fetchSegment = change.segment();
      }
    }

    /** The signature of the last fetch's content: the parser's, or else the fetch's own. */
    byte[] signature() {
      CrawlDatum parsed = signatures.get(fetchSegment);
      return parsed == null ? fetch.getSignature() : parsed.getSignature();
    }

    /** The skeleton of that content; empty if the parse has none, as in a segment by Nutch. */
    OptionalInt skeleton() {
      CrawlDatum parsed = signatures.get(fetchSegment);
      return parsed != null && parsed.getMetaData().get(SKELETON) instanceof IntWritable skeleton
          ? OptionalInt.of(skeleton.get())
          : OptionalInt.empty();
    }

    /** The digest that shows whether that content is new; null if the parse has none. */
    Long content() {
      CrawlDatum parsed = signatures.get(fetchSegment);
      return parsed != null && parsed.getMetaData().get(CONTENT) instanceof LongWritable content
          ? content.get()
          : null;
    }

    /** The parser's metadata for the page of the last fetch, null if there is none. */
    CrawlDatum parseMeta() {
      return parseMetas.get(fetchSegment);
    }
  }
}
