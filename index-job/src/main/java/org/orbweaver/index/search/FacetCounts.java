package org.orbweaver.index.search;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.OrdinalMap;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.LongValues;
import org.apache.lucene.util.packed.PackedInts;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchResult.Facet;
import org.orbweaver.index.search.SearchResult.FacetValue;
import org.orbweaver.index.statistics.StatisticsReaders;

/**
 * Counts the hosts, languages, types, kinds and years of the pages that match. If folded, a group
 * of near-duplicates counts once in each value that a matching member has; the count equals the
 * results of the query restricted to that value.
 *
 * <p>Time: one look at each match. Memory: one count a value, and 8 bytes for each group and value.
 */
public final class FacetCounts {
  /** Most values of a facet; the most frequent ones. */
  public static final int MAX_VALUES = 20;

  /** Matches counted between two checks of the time limit; a power of two. */
  private static final int MATCHES_PER_CHECK = 4096;

  private static final String YEAR = "year";

  private final IndexReader reader;
  private Column groups;
  private List<Column> columns;

  FacetCounts(IndexReader reader) {
    this.reader = reader;
  }

  /** Numbers the values of all shards, for which the first count would wait. */
  synchronized void prepare() throws IOException {
    if (columns == null) {
      groups = new Names(reader, "group", IndexField.GROUP);
      columns =
          List.of(
              new Names(reader, "host", IndexField.HOST),
              new Languages(reader),
              new Names(reader, "type", IndexField.TYPE),
              new Names(reader, "kind", IndexField.KIND),
              new Years());
    }
  }

  /**
   * The counts of one facet in a part of an index.
   *
   * @param name of the facet
   * @param single pages that are counted one by one, by value
   * @param groups names of the groups of near-duplicates that are counted, by value
   */
  public record FacetPart(
      String name, Map<String, Long> single, Map<String, List<String>> groups) {}

  /** The facets of a query's results, without those that have no value. */
  List<Facet> of(IndexSearcher searcher, Query query, boolean fold) throws IOException {
    List<ValueCounter> counters = count(searcher, query, fold);
    List<Facet> facets = new ArrayList<>();
    for (int i = 0; i < counters.size(); i++) {
      Column column = columns.get(i);
      Map<String, Long> counts = new HashMap<>();
      for (Map.Entry<Integer, Long> count : counters.get(i).total().entrySet()) {
        counts.put(column.value(count.getKey()), count.getValue());
      }
      facets.add(facet(column.name(), counts));
    }
    return facets.stream().filter(facet -> !facet.values().isEmpty()).toList();
  }

  /** The facets of a part of an index, to be merged. */
  List<FacetPart> parts(IndexSearcher searcher, Query query, boolean fold) throws IOException {
    List<ValueCounter> counters = count(searcher, query, fold);
    List<FacetPart> parts = new ArrayList<>();
    for (int i = 0; i < counters.size(); i++) {
      Column column = columns.get(i);
      FacetPart part = new FacetPart(column.name(), new HashMap<>(), new HashMap<>());
      for (Map.Entry<Integer, Long> count : counters.get(i).counts.entrySet()) {
        part.single().put(column.value(count.getKey()), count.getValue());
      }
      for (long pair : counters.get(i).pairs()) {
        part.groups()
            .computeIfAbsent(column.value((int) pair), value -> new ArrayList<>())
            .add(groups.value((int) (pair >>> 32)));
      }
      parts.add(part);
    }
    return parts;
  }

  /** The facets of an index from those of its parts. */
  public static List<Facet> merged(List<List<FacetPart>> all) {
    Map<String, Map<String, Long>> single = new LinkedHashMap<>();
    Map<String, Map<String, Set<String>>> groups = new HashMap<>();
    for (FacetPart part : all.stream().flatMap(List::stream).toList()) {
      Map<String, Long> counts = single.computeIfAbsent(part.name(), name -> new HashMap<>());
      part.single().forEach((value, count) -> counts.merge(value, count, Long::sum));
      Map<String, Set<String>> byValue =
          groups.computeIfAbsent(part.name(), name -> new HashMap<>());
      part.groups()
          .forEach(
              (value, names) -> byValue.computeIfAbsent(value, v -> new HashSet<>()).addAll(names));
    }
    List<Facet> facets = new ArrayList<>();
    single.forEach(
        (name, counts) -> {
          groups
              .get(name)
              .forEach((value, names) -> counts.merge(value, (long) names.size(), Long::sum));
          facets.add(facet(name, counts));
        });
    return facets.stream().filter(facet -> !facet.values().isEmpty()).toList();
  }

  /** The facets of several indexes together: a page that two of them have counts twice. */
  public static List<Facet> sum(List<List<Facet>> all) {
    List<List<FacetPart>> parts = new ArrayList<>();
    for (List<Facet> facets : all) {
      List<FacetPart> own = new ArrayList<>();
      for (Facet facet : facets) {
        Map<String, Long> counts = new HashMap<>();
        facet.values().forEach(value -> counts.put(value.value(), value.count()));
        own.add(new FacetPart(facet.name(), counts, Map.of()));
      }
      parts.add(own);
    }
    return merged(parts);
  }

  private static Facet facet(String name, Map<String, Long> counts) {
    String field = name.equals(YEAR) ? "date" : name;
    return new Facet(
        name,
        counts.entrySet().stream()
            .filter(count -> !count.getKey().isEmpty())
            .map(
                count ->
                    new FacetValue(count.getKey(), count.getValue(), field + ':' + count.getKey()))
            .sorted(
                Comparator.comparingLong(FacetValue::count)
                    .reversed()
                    .thenComparing(FacetValue::value))
            .limit(MAX_VALUES)
            .toList());
  }

  private List<ValueCounter> count(IndexSearcher searcher, Query query, boolean fold)
      throws IOException {
    prepare();
    List<ValueCounter> counters = columns.stream().map(column -> new ValueCounter()).toList();
    QueryTimeout timeout = searcher.getTimeout();
    int seen = 0;
    var weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1f);
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      Scorer scorer = StatisticsReaders.isElsewhere(leaf) ? null : weight.scorer(leaf);
      if (scorer != null) {
        Ordinals group = groups.in(leaf);
        List<Ordinals> values = new ArrayList<>();
        for (Column column : columns) {
          values.add(column.in(leaf));
        }
        Bits live = leaf.reader().getLiveDocs();
        DocIdSetIterator docs = scorer.iterator();
        for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
          if ((++seen & MATCHES_PER_CHECK - 1) == 0 && timeout != null && timeout.shouldExit()) {
            return counters;
          }
          if (live == null || live.get(doc)) {
            long inGroup = fold ? group.of(doc) : -1;
            for (int i = 0; i < counters.size(); i++) {
              counters.get(i).add(values.get(i).of(doc), inGroup);
            }
          }
        }
      }
    }
    return counters;
  }

  /** The number of a document's value, the same in all shards; -1 if it has none. */
  private interface Ordinals {
    int of(int doc) throws IOException;
  }

  private interface Column {
    String name();

    Ordinals in(LeafReaderContext leaf) throws IOException;

    String value(int ordinal) throws IOException;
  }

  /** A column of names. */
  private static class Names implements Column {
    private final IndexReader reader;
    private final String name;
    private final String field;
    private final OrdinalMap map;

    Names(IndexReader reader, String name, IndexField field) throws IOException {
      this.reader = reader;
      this.name = name;
      this.field = field.fieldName();
      List<LeafReaderContext> leaves = reader.leaves();
      SortedDocValues[] values = new SortedDocValues[leaves.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = values(leaves.get(i).reader());
      }
      map = OrdinalMap.build(null, values, PackedInts.DEFAULT);
    }

    int size() {
      return (int) map.getValueCount();
    }

    private SortedDocValues values(LeafReader leaf) throws IOException {
      return DocValues.getSorted(leaf, field);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Ordinals in(LeafReaderContext leaf) throws IOException {
      SortedDocValues values = values(leaf.reader());
      LongValues global = map.getGlobalOrds(leaf.ord);
      return doc -> values.advanceExact(doc) ? (int) global.get(values.ordValue()) : -1;
    }

    @Override
    public String value(int ordinal) throws IOException {
      LeafReader leaf = reader.leaves().get(map.getFirstSegmentNumber(ordinal)).reader();
      return values(leaf).lookupOrd((int) map.getFirstSegmentOrd(ordinal)).utf8ToString();
    }
  }

  /** Languages without regions: {@code en} includes {@code en-us}. */
  private static final class Languages extends Names {
    /** By the number of a tag, that of a tag with the same language. */
    private final List<Integer> same = new ArrayList<>();

    Languages(IndexReader reader) throws IOException {
      super(reader, "lang", IndexField.LANG);
      Map<String, Integer> first = new HashMap<>();
      for (int tag = 0; tag < size(); tag++) {
        Integer known = first.putIfAbsent(value(tag), tag);
        same.add(known == null ? tag : known);
      }
    }

    @Override
    public Ordinals in(LeafReaderContext leaf) throws IOException {
      Ordinals tags = super.in(leaf);
      return doc -> {
        int tag = tags.of(doc);
        return tag < 0 ? -1 : same.get(tag);
      };
    }

    @Override
    public String value(int tag) throws IOException {
      return super.value(tag).replaceFirst("-.*", "");
    }
  }

  /** The years of dates, from 0 to 9999. */
  private static final class Years implements Column {
    @Override
    public String name() {
      return YEAR;
    }

    @Override
    public Ordinals in(LeafReaderContext leaf) throws IOException {
      NumericDocValues dates = DocValues.getNumeric(leaf.reader(), IndexField.DATE.fieldName());
      return doc -> dates.advanceExact(doc) ? year(dates.longValue()) : -1;
    }

    private static int year(long millis) {
      // 0 means an unknown date.
      if (millis <= 0) {
        return -1;
      }
      int year = Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC).getYear();
      return year > 9999 ? -1 : year;
    }

    @Override
    public String value(int year) {
      return String.format(Locale.ROOT, "%04d", year);
    }
  }

  /** Counts values of single pages, and distinct values of groups. */
  private static final class ValueCounter {
    private final Map<Integer, Long> counts = new HashMap<>();
    private long[] grouped = new long[64];
    private int size;

    void add(int value, long group) {
      if (value < 0) {
        return;
      }
      if (group < 0) {
        counts.merge(value, 1L, Long::sum);
        return;
      }
      if (size == grouped.length) {
        compact();
        // Most pages of a group share their values, so that few pairs remain.
        if (size > grouped.length / 2) {
          grouped = ArrayUtil.grow(grouped, 2 * grouped.length);
        }
      }
      grouped[size++] = group << 32 | value;
    }

    private void compact() {
      Arrays.sort(grouped, 0, size);
      int kept = 0;
      for (int i = 0; i < size; i++) {
        if (i == 0 || grouped[i] != grouped[i - 1]) {
          grouped[kept++] = grouped[i];
        }
      }
      size = kept;
    }

    /** The group in the upper half, the value in the lower one; each once. */
    long[] pairs() {
      compact();
      return Arrays.copyOf(grouped, size);
    }

    Map<Integer, Long> total() {
      compact();
      for (int i = 0; i < size; i++) {
        counts.merge((int) grouped[i], 1L, Long::sum);
      }
      size = 0;
      return counts;
    }
  }
}
