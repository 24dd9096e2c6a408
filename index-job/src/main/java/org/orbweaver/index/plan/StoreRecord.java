package org.orbweaver.index.plan;

import java.util.List;
import org.orbweaver.index.schema.Anchors.Anchor;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.TopicRank;

/** One store's record of a page: the input of the join. */
sealed interface StoreRecord {

  /**
   * In the order in which the join gets those of a page; the store {@code pages} has the number.
   */
  List<Class<? extends StoreRecord>> KINDS =
      List.of(
          CrawledPage.class,
          Score.class,
          LinkTexts.class,
          IndexedPage.class,
          Parse.class,
          CanonicalClaim.class);

  /** Place in the order of arrival. */
  default byte kind() {
    return (byte) KINDS.indexOf(getClass());
  }

  /**
   * The crawldb's record of a page to index.
   *
   * @param fetched true if fetched; otherwise it is known only by its links
   * @param duplicateOf the signature that it shares with the page of which it is a duplicate, in
   *     hexadecimal digits; empty if it is no duplicate
   * @param date when it was modified or fetched, as far as the crawldb knows, in ms
   * @param type media type, or empty
   * @param group of near-duplicates, or empty
   * @param representative true if it is the page of its group to keep
   * @param login the site block by whose login it was last fetched, or empty
   */
  record CrawledPage(
      boolean fetched,
      String duplicateOf,
      long date,
      String type,
      String group,
      boolean representative,
      String login)
      implements StoreRecord {}

  /**
   * A score of the page.
   *
   * @param store the folder of the score: scores, authorities or hubs; {@code topics/NAME} for the
   *     PageRank of a topic
   */
  record Score(String store, double score) implements StoreRecord {}

  /**
   * The texts of links to the page.
   *
   * @param hosts how many hosts link to it
   */
  record LinkTexts(List<Anchor> anchors, int hosts) implements StoreRecord {}

  /**
   * Its entry in the index that is built upon: the value of the store {@code pages} of a build.
   *
   * @param build the build whose shards hold its document
   * @param digest of the document's input, except the scores
   */
  record IndexedPage(
      String build,
      String digest,
      int linkingHosts,
      double pageRank,
      double authority,
      double hub,
      List<TopicRank> topicRanks)
      implements StoreRecord {
    IndexedPage(String build, String digest, Page.Facts facts) {
      this(
          build,
          digest,
          facts.linkingHosts(),
          facts.pageRank(),
          facts.authority(),
          facts.hub(),
          facts.topicRanks());
    }

    /** True if the other entry has the same texts and each score differs by at most the factor. */
    boolean isLike(IndexedPage other, double factor) {
      return digest.equals(other.digest)
          && isNear(linkingHosts, other.linkingHosts, factor)
          && isNear(pageRank, other.pageRank, factor)
          && isNear(authority, other.authority, factor)
          && isNear(hub, other.hub, factor)
          && isNear(topicRanks, other.topicRanks, factor);
    }

    private static boolean isNear(List<TopicRank> a, List<TopicRank> b, double factor) {
      boolean near = a.size() == b.size();
      for (int i = 0; near && i < a.size(); i++) {
        near =
            a.get(i).topic().equals(b.get(i).topic())
                && isNear(a.get(i).rank(), b.get(i).rank(), factor);
      }
      return near;
    }

    private static boolean isNear(double a, double b, double factor) {
      return Math.max(a, b) <= Math.max(factor * Math.min(a, b), NO_SCORE);
    }
  }

  /** HITS leaves such scores to pages without a score. */
  double NO_SCORE = 1e-12;

  /**
   * A segment's parse of the page.
   *
   * @param place the part of the segment with the parse
   * @param noindex it asks not to be indexed
   * @param empty it has neither title nor text
   * @param canonical the other page of its site that it names as canonical, or empty
   * @param date its own, in ms; 0 if it has none
   * @param digest of the whole parse
   * @param login the site block by whose login the parsed page was fetched, or empty
   */
  record Parse(
      String place,
      boolean noindex,
      boolean empty,
      String canonical,
      long date,
      String digest,
      String login)
      implements StoreRecord {}

  /**
   * Another page's claim that this one is canonical.
   *
   * @param copy the other's URL
   * @param place of the copy's parse
   * @param signature of the copy's content
   */
  record CanonicalClaim(String copy, String place, String signature) implements StoreRecord {}

  /** Carries a record through the shuffle, and in the store {@code pages}. */
  final class StoreValue extends TaggedRecord<StoreRecord> {
    /** For Hadoop. */
    StoreValue() {
      super(KINDS);
    }

    StoreValue(StoreRecord record) {
      super(KINDS, record);
    }
  }
}
