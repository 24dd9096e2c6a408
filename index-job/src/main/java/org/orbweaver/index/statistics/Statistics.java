package org.orbweaver.index.statistics;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;

/**
 * The inputs of a query's scores besides the page itself: counts over all pages, of the fields and
 * words of the query. The statistics of several shards add up.
 *
 * @param docs pages, without deleted ones
 * @param maxDoc pages, deleted ones included
 * @param fields by name; fields that no page has are left out
 * @param patterns {@linkplain PatternWords candidates} by field, space, pattern
 */
public record Statistics(
    int docs, int maxDoc, Map<String, OfField> fields, Map<String, List<String>> patterns) {
  /** Of no pages. */
  public static final Statistics NONE = new Statistics(0, 0, Map.of(), Map.of());

  /** Refuses what cannot be, as Lucene trusts it. */
  public Statistics {
    requireAscending("pages, with deleted ones", docs, maxDoc);
    for (OfField field : fields.values()) {
      requireAscending("pages with a field, all pages", field.docCount, maxDoc);
    }
  }

  private static void requireAscending(String names, long... counts) {
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] < (i == 0 ? 0 : counts[i - 1])) {
        throw new IllegalArgumentException(
            names + ": impossible counts " + Arrays.toString(counts));
      }
    }
  }

  /**
   * Counts of a field.
   *
   * @param docCount pages that have it
   * @param sumDocFreq sum of the pages of each of its words
   * @param sumTotalTermFreq its words in all pages
   * @param terms terms of the query that occur
   */
  public record OfField(
      int docCount, long sumDocFreq, long sumTotalTermFreq, Map<String, OfTerm> terms) {
    private static final OfField NONE = new OfField(0, 0, 0, Map.of());

    /** Refuses what cannot be, as Lucene trusts it. */
    public OfField {
      requireAscending(
          "pages with a field, and by word, and its words", docCount, sumDocFreq, sumTotalTermFreq);
      for (OfTerm term : terms.values()) {
        requireAscending("pages with a word, with its field", term.docFreq, docCount);
      }
    }

    private OfField plus(OfField other, int sign) {
      Map<String, OfTerm> sum = new LinkedHashMap<>(terms);
      other.terms.forEach(
          (word, term) -> sum.put(word, sum.getOrDefault(word, OfTerm.NONE).plus(term, sign)));
      sum.values().removeIf(term -> term.docFreq() == 0);
      return new OfField(
          docCount + sign * other.docCount,
          sumDocFreq + sign * other.sumDocFreq,
          sumTotalTermFreq + sign * other.sumTotalTermFreq,
          sum);
    }
  }

  /**
   * Counts of a word in a field.
   *
   * @param docFreq pages with it
   * @param totalTermFreq how often it occurs in all pages
   */
  public record OfTerm(int docFreq, long totalTermFreq) {
    private static final OfTerm NONE = new OfTerm(0, 0);

    /** Refuses what cannot be, as Lucene trusts it. */
    public OfTerm {
      requireAscending("pages with a word, its occurrences", docFreq, totalTermFreq);
    }

    private OfTerm plus(OfTerm other, int sign) {
      return new OfTerm(docFreq + sign * other.docFreq, totalTermFreq + sign * other.totalTermFreq);
    }
  }

  /** The statistics of an index for some words of some fields. */
  public static Statistics of(IndexReader reader, Map<String, ? extends Set<String>> words)
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
    return new Statistics(reader.numDocs(), reader.maxDoc(), fields, Map.of());
  }

  /**
   * True if a pattern has more candidates than it may match. Then one part of an index may not have
   * counted the candidates of the others.
   */
  public boolean hasUncounted() {
    return patterns.values().stream().anyMatch(words -> words.size() > PatternWords.MAX);
  }

  /** The statistics of an index for the same words and patterns. */
  public Statistics countedIn(IndexReader reader) throws IOException {
    Map<String, Set<String>> words = new LinkedHashMap<>();
    fields.forEach((name, field) -> words.put(name, field.terms().keySet()));
    return of(reader, words).with(patterns);
  }

  /** About how much memory they take, as a number of terms; at least 1. */
  public int size() {
    return 1
        + fields.values().stream().mapToInt(field -> 1 + field.terms.size()).sum()
        + patterns.values().stream().mapToInt(words -> 1 + words.size()).sum();
  }

  /** The number of pages with a term, as far as it was counted. */
  public int docFreq(Term term) {
    return fields
        .getOrDefault(term.field(), OfField.NONE)
        .terms
        .getOrDefault(term.text(), OfTerm.NONE)
        .docFreq;
  }

  /** The same statistics with candidates for the words of patterns. */
  public Statistics with(Map<String, ? extends Collection<String>> candidates) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    candidates.forEach((name, words) -> lists.put(name, List.copyOf(words)));
    return new Statistics(docs, maxDoc, fields, lists);
  }

  /** The sum of all shards' statistics. */
  public static Statistics sum(Collection<Statistics> shards) {
    return shards.stream().reduce(NONE, (sum, shard) -> sum.plus(shard, 1));
  }

  /** The statistics of the other shards. */
  public Statistics without(IndexReader shard) throws IOException {
    return plus(countedIn(shard), -1);
  }

  private Statistics plus(Statistics other, int sign) {
    Map<String, OfField> sum = new LinkedHashMap<>(fields);
    other.fields.forEach(
        (name, field) -> sum.put(name, sum.getOrDefault(name, OfField.NONE).plus(field, sign)));
    sum.values().removeIf(field -> field.docCount() == 0);
    Map<String, Set<String>> all = new LinkedHashMap<>();
    for (Statistics part : List.of(this, other)) {
      part.patterns.forEach(
          (name, words) -> all.computeIfAbsent(name, n -> new TreeSet<>()).addAll(words));
    }
    return new Statistics(
            Math.addExact(docs, sign * other.docs),
            Math.addExact(maxDoc, sign * other.maxDoc),
            sum,
            Map.of())
        .with(all);
  }
}
