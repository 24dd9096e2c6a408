package org.orbweaver.index.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;

/**
 * Finds where the words of a query are in a zone of a page, by the postings of the index. A word
 * that the query has in one zone is found in others, too. For one thread.
 */
final class QueryPositions {
  private static final Set<String> ZONES =
      IndexField.zones().stream().map(IndexField::fieldName).collect(Collectors.toSet());

  private static final Comparator<Term> MAIN_FIRST =
      Comparator.comparing((Term term) -> !term.field().equals(IndexField.MAIN.fieldName()))
          .thenComparing(Term::field);

  /** Further occurrences of a term in a page are passed over. */
  private static final int MAX_OCCURRENCES = 1000;

  private final IndexReader reader;

  /** The terms of the query, in order, by the language of pages that may have them. */
  private final Map<String, List<String>> termsByLanguage = new HashMap<>();

  /** Each with a term of the query, of the main content if it is searched. */
  private final Map<String, Term> terms = new HashMap<>();

  private final Map<String, Float> weights = new HashMap<>();
  private final Map<Place, Dictionary> dictionaries = new HashMap<>();

  QueryPositions(IndexReader reader, Query query) {
    this.reader = reader;
    Set<Term> all = new HashSet<>();
    query.visit(QueryVisitor.termCollector(all));
    for (Term term : all) {
      if (ZONES.contains(term.field())) {
        terms.merge(term.text(), term, BinaryOperator.minBy(MAIN_FIRST));
      }
    }
  }

  /** The query's terms that a page in a language may have. */
  List<String> terms(String language) {
    return termsByLanguage.computeIfAbsent(
        language,
        in -> terms.keySet().stream().filter(term -> Analysis.isIn(term, in)).sorted().toList());
  }

  /** How much a term says: its inverse document frequency, as BM25 has it. */
  float weight(String term) throws IOException {
    Float known = weights.get(term);
    if (known == null) {
      // Only terms of the query have the frequency of all shards.
      int pages = reader.docFreq(terms.get(term));
      known = (float) Math.log(1 + (reader.maxDoc() - pages + .5) / (pages + .5));
      weights.put(term, known);
    }
    return known;
  }

  /** Occurrences of terms in a zone of a page, ascending by position. */
  static final class Occurrences {
    private final long[] found;
    private final int size;

    private Occurrences(long[] found, int size) {
      this.found = found;
      this.size = size;
    }

    int size() {
      return size;
    }

    int position(int i) {
      return (int) (found[i] >>> Integer.SIZE);
    }

    /** The term, as an index of {@link QueryPositions#terms}. */
    int term(int i) {
      return (int) found[i];
    }
  }

  /**
   * Where they are in a zone of a page.
   *
   * @param language of the page, as of {@link Analysis#language}
   */
  Occurrences of(int doc, String language, IndexField zone) throws IOException {
    List<String> sought = terms(language);
    LeafReaderContext leaf = StoredDocuments.leaf(reader, doc);
    Place place = new Place(leaf.ord, zone);
    Dictionary dictionary = dictionaries.get(place);
    if (dictionary == null) {
      dictionary = new Dictionary(leaf.reader().terms(zone.fieldName()));
      dictionaries.put(place, dictionary);
    }
    long[] found = new long[64];
    int size = 0;
    for (int t = 0; t < sought.size(); t++) {
      PostingsEnum postings = dictionary.postings(sought.get(t));
      if (postings != null && postings.advance(doc - leaf.docBase) == doc - leaf.docBase) {
        int count = Math.min(MAX_OCCURRENCES, postings.freq());
        found = size + count > found.length ? Arrays.copyOf(found, 2 * (size + count)) : found;
        for (int i = 0; i < count; i++) {
          found[size++] = ((long) postings.nextPosition() << Integer.SIZE) | t;
        }
      }
    }
    Arrays.sort(found, 0, size);
    return new Occurrences(found, size);
  }

  private record Place(int leaf, IndexField zone) {}

  /** Looks each term up once. */
  private static final class Dictionary {
    private final TermsEnum all;
    private final Map<String, List<TermState>> states = new HashMap<>();
    private PostingsEnum reused;

    /**
     * @param terms null if there are none
     */
    Dictionary(Terms terms) throws IOException {
      all = terms == null ? null : terms.iterator();
    }

    /** Null if no page has it. */
    PostingsEnum postings(String term) throws IOException {
      if (all == null) {
        return null;
      }
      List<TermState> known = states.get(term);
      BytesRef bytes = new BytesRef(term);
      if (known == null) {
        known = new ArrayList<>();
        if (all.seekExact(bytes)) {
          known.add(all.termState());
        }
        states.put(term, known);
      } else if (!known.isEmpty()) {
        all.seekExact(bytes, known.get(0));
      }
      if (known.isEmpty()) {
        return null;
      }
      reused = all.postings(reused, PostingsEnum.POSITIONS);
      return reused;
    }
  }
}
