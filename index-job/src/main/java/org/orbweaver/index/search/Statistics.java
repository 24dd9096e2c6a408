package org.orbweaver.index.search;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;

/**
 * What the score of a query depends on besides the page itself: counts over all pages, of the
 * fields and words that the query looks at. Those of several shards add up.
 *
 * @param docs pages that can be found
 * @param maxDoc pages, deleted ones included
 * @param fields by name; those that no page has are left out
 */
public record Statistics(int docs, int maxDoc, Map<String, OfField> fields) {
  /** Of no pages. */
  public static final Statistics NONE = new Statistics(0, 0, Map.of());

  /**
   * Counts of a field.
   *
   * @param docCount pages that have it
   * @param sumDocFreq sum of the pages of each of its words
   * @param sumTotalTermFreq its words in all pages
   * @param terms those that the query looks at and that occur
   */
  public record OfField(
      int docCount, long sumDocFreq, long sumTotalTermFreq, Map<String, OfTerm> terms) {}

  /**
   * Counts of a word in a field.
   *
   * @param docFreq pages with it
   * @param totalTermFreq how often it occurs in all pages
   */
  public record OfTerm(int docFreq, long totalTermFreq) {}

  /** Those of an index for some words of some fields. */
  static Statistics of(IndexReader reader, Map<String, ? extends Set<String>> words)
      throws IOException {
    Map<String, OfField> fields = new LinkedHashMap<>();
    for (Map.Entry<String, ? extends Set<String>> field : words.entrySet()) {
      String name = field.getKey();
      Map<String, OfTerm> terms = new LinkedHashMap<>();
      for (String word : field.getValue()) {
        Term term = new Term(name, word);
        int docFreq = reader.docFreq(term);
        if (docFreq > 0) {
          terms.put(word, new OfTerm(docFreq, reader.totalTermFreq(term)));
        }
      }
      int docCount = reader.getDocCount(name);
      if (docCount > 0) {
        fields.put(
            name,
            new OfField(
                docCount, reader.getSumDocFreq(name), reader.getSumTotalTermFreq(name), terms));
      }
    }
    return new Statistics(reader.numDocs(), reader.maxDoc(), fields);
  }

  /** Those of all shards together. */
  public static Statistics sum(Collection<Statistics> shards) {
    Statistics sum = NONE;
    for (Statistics shard : shards) {
      sum = combined(sum, shard, 1);
    }
    return sum;
  }

  /** Those of the other shards. */
  Statistics without(IndexReader shard) throws IOException {
    Map<String, Set<String>> words = new LinkedHashMap<>();
    fields.forEach((name, field) -> words.put(name, field.terms().keySet()));
    return combined(this, of(shard, words), -1);
  }

  private static Statistics combined(Statistics a, Statistics b, int sign) {
    Map<String, OfField> fields = new LinkedHashMap<>(a.fields);
    b.fields.forEach((name, field) -> fields.merge(name, times(field, sign), Statistics::combined));
    fields.values().removeIf(field -> field.docCount() == 0);
    return new Statistics(
        Math.addExact(a.docs, sign * b.docs), Math.addExact(a.maxDoc, sign * b.maxDoc), fields);
  }

  private static OfField times(OfField field, int sign) {
    Map<String, OfTerm> terms = new LinkedHashMap<>();
    field
        .terms()
        .forEach(
            (text, term) ->
                terms.put(text, new OfTerm(sign * term.docFreq(), sign * term.totalTermFreq())));
    return new OfField(
        sign * field.docCount(), sign * field.sumDocFreq(), sign * field.sumTotalTermFreq(), terms);
  }

  private static OfField combined(OfField a, OfField b) {
    Map<String, OfTerm> terms = new LinkedHashMap<>(a.terms());
    b.terms()
        .forEach(
            (text, term) ->
                terms.merge(
                    text,
                    term,
                    (x, y) ->
                        new OfTerm(
                            x.docFreq() + y.docFreq(), x.totalTermFreq() + y.totalTermFreq())));
    terms.values().removeIf(term -> term.docFreq() == 0);
    return new OfField(
        a.docCount() + b.docCount(),
        a.sumDocFreq() + b.sumDocFreq(),
        a.sumTotalTermFreq() + b.sumTotalTermFreq(),
        terms);
  }
}
