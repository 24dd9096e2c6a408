package org.orbweaver.index.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.Bits;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Scoring;

/**
 * Queries whose answer is known, drawn from an index: titles, which should find their page, and
 * texts of links, which should find the page they point to though it is not indexed by them.
 *
 * <p>Only texts that name one page are drawn, for another page of that name would be as good an
 * answer. Near-duplicates count as one page throughout; a text of links to several of them is not
 * drawn, for it is hidden from one document. Nor is what the query language cannot read, such as a
 * title of very many words.
 */
public final class KnownItems {
  /** Results, near-duplicates folded, among which the page counts as found. */
  private static final int DEPTH = 20;

  /** Results looked at, near-duplicates included. */
  private static final int SCANNED = 100;

  private final IndexReader reader;
  private final StaticRanks staticRanks;
  private final List<String> names = new ArrayList<>();
  private final List<List<String>> anchors = new ArrayList<>();
  private final List<String> titles = new ArrayList<>();

  private record Item(String query, int doc, boolean isAnchor) {}

  /**
   * How a set of queries does.
   *
   * @param mrr mean of 1/rank
   * @param first share of pages in the first place
   * @param first3 share of pages in the first three
   */
  public record Quality(double mrr, double first, double first3) {}

  private final List<Item> titleItems;
  private final List<Item> anchorItems;

  /** Draws queries from an index; the same index and seed give the same. */
  public KnownItems(SearchIndex index, int titleCount, int anchorCount, long seed)
      throws IOException {
    this(index.reader(), titleCount, anchorCount, seed);
  }

  KnownItems(IndexReader reader, int titleCount, int anchorCount, long seed) throws IOException {
    this.reader = reader;
    staticRanks = new StaticRanks(reader);
    Set<String> fields =
        Stream.of(IndexField.URL, IndexField.GROUP, IndexField.TITLE, IndexField.ANCHOR)
            .map(IndexField::fieldName)
            .collect(Collectors.toSet());
    Bits live = MultiBits.getLiveDocs(reader);
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      // A deleted document has no name and no text; the lists are by number.
      Document page =
          live == null || live.get(doc)
              ? reader.storedFields().document(doc, fields)
              : new Document();
      String group = page.get(IndexField.GROUP.fieldName());
      names.add(group == null ? text(page, IndexField.URL) : group);
      titles.add(Analysis.oneTerm(text(page, IndexField.TITLE)));
      anchors.add(text(page, IndexField.ANCHOR).lines().map(Analysis::oneTerm).toList());
    }
    titleItems = draw(titles.stream().map(List::of).toList(), false, titleCount, seed);
    anchorItems = draw(anchors, true, anchorCount, seed);
  }

  private static String text(Document page, IndexField field) {
    String text = page.get(field.fieldName());
    return text == null ? "" : text;
  }

  private List<Item> draw(List<List<String>> textsOfPages, boolean isAnchor, int count, long seed) {
    Map<String, TreeSet<Integer>> named = new TreeMap<>();
    for (int doc = 0; doc < textsOfPages.size(); doc++) {
      for (String text : textsOfPages.get(doc)) {
        named.computeIfAbsent(text, t -> new TreeSet<>()).add(doc);
      }
    }
    List<Item> items = new ArrayList<>();
    named.forEach(
        (text, docs) -> {
          long pages = isAnchor ? docs.size() : docs.stream().map(names::get).distinct().count();
          if (pages == 1 && !text.isBlank()) {
            items.add(new Item(text, docs.first(), isAnchor));
          }
        });
    Collections.shuffle(items, new Random(seed));
    return items.stream().filter(item -> isQuery(item.query)).limit(count).toList();
  }

  private static boolean isQuery(String text) {
    try {
      QueryParser.parse(text);
      return true;
    } catch (OrbException e) {
      return false;
    }
  }

  /** How many titles there are. */
  public int titleCount() {
    return titleItems.size();
  }

  /** How many texts of links there are. */
  public int anchorCount() {
    return anchorItems.size();
  }

  /**
   * Asks every {@code step}-th query from {@code start} on.
   *
   * @param ofTitles titles, or texts of links
   */
  public Quality ask(Weights weights, boolean ofTitles, int start, int step) throws IOException {
    List<Item> items = ofTitles ? titleItems : anchorItems;
    double mrr = 0;
    int first = 0;
    int first3 = 0;
    int asked = 0;
    for (int i = start; i < items.size(); i += step) {
      int rank = rank(items.get(i), new Ranking(weights));
      mrr += rank == 0 ? 0 : 1.0 / rank;
      first += rank == 1 ? 1 : 0;
      first3 += rank >= 1 && rank <= 3 ? 1 : 0;
      asked++;
    }
    int n = Math.max(1, asked);
    return new Quality(mrr / n, (double) first / n, (double) first3 / n);
  }

  /** The rank of the page or its group, from 1; 0 where it is not among the first. */
  private int rank(Item item, Ranking ranking) throws IOException {
    if (!item.isAnchor) {
      return rank(item, ranking, reader);
    }
    try (IndexReader without =
        WithoutAnchor.of(
            reader,
            item.doc,
            List.of(item.query.split(" ", -1)),
            anchors.get(item.doc).stream()
                .flatMap(text -> Stream.of(text.split(" ", -1)))
                .collect(Collectors.toSet()))) {
      return rank(item, ranking, without);
    }
  }

  private int rank(Item item, Ranking ranking, IndexReader in) throws IOException {
    IndexSearcher searcher = new IndexSearcher(in);
    searcher.setSimilarity(new Scoring());
    Query text =
        new QueryCompiler(ranking, Phrases.POSITIONS, in)
            .text(QueryParser.parse(item.query).query());
    Set<String> seen = new HashSet<>();
    for (ScoreDoc hit : searcher.search(ranking.ranked(text, staticRanks), SCANNED).scoreDocs) {
      if (seen.add(names.get(hit.doc)) && names.get(hit.doc).equals(names.get(item.doc))) {
        return seen.size() <= DEPTH ? seen.size() : 0;
      }
    }
    return 0;
  }

  /** The queries whose page is not first, with its rank; for a person to look at. */
  public List<String> misses(Weights weights, boolean ofTitles) throws IOException {
    List<String> misses = new ArrayList<>();
    for (Item item : ofTitles ? titleItems : anchorItems) {
      int rank = rank(item, new Ranking(weights));
      if (rank != 1) {
        misses.add(rank + "\t" + item.query + "\t" + names.get(item.doc));
      }
    }
    return misses;
  }
}
