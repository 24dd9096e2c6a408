package org.orbweaver.index.search;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.orbweaver.index.schema.IndexField;

/** How many pages have each value of a field. */
public final class TermCounts {
  private TermCounts() {}

  /**
   * Counts pages by value, without deleted ones. Time: one visit of each page and value; for fields
   * with few values.
   */
  public static Map<String, Long> of(IndexReader reader, IndexField field) throws IOException {
    Map<String, Long> counts = new LinkedHashMap<>();
    Terms terms = MultiTerms.getTerms(reader, field.fieldName());
    if (terms == null) {
      return counts;
    }
    Bits live = MultiBits.getLiveDocs(reader);
    TermsEnum each = terms.iterator();
    PostingsEnum pages = null;
    while (each.next() != null) {
      pages = each.postings(pages, PostingsEnum.NONE);
      long count = 0;
      for (int page = pages.nextDoc();
          page != DocIdSetIterator.NO_MORE_DOCS;
          page = pages.nextDoc()) {
        count += live == null || live.get(page) ? 1 : 0;
      }
      if (count > 0) {
        counts.put(each.term().utf8ToString(), count);
      }
    }
    return counts;
  }
}
