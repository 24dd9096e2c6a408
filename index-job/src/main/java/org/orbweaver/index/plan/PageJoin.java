package org.orbweaver.index.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.index.plan.JoinedRecord.CanonicalReply;
import org.orbweaver.index.plan.JoinedRecord.JoinedPage;
import org.orbweaver.index.plan.StoreRecord.CanonicalClaim;
import org.orbweaver.index.plan.StoreRecord.CrawledPage;
import org.orbweaver.index.plan.StoreRecord.IndexedPage;
import org.orbweaver.index.plan.StoreRecord.LinkTexts;
import org.orbweaver.index.plan.StoreRecord.Parse;
import org.orbweaver.index.plan.StoreRecord.Score;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.TopicRank;
import org.orbweaver.index.store.TopicPageRank;

/**
 * Joins the records of all stores on one URL, and answers the pages that name it as canonical.
 *
 * <p>Dedup keeps one of several pages with the same content, not always the canonical one. If the
 * canonical page is a duplicate (same content signature) of a page that names it, the two change
 * places. Chains are not followed: a page that itself names another takes no copies, so that in a
 * circle every page stays.
 */
final class PageJoin {
  /** The folders of HITS. */
  static final String AUTHORITIES = "authorities";

  static final String HUBS = "hubs";

  private final int hostsForUnfetched;
  private final boolean publicOnly;
  private final Map<String, Double> scores = new HashMap<>();
  private final Map<String, Double> topicRanks = new TreeMap<>();
  private CrawledPage candidate;
  private LinkTexts named = new LinkTexts(List.of(), 0);
  private List<IndexedPage> indexed = List.of();
  private Parse newest;
  private int parses;
  private boolean promoted;

  /**
   * @param hostsForUnfetched how many hosts must link to an unfetched page for it to be indexed; 0:
   *     no such page is indexed
   * @param publicOnly whether pages fetched with a login are left out
   */
  PageJoin(int hostsForUnfetched, boolean publicOnly) {
    this.hostsForUnfetched = hostsForUnfetched;
    this.publicOnly = publicOnly;
  }

  /** Adds a store's record, in the order of the kinds; of the parses the newest first. */
  void add(StoreRecord part) {
    if (part instanceof CrawledPage c) {
      candidate = c;
    } else if (part instanceof Score s && s.store().startsWith(TopicPageRank.TOPICS)) {
      topicRanks.put(s.store().substring(TopicPageRank.TOPICS.length()), s.score());
    } else if (part instanceof Score s) {
      scores.put(s.store(), s.score());
    } else if (part instanceof LinkTexts n) {
      named = n;
    } else if (part instanceof IndexedPage i) {
      indexed = List.of(i);
    } else if (part instanceof Parse p) {
      parses++;
      newest = newest == null ? p : newest;
    } else {
      throw new IllegalArgumentException("not of a store: " + part);
    }
  }

  /**
   * Answers a page that names this one as canonical; all other records must have been added before.
   */
  CanonicalReply reply(CanonicalClaim claim) {
    boolean stays =
        newest != null && newest.canonical().isEmpty() && !newest.noindex() && !isHidden();
    boolean good = stays && !newest.empty() && candidate != null && candidate.fetched();
    boolean like = good && candidate.duplicateOf().equals(claim.signature());
    boolean single = good && candidate.duplicateOf().isEmpty();
    promoted |= like && !single;
    return new CanonicalReply(
        single || like, scores.getOrDefault(TopicPageRank.SCORES, 0.), TopicRank.of(topicRanks));
  }

  /** The number of parses. */
  int parses() {
    return parses;
  }

  /**
   * True if the page is a duplicate that is indexed as the canonical page; known after all claims.
   */
  boolean promoted() {
    return promoted;
  }

  /** The part with the newest parse; empty if no parse of the page is indexed. */
  String place() {
    return candidate != null && candidate.fetched() && newest != null ? newest.place() : "";
  }

  /**
   * The site block by whose login it was fetched, or empty. The newest parse may be of another
   * fetch than the crawldb's entry, as long as a segment is not parsed; one with a login suffices.
   */
  private String login() {
    String parsed = newest == null ? "" : newest.login();
    return parsed.isEmpty() && candidate != null ? candidate.login() : parsed;
  }

  private boolean isHidden() {
    return publicOnly && !login().isEmpty();
  }

  /** The outcome for the page; null if it is not one to index according to the crawldb. */
  IndexCounter outcome() {
    if (candidate == null || (!candidate.duplicateOf().isEmpty() && !promoted)) {
      return null;
    }
    boolean nameless = named.anchors().isEmpty();
    if (!candidate.fetched()) {
      boolean known = hostsForUnfetched > 0 && named.hosts() >= hostsForUnfetched;
      return known && !nameless && !isHidden() ? IndexCounter.UNFETCHED : null;
    }
    if (isHidden()) {
      return IndexCounter.WITH_LOGIN;
    }
    if (newest == null) {
      return nameless ? IndexCounter.NOT_PARSED : IndexCounter.INDEXED;
    }
    if (newest.noindex()) {
      return IndexCounter.NOINDEX;
    }
    return newest.empty() && nameless ? IndexCounter.EMPTY : IndexCounter.INDEXED;
  }

  /** The joined record; null if neither this index nor the one before has use for the page. */
  JoinedPage planned() {
    IndexCounter outcome = outcome();
    boolean wanted = outcome == IndexCounter.INDEXED || outcome == IndexCounter.UNFETCHED;
    if (!wanted) {
      return indexed.isEmpty() ? null : new JoinedPage("", "", "", Page.Facts.NONE, indexed);
    }
    boolean parsed = !place().isEmpty();
    Page.Facts facts =
        new Page.Facts(
            parsed && newest.date() > 0 ? newest.date() : candidate.date(),
            candidate.type(),
            candidate.group(),
            candidate.representative(),
            named.anchors(),
            named.hosts(),
            scores.getOrDefault(TopicPageRank.SCORES, 0.),
            scores.getOrDefault(AUTHORITIES, 0.),
            scores.getOrDefault(HUBS, 0.),
            TopicRank.of(topicRanks));
    return new JoinedPage(outcome.name(), parsed ? newest.digest() : "", login(), facts, indexed);
  }
}
