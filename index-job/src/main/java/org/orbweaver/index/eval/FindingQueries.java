package org.orbweaver.index.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Texts;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;

/**
 * Finds queries that rank a page among the first results, made of its own words: its title, texts
 * of links to it, and the most characteristic words of its text (by tf·idf, Salton and Buckley
 * 1988). Each query is tried by a search.
 */
public final class FindingQueries {
  /** Results among which a page counts as found. */
  public static final int FIRST = 10;

  private static final int MAX_ANCHORS = 3;
  private static final int MAX_WORDS = 4;
  private static final int MAX_QUERY_WORDS = 10;
  private static final int MAX_BODY_CHARS = 200_000;
  private static final int SHORTEST_WORD = 3;
  private static final int LONGEST_WORD = 25;

  private FindingQueries() {}

  /**
   * A query that was tried.
   *
   * @param query its words
   * @param from source of the words: title, anchor or text
   * @param rank of the page, from 1; 0 if it is not among the first
   * @param total results
   */
  public record TriedQuery(String query, String from, int rank, long total) {}

  /**
   * Tries the queries, and returns those that find the page, the best first.
   *
   * @param stored the page's stored fields
   */
  public static List<TriedQuery> of(SearchIndex index, String url, Map<String, Object> stored)
      throws IOException {
    Map<String, String> queries = new LinkedHashMap<>();
    add(queries, words(text(stored, IndexField.TITLE)), "title");
    text(stored, IndexField.ANCHOR)
        .lines()
        .limit(MAX_ANCHORS)
        .forEach(anchor -> add(queries, words(anchor), "anchor"));
    List<String> own = ownWords(index.reader(), text(stored, IndexField.MAIN));
    own.forEach(word -> add(queries, List.of(word), "text"));
    add(queries, own, "text");
    List<TriedQuery> found = new ArrayList<>();
    for (Map.Entry<String, String> query : queries.entrySet()) {
      TriedQuery tried = search(index, url, query.getKey(), query.getValue());
      if (tried.rank() > 0) {
        found.add(tried);
      }
    }
    found.sort(
        Comparator.comparingInt(TriedQuery::rank)
            .thenComparingInt(tried -> tried.query().length()));
    return found;
  }

  private static String text(Map<String, Object> stored, IndexField field) {
    return String.valueOf(stored.getOrDefault(field.fieldName(), ""));
  }

  private static List<String> words(String text) {
    return Analysis.words(text).stream().map(Analysis.Word::exact).limit(MAX_QUERY_WORDS).toList();
  }

  private static void add(Map<String, String> queries, List<String> words, String from) {
    if (!words.isEmpty()) {
      queries.putIfAbsent(String.join(" ", words), from);
    }
  }

  private static List<String> ownWords(IndexReader reader, String body) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    for (Analysis.Word word : Analysis.words(Texts.cut(body, MAX_BODY_CHARS))) {
      if (word.exact().length() >= SHORTEST_WORD) {
        counts.merge(word.exact(), 1, Integer::sum);
      }
    }
    Map<String, Double> weights = new HashMap<>();
    for (Map.Entry<String, Integer> word : counts.entrySet()) {
      int pages = reader.docFreq(new Term(IndexField.MAIN.fieldName(), word.getKey()));
      if (!isTypical(word.getKey(), word.getValue(), pages)) {
        continue;
      }
      double idf = Math.log((double) (reader.numDocs() + 1) / (pages + 1));
      weights.put(word.getKey(), (1 + Math.log(word.getValue())) * idf);
    }
    return weights.entrySet().stream()
        .sorted(
            Map.Entry.<String, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_WORDS)
        .map(Map.Entry::getKey)
        .collect(Collectors.toList());
  }

  /**
   * True if people may search for the word: it has letters only, and it is not unique to one place
   * of this page, as an identifier, a piece of a digest or a typing error is.
   */
  private static boolean isTypical(String word, int onPage, int pages) {
    return word.length() <= LONGEST_WORD
        && word.chars().allMatch(Character::isLetter)
        && (pages > 1 || onPage > 1);
  }

  private static TriedQuery search(SearchIndex index, String url, String query, String from)
      throws IOException {
    SearchResult result = index.search(SearchRequest.of(query, FIRST));
    int rank =
        result.hits().stream()
            .filter(hit -> hit.url().equals(url))
            .mapToInt(SearchResult.Hit::rank)
            .findFirst()
            .orElse(0);
    return new TriedQuery(query, from, rank, result.total());
  }
}
