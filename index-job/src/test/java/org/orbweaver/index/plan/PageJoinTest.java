package org.orbweaver.index.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableName;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.plan.JoinedRecord.CanonicalReply;
import org.orbweaver.index.plan.JoinedRecord.JoinedPage;
import org.orbweaver.index.plan.StoreRecord.CanonicalClaim;
import org.orbweaver.index.plan.StoreRecord.CrawledPage;
import org.orbweaver.index.plan.StoreRecord.IndexedPage;
import org.orbweaver.index.plan.StoreRecord.LinkTexts;
import org.orbweaver.index.plan.StoreRecord.Parse;
import org.orbweaver.index.plan.StoreRecord.Score;
import org.orbweaver.index.schema.Anchors.Anchor;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.TopicRank;

class PageJoinTest {
  private static final CrawledPage CANDIDATE = candidate(true, "");
  private static final LinkTexts NAMED = new LinkTexts(List.of(new Anchor("here", 1)), 2);
  private static final CanonicalClaim CLAIM =
      new CanonicalClaim("http://a/copy", "s/part-r-00000", "1f");
  private static final Parse PARSED = parsed(false, false, "");
  private static final Parse EMPTY = parsed(false, true, "");
  private static final Parse NOINDEX = parsed(true, false, "");
  private static final IndexedPage OLD = new IndexedPage("20260101000000", "x", Page.Facts.NONE);

  private static CrawledPage candidate(boolean fetched, String duplicateOf) {
    return new CrawledPage(fetched, duplicateOf, 5000, "text/html", "g", true, "");
  }

  private static Parse parsed(boolean noindex, boolean empty, String canonical) {
    return new Parse("s/part-r-00001", noindex, empty, canonical, 0, "digest", "");
  }

  private static PageJoin join(StoreRecord... parts) {
    PageJoin join = new PageJoin(2, false);
    List.of(parts).forEach(join::add);
    return join;
  }

  @Test
  void newestParseWinsAndScoresAreJoined() {
    Parse older = new Parse("r/part-r-00000", true, false, "", 7000, "older", "");
    Parse newest = new Parse("s/part-r-00001", false, false, "", 6000, "newest", "");
    PageJoin join =
        join(CANDIDATE, new Score("scores", .5), new Score("hubs", .25), NAMED, OLD, newest, older);
    Page.Facts facts =
        new Page.Facts(6000, "text/html", "g", true, NAMED.anchors(), 2, .5, 0, .25, List.of());
    assertEquals(new JoinedPage("INDEXED", "newest", "", facts, List.of(OLD)), join.planned());
    assertEquals("s/part-r-00001", join.place());
    assertEquals(2, join.parses());
  }

  @Test
  void outcomes() {
    assertEquals(IndexCounter.INDEXED, join(CANDIDATE, PARSED).outcome());
    assertEquals(IndexCounter.NOINDEX, join(CANDIDATE, NAMED, NOINDEX, PARSED).outcome());
    assertEquals(IndexCounter.EMPTY, join(CANDIDATE, EMPTY).outcome());
    assertEquals(IndexCounter.INDEXED, join(CANDIDATE, NAMED, EMPTY).outcome());
    assertEquals(IndexCounter.NOT_PARSED, join(CANDIDATE).outcome());
    assertEquals(IndexCounter.INDEXED, join(CANDIDATE, NAMED).outcome(), "by its anchors");
    assertNull(join(NAMED, PARSED).outcome(), "the crawldb does not have it");
    assertNull(join(candidate(true, "1f"), PARSED).outcome(), "a duplicate");
  }

  @Test
  void aPageNotFetchedIsKnownByTheAnchorsOfSeveralHosts() {
    CrawledPage unfetched = candidate(false, "");
    PageJoin join = join(unfetched, NAMED, PARSED);
    assertEquals(IndexCounter.UNFETCHED, join.outcome());
    assertEquals("", join.place());
    assertEquals("", join.planned().parsed());
    assertNull(join(unfetched, new LinkTexts(NAMED.anchors(), 1)).outcome());
    assertNull(join(unfetched, new LinkTexts(List.of(), 9)).outcome());
    PageJoin none = new PageJoin(0, false);
    none.add(unfetched);
    none.add(NAMED);
    assertNull(none.outcome());
  }

  /** Until a segment is parsed, parse and crawldb may tell of different fetches. */
  @Test
  void aLoginOfTheParseOrOfTheCrawldbCounts() {
    CrawledPage behind = new CrawledPage(true, "", 5000, "", "", false, "host a");
    Parse parse = new Parse("s/part-r-00001", false, false, "", 0, "digest", "host b");
    assertEquals("", join(CANDIDATE, PARSED).planned().login());
    assertEquals("host a", join(behind, PARSED).planned().login());
    assertEquals("host b", join(behind, parse).planned().login());
    for (StoreRecord[] parts :
        new StoreRecord[][] {{behind, PARSED}, {CANDIDATE, parse}, {behind, NAMED}}) {
      PageJoin join = new PageJoin(2, true);
      List.of(parts).forEach(join::add);
      assertEquals(false, join.reply(CLAIM).indexed());
      assertEquals(IndexCounter.WITH_LOGIN, join.outcome());
      assertNull(join.planned());
    }
    PageJoin open = new PageJoin(2, true);
    List.of(CANDIDATE, PARSED).forEach(open::add);
    assertEquals(IndexCounter.INDEXED, open.outcome());
    PageJoin unfetched = new PageJoin(2, true);
    unfetched.add(new CrawledPage(false, "", 0, "", "", false, "host a"));
    unfetched.add(NAMED);
    assertNull(unfetched.outcome());
  }

  @Test
  void whatIsIndexedNoLongerIsRemembered() {
    assertEquals(List.of(OLD), join(OLD, PARSED).planned().indexed());
    assertEquals("", join(CANDIDATE, OLD, NOINDEX).planned().outcome());
    assertNull(join(CANDIDATE, NOINDEX).planned());
  }

  @Test
  void answersWhetherTheCanonicalPageIsIndexed() {
    assertEquals(
        new CanonicalReply(true, .5, List.of()),
        join(CANDIDATE, new Score("scores", .5), PARSED).reply(CLAIM));
    assertEquals(
        new CanonicalReply(false, .5, List.of()), join(new Score("scores", .5)).reply(CLAIM));
    for (Parse not : List.of(EMPTY, NOINDEX, parsed(false, false, "http://a/other"))) {
      assertEquals(
          new CanonicalReply(false, 0, List.of()), join(CANDIDATE, not, PARSED).reply(CLAIM));
    }
    assertEquals(
        new CanonicalReply(false, 0, List.of()), join(candidate(false, ""), PARSED).reply(CLAIM));
  }

  @Test
  void aDuplicateIsIndexedOnlyAsTheCanonicalPageOfItsLike() {
    PageJoin other = join(candidate(true, "2f"), PARSED);
    assertEquals(new CanonicalReply(false, 0, List.of()), other.reply(CLAIM));
    assertNull(other.outcome());
    PageJoin twin = join(candidate(true, "1f"), PARSED);
    assertEquals(new CanonicalReply(true, 0, List.of()), twin.reply(CLAIM));
    assertEquals(IndexCounter.INDEXED, twin.outcome());
    assertTrue(twin.promoted());
  }

  @Test
  void scoresMayMoveByTheirFactor() {
    IndexedPage half = new IndexedPage("1", "x", 2, .5, 0, 1e-30, List.of());
    assertEquals(true, half.isLike(new IndexedPage("2", "x", 3, .4, 1e-13, 0, List.of()), 1.5));
    assertEquals(false, half.isLike(new IndexedPage("2", "x", 3, .3, 0, 0, List.of()), 1.5));
    assertEquals(false, half.isLike(new IndexedPage("2", "x", 4, .5, 0, 0, List.of()), 1.5));
    assertEquals(false, half.isLike(new IndexedPage("2", "y", 2, .5, 0, 0, List.of()), 1.5));
    assertEquals(false, half.isLike(new IndexedPage("2", "x", 2, .5 + 1e-9, 0, 0, List.of()), 1));
    IndexedPage ofTopic = new IndexedPage("1", "x", 2, .5, 0, 0, List.of(new TopicRank("a", .2)));
    for (TopicRank other : List.of(new TopicRank("a", .1), new TopicRank("b", .2))) {
      assertEquals(
          false, ofTopic.isLike(new IndexedPage("2", "x", 2, .5, 0, 0, List.of(other)), 1.5));
    }
    assertEquals(false, ofTopic.isLike(half, 1.5));
    assertEquals(true, ofTopic.isLike(ofTopic, 1));
  }

  @Test
  void ranksByTopicAreJoinedAndACopyHasTheHigher() {
    PageJoin join = join(CANDIDATE, new Score("topics/b", .1), new Score("topics/a", .2), PARSED);
    List<TopicRank> ranks = List.of(new TopicRank("a", .2), new TopicRank("b", .1));
    assertEquals(new CanonicalReply(true, 0, ranks), join.reply(CLAIM));
    Page.Facts facts = join.planned().facts();
    assertEquals(ranks, facts.topicRanks());
    Page.Facts both = facts.ranked(.3, List.of(new TopicRank("b", .4), new TopicRank("c", .5)));
    assertEquals(.3, both.pageRank());
    assertEquals(
        List.of(new TopicRank("a", .2), new TopicRank("b", .4), new TopicRank("c", .5)),
        both.topicRanks());
  }

  @Test
  void partsAreReadAsTheyWereWritten() throws IOException {
    Page.Facts facts =
        new Page.Facts(
            -1, "ü", "", false, NAMED.anchors(), 2, .5, 0, .25, List.of(new TopicRank("a", .5)));
    for (StoreRecord record : List.of(CANDIDATE, new Score("s", .5), NAMED, OLD, PARSED, CLAIM)) {
      isReadAsWritten(new StoreRecord.StoreValue(record), new StoreRecord.StoreValue());
    }
    for (JoinedRecord record :
        List.of(
            new CanonicalReply(true, .1, List.of()),
            new JoinedPage("INDEXED", "d", "host a", facts, List.of(OLD)))) {
      isReadAsWritten(new JoinedRecord.JoinedValue(record), new JoinedRecord.JoinedValue());
    }
  }

  private static byte[] isReadAsWritten(Writable written, Writable back) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    written.write(out);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    back.readFields(in);
    assertEquals(written, back);
    assertEquals(out.getLength(), in.getPosition());
    return out.getData();
  }

  @Test
  void thePagesOfOlderBuildsAreRead() throws IOException {
    new PlanMapper();
    assertEquals(
        StoreRecord.StoreValue.class,
        WritableName.getClass(
            "org.orbweaver.index.build.PagePart$Value", new Configuration(false)));
    byte[] bytes = isReadAsWritten(new StoreRecord.StoreValue(OLD), new StoreRecord.StoreValue());
    assertEquals(3, bytes[0]);
  }
}
