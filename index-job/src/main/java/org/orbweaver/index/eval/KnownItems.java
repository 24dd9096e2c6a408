package org.orbweaver.index.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
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
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.query.QueryCompiler;
import org.orbweaver.index.query.QueryNode;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.QueryTopics;
import org.orbweaver.index.query.RankedQuery;
import org.orbweaver.index.query.Ranking;
import org.orbweaver.index.query.StaticRanks;
import org.orbweaver.index.query.Synonyms;
import org.orbweaver.index.query.Weights;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Scoring;
import org.orbweaver.index.schema.StoredDocuments;
import org.orbweaver.index.search.SearchIndex;

/**
 * Queries whose answer is known: titles, which should find their page; titles that a few pages
 * share, one of which should be found; texts of links, which should find their target without being
 * indexed for it; and queries judged by a person.
 *
 * <p>Texts of links are drawn only if they name one page, because another page of that name would
 * be as good an answer. Near-duplicates always count as one page; the text of links to several of
 * them is not drawn, because it can be hidden from one document only. Titles that are no valid
 * query, such as very long ones, are not drawn either.
 */
public final class KnownItems {
  /** Results, near-duplicates folded, among which the page counts as found. */
  private static final int DEPTH = 20;

  /** Results scanned, near-duplicates included. */
  private static final int SCANNED = 100;

  /** A title that more pages share is too vague. */
  private static final int MAX_SHARING = 5;

  private final IndexReader reader;
  private final StaticRanks staticRanks;
  private final QueryTopics topics;
  private final Synonyms synonyms;
  private final List<String> names = new ArrayList<>();
  private final List<List<String>> anchors = new ArrayList<>();
  private final Map<QuerySource, List<Item>> items = new EnumMap<>(QuerySource.class);

  /** The source of queries. */
  public enum QuerySource {
    /** Titles that one page has. */
    TITLES,
    /** Titles that two to {@value #MAX_SHARING} pages have. */
    SHARED_TITLES,
    /** Texts of links that point to one page. */
    LINKS,
    /** A file of judged queries. */
    JUDGED;

    /** As shown: {@code shared titles}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * A query.
   *
   * @param answers names of pages, any of which is right
   * @param hidden the page from which the text of the link is hidden, or -1
   */
  private record Item(String query, Set<String> answers, int hidden) {}

  /**
   * The quality of the answers to a set of queries.
   *
   * @param mrr mean of 1/rank
   * @param first share of pages in the first place
   * @param first3 share of pages in the first three
   */
  public record Quality(double mrr, double first, double first3) {}

  /**
   * Draws queries from an index; the same index and seed give the same.
   *
   * @param titleCount how many titles, and how many shared titles
   * @param judged lines of a query and URLs that answer it, separated by tabs; lines without an
   *     indexed page are skipped
   */
  public KnownItems(
      SearchIndex index, int titleCount, int anchorCount, long seed, List<String> judged)
      throws IOException {
    this(index.reader(), index.topics(), index.synonyms(), titleCount, anchorCount, seed, judged);
  }

  KnownItems(
      IndexReader reader,
      QueryTopics topics,
      Synonyms synonyms,
      int titleCount,
      int anchorCount,
      long seed,
      List<String> judged)
      throws IOException {
    this.reader = reader;
    this.topics = topics;
    this.synonyms = synonyms;
    staticRanks = new StaticRanks(reader);
    Set<String> fields =
        Stream.of(
                IndexField.URL,
                IndexField.GROUP,
                IndexField.TITLE,
                IndexField.ANCHOR,
                IndexField.KIND)
            .map(IndexField::fieldName)
            .collect(Collectors.toSet());
    Bits live = MultiBits.getLiveDocs(reader);
    List<List<String>> titles = new ArrayList<>();
    Map<String, String> nameOfUrl = new HashMap<>();
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      // A deleted document has no name and no text; it keeps its place, because the lists are by
      // number.
      Document page =
          live == null || live.get(doc)
              ? reader.storedFields().document(doc, fields)
              : new Document();
      String group = page.get(IndexField.GROUP.fieldName());
      names.add(group == null ? StoredDocuments.text(page, IndexField.URL) : group);
      nameOfUrl.put(StoredDocuments.text(page, IndexField.URL), names.get(doc));
      titles.add(List.of(Analysis.oneTerm(StoredDocuments.text(page, IndexField.TITLE))));
      // An unfetched page has nothing but its anchors.
      anchors.add(
          StoredDocuments.text(page, IndexField.KIND).equals(Page.Content.UNFETCHED_KIND)
              ? List.of()
              : StoredDocuments.text(page, IndexField.ANCHOR)
                  .lines()
                  .map(Analysis::oneTerm)
                  .toList());
    }
    List<Item> titled = items(titles, false);
    items.put(
        QuerySource.TITLES, drawn(titled, item -> item.answers.size() == 1, titleCount, seed));
    items.put(
        QuerySource.SHARED_TITLES,
        drawn(
            titled,
            item -> item.answers.size() > 1 && item.answers.size() <= MAX_SHARING,
            titleCount,
            seed));
    items.put(QuerySource.LINKS, drawn(items(anchors, true), item -> true, anchorCount, seed));
    items.put(QuerySource.JUDGED, judged(judged, nameOfUrl));
  }

  private List<Item> items(List<List<String>> textsOfPages, boolean hides) {
    Map<String, TreeSet<Integer>> named = new TreeMap<>();
    for (int doc = 0; doc < textsOfPages.size(); doc++) {
      for (String text : textsOfPages.get(doc)) {
        named.computeIfAbsent(text, t -> new TreeSet<>()).add(doc);
      }
    }
    List<Item> found = new ArrayList<>();
    named.forEach(
        (text, docs) -> {
          if (!text.isBlank() && (!hides || docs.size() == 1)) {
            Set<String> answers = docs.stream().map(names::get).collect(Collectors.toSet());
            found.add(new Item(text, answers, hides ? docs.first() : -1));
          }
        });
    return found;
  }

  private static List<Item> drawn(List<Item> from, Predicate<Item> wanted, int count, long seed) {
    List<Item> items = new ArrayList<>(from.stream().filter(wanted).toList());
    Collections.shuffle(items, new Random(seed));
    return items.stream().filter(item -> isQuery(item.query)).limit(count).toList();
  }

  private static List<Item> judged(List<String> lines, Map<String, String> nameOfUrl) {
    List<Item> judged = new ArrayList<>();
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      Set<String> answers =
          Stream.of(cells)
              .skip(1)
              .filter(nameOfUrl::containsKey)
              .map(nameOfUrl::get)
              .collect(Collectors.toSet());
      if (!line.startsWith("#") && !answers.isEmpty()) {
        QueryParser.parse(cells[0]);
        judged.add(new Item(cells[0], answers, -1));
      }
    }
    return judged;
  }

  private static boolean isQuery(String text) {
    try {
      QueryParser.parse(text);
      return true;
    } catch (OrbException e) {
      return false;
    }
  }

  /** The number of queries. */
  public int count(QuerySource source) {
    return items.get(source).size();
  }

  /** Asks every {@code step}-th query from {@code start} on. */
  public Quality ask(Weights weights, QuerySource source, int start, int step) throws IOException {
    List<Item> items = this.items.get(source);
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

  /** The rank of the page or its group, from 1; 0 if it is not among the first. */
  private int rank(Item item, Ranking ranking) throws IOException {
    if (item.hidden < 0) {
      return rank(item, ranking, reader);
    }
    try (IndexReader without =
        WithoutAnchor.of(
            reader,
            item.hidden,
            List.of(item.query.split(" ", -1)),
            anchors.get(item.hidden).stream()
                .flatMap(text -> Stream.of(text.split(" ", -1)))
                .collect(Collectors.toSet()))) {
      return rank(item, ranking, without);
    }
  }

  private int rank(Item item, Ranking ranking, IndexReader in) throws IOException {
    IndexSearcher searcher = new IndexSearcher(in);
    searcher.setSimilarity(new Scoring());
    QueryCompiler compiler = new QueryCompiler(ranking, Phrases.POSITIONS, in);
    QueryNode.All query = QueryParser.parse(item.query).query();
    RankedQuery text = compiler.text(synonyms.expand(query).query());
    Query ranked = ranking.ranked(text, staticRanks, topics.of(query));
    Set<String> seen = new HashSet<>();
    for (ScoreDoc hit : searcher.search(ranked, SCANNED).scoreDocs) {
      if (seen.add(names.get(hit.doc)) && item.answers.contains(names.get(hit.doc))) {
        return seen.size() <= DEPTH ? seen.size() : 0;
      }
    }
    return 0;
  }

  /** The queries whose page is not first, with its rank; for people to inspect. */
  public List<String> misses(Weights weights, QuerySource source) throws IOException {
    List<String> misses = new ArrayList<>();
    for (Item item : items.get(source)) {
      int rank = rank(item, new Ranking(weights));
      if (rank != 1) {
        misses.add(rank + "\t" + item.query + "\t" + String.join(" ", item.answers));
      }
    }
    return misses;
  }
}
