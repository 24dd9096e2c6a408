package org.orbweaver.index.export;

import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.SparseFixedBitSet;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;

/** The pages of an index to export: not deleted, and allowed for the use. */
final class LivePages {
  private final IndexReader reader;
  private final BitSet pages;
  private final int disallowedPages;
  private final Map<String, Integer> disallowedByTerm = new LinkedHashMap<>();

  /**
   * @param disallowed terms of {@link IndexField#USAGE}, as {@code ai-train:n}: pages with one of
   *     them are left out
   * @param publicOnly whether pages fetched with a login are left out
   */
  LivePages(IndexReader reader, Collection<String> disallowed, boolean publicOnly)
      throws IOException {
    this.reader = reader;
    pages = new FixedBitSet(reader.maxDoc());
    Bits live = MultiBits.getLiveDocs(reader);
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        pages.set(doc);
      }
    }
    for (String term : disallowed) {
      PostingsEnum docs =
          MultiTerms.getTermPostingsEnum(
              reader, IndexField.USAGE.fieldName(), new BytesRef(term), PostingsEnum.NONE);
      int count = 0;
      while (docs != null && docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        count += live == null || live.get(docs.docID()) ? 1 : 0;
        pages.clear(docs.docID());
      }
      disallowedByTerm.put(term, count);
    }
    disallowedPages = reader.numDocs() - count();
    SortedDocValues logins =
        publicOnly ? MultiDocValues.getSortedValues(reader, IndexField.LOGIN.fieldName()) : null;
    while (logins != null && logins.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      pages.clear(logins.docID());
    }
  }

  private LivePages(IndexReader reader, BitSet pages) {
    this.reader = reader;
    this.pages = pages;
    disallowedPages = 0;
  }

  /**
   * The pages of each language, by its code of ISO 639-3; of unknown ones by an empty code, so that
   * pages cannot make up languages.
   */
  SortedMap<String, LivePages> byLanguage() throws IOException {
    SortedMap<String, LivePages> languages = new TreeMap<>();
    String field = IndexField.LANG.fieldName();
    forEach(
        Set.of(field),
        (doc, stored) -> {
          String tag = stored.get(field);
          String code = tag == null ? "" : ULocale.forLanguageTag(tag).getISO3Language();
          languages.computeIfAbsent(code, none -> empty()).pages.set(doc);
        });
    return languages;
  }

  private LivePages empty() {
    return new LivePages(reader, new SparseFixedBitSet(Math.max(1, reader.maxDoc())));
  }

  /**
   * Some of these pages, by their places in their order.
   *
   * @param first the place of the first one
   */
  LivePages at(java.util.BitSet places, int first) throws IOException {
    LivePages some = empty();
    DocIdSetIterator docs = new BitSetIterator(pages, 0);
    for (int place = first; docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS; place++) {
      if (places.get(place)) {
        some.pages.set(docs.docID());
      }
    }
    return some;
  }

  int count() {
    return pages.cardinality();
  }

  /** The number of pages left out because their owners disallow the use. */
  int disallowed() {
    return disallowedPages;
  }

  /** For each of the terms, the pages that have it; a page may have several. */
  Map<String, Integer> disallowedByTerm() {
    return disallowedByTerm;
  }

  /** The number of further pages left out because they were fetched with a login. */
  int withLogin() {
    return reader.numDocs() - disallowedPages - count();
  }

  /** Takes a page. */
  interface Visitor {
    /**
     * Takes one.
     *
     * @param doc its number in the index
     */
    void visit(int doc, Document stored) throws IOException;
  }

  /**
   * Visits the pages in the order of the index.
   *
   * @param names of the stored fields to load
   */
  void forEach(Set<String> names, Visitor visitor) throws IOException {
    StoredDocuments stored = new StoredDocuments(reader);
    DocIdSetIterator docs = new BitSetIterator(pages, 0);
    while (docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      visitor.visit(docs.docID(), stored.document(docs.docID(), names));
    }
  }
}
