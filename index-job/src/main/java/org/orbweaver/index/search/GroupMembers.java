package org.orbweaver.index.search;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.schema.IndexField;

/**
 * Counts the matching members of a group of near-duplicates and picks the one to show: the
 * representative, else the newest, else the first by URL.
 */
final class GroupMembers {
  private int count;
  private int doc;
  private long representative;
  private long date;

  /** The ordinal of the URL of {@link #doc}. */
  private SortedDocValues urls;

  private int url;

  private GroupMembers() {}

  int count() {
    return count;
  }

  long representative() {
    return representative;
  }

  /** The member to show, without a score. */
  ScoreDoc front() {
    return new ScoreDoc(doc, Float.NaN);
  }

  /**
   * Collects the members of groups.
   *
   * @param terms of the groups, or of single pages, by their URLs; a page with a term of either
   *     kind counts for its group
   */
  static CollectorManager<?, Map<Term, GroupMembers>> collecting(Set<Term> terms) {
    return new CollectorManager<Members, Map<Term, GroupMembers>>() {
      @Override
      public Members newCollector() {
        return new Members(terms);
      }

      @Override
      public Map<Term, GroupMembers> reduce(Collection<Members> collectors) {
        return collectors.iterator().next().found; // the searcher has no threads
      }
    };
  }

  private static final class Members extends SimpleCollector {
    private final Set<Term> terms;
    private final Map<Term, GroupMembers> found = new HashMap<>();

    private int docBase;
    private SortedDocValues groups;
    private SortedDocValues urls;
    private NumericDocValues representatives;
    private NumericDocValues dates;

    /** By the ordinal of their value in this segment. */
    private final Map<Integer, GroupMembers> byGroup = new HashMap<>();

    private final Map<Integer, GroupMembers> byUrl = new HashMap<>();

    Members(Set<Term> terms) {
      this.terms = terms;
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }

    @Override
    protected void doSetNextReader(LeafReaderContext leaf) throws IOException {
      docBase = leaf.docBase;
      groups = DocValues.getSorted(leaf.reader(), IndexField.GROUP.fieldName());
      urls = DocValues.getSorted(leaf.reader(), IndexField.URL.fieldName());
      representatives = DocValues.getNumeric(leaf.reader(), IndexField.REPRESENTATIVE.fieldName());
      dates = DocValues.getNumeric(leaf.reader(), IndexField.DATE.fieldName());
      byGroup.clear();
      byUrl.clear();
    }

    @Override
    public void collect(int doc) throws IOException {
      GroupMembers members = null;
      if (groups.advanceExact(doc)) {
        members = members(byGroup, groups, IndexField.GROUP);
      }
      urls.advanceExact(doc);
      if (members == null) {
        members = members(byUrl, urls, IndexField.URL);
      }
      if (members != null) {
        long representative = representatives.advanceExact(doc) ? representatives.longValue() : 0;
        members.add(
            docBase + doc, representative, dates.advanceExact(doc) ? dates.longValue() : 0, urls);
      }
    }

    /** The members with the value that was found last, or null if they are not wanted. */
    private GroupMembers members(
        Map<Integer, GroupMembers> known, SortedDocValues values, IndexField field)
        throws IOException {
      int value = values.ordValue();
      GroupMembers members = known.get(value);
      if (members == null) {
        Term term = new Term(field.fieldName(), BytesRef.deepCopyOf(values.lookupOrd(value)));
        if (terms.contains(term)) {
          members = found.computeIfAbsent(term, first -> new GroupMembers());
          known.put(value, members);
        }
      }
      return members;
    }
  }

  private void add(int added, long addedRepresentative, long addedDate, SortedDocValues addedUrls)
      throws IOException {
    boolean isBetter = count == 0 || addedRepresentative > representative;
    if (!isBetter && addedRepresentative == representative) {
      isBetter = addedDate > date || (addedDate == date && compareUrl(addedUrls) < 0);
    }
    count++;
    if (isBetter) {
      doc = added;
      representative = addedRepresentative;
      date = addedDate;
      urls = addedUrls;
      url = addedUrls.ordValue();
    }
  }

  private int compareUrl(SortedDocValues added) throws IOException {
    return added == urls
        ? Integer.compare(added.ordValue(), url)
        : BytesRef.deepCopyOf(added.lookupOrd(added.ordValue())).compareTo(urls.lookupOrd(url));
  }
}
