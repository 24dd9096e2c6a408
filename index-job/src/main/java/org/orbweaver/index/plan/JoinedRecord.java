package org.orbweaver.index.plan;

import java.util.List;
import org.orbweaver.index.plan.StoreRecord.IndexedPage;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.TopicRank;

/** The join's output: joined pages, and replies to those that name another as canonical. */
sealed interface JoinedRecord {
  List<Class<? extends JoinedRecord>> KINDS = List.of(JoinedPage.class, CanonicalReply.class);

  /**
   * The joined record of a page, before the reply of the page that it names as canonical.
   *
   * @param outcome the name of an {@link IndexCounter}, or empty
   * @param parsed digest of its parse, empty if it is indexed by its anchors alone
   * @param login the site block by whose login it was fetched, or empty
   * @param indexed its entry in the index that is built upon, if any
   */
  record JoinedPage(
      String outcome, String parsed, String login, Page.Facts facts, List<IndexedPage> indexed)
      implements JoinedRecord {}

  /**
   * The reply of the page that it names as canonical.
   *
   * @param indexed whether that page will be indexed
   * @param pageRank of that page, which has the links of both
   * @param topicRanks likewise
   */
  record CanonicalReply(boolean indexed, double pageRank, List<TopicRank> topicRanks)
      implements JoinedRecord {}

  /** Carries a record through files and the shuffle. */
  final class JoinedValue extends TaggedRecord<JoinedRecord> {
    /** For Hadoop. */
    JoinedValue() {
      super(KINDS);
    }

    JoinedValue(JoinedRecord record) {
      super(KINDS, record);
    }
  }
}
