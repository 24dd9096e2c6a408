package org.orbweaver.index.search;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.suggest.InputIterator;
import org.apache.lucene.search.suggest.Lookup.LookupResult;
import org.apache.lucene.search.suggest.analyzing.AnalyzingInfixSuggester;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.LongHeap;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;
import org.apache.lucene.util.automaton.Operations;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;
import org.orbweaver.index.schema.Texts;
import org.orbweaver.index.search.SearchService.Suggestion;
import org.orbweaver.index.search.SearchService.Suggestion.Origin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes a query as it is typed, from earlier queries, titles and the words of titles. Each
 * typed word must be a word of the suggestion, in any order, and the last one the beginning of a
 * word; case, width and accents do not matter. Suggestions rank by how often a query was asked, a
 * page's PageRank, and the number of pages with a word, each on a logarithmic scale; those that
 * begin as typed come first. If these are too few, suggestions follow in which other typed words
 * are beginnings of words, too; and if there is none, those in which words of five letters or more
 * have one typing error, but not at their first letter.
 *
 * <p>Suggestions are a small Lucene index on disk, ordered by weight and never changed ({@link
 * AnalyzingInfixSuggester}), so that a look-up ends after the first few matches. It is built once
 * for each build, from at most {@link #MAX_TITLES} titles (those of highest PageRank) and {@link
 * #MAX_QUERIES} queries, which bounds the memory that it takes.
 */
public final class Suggestions implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Suggestions.class);
  private static final int MAX_TITLES = 200_000;
  private static final int MAX_QUERIES = 100_000;

  /** People do not type longer titles. */
  private static final int MAX_CHARS = 100;

  /** A query is suggested to others once it was asked that often. */
  private static final int MIN_ASKED = 3;

  /** A word is suggested when that many titles have it. */
  private static final int MIN_TITLES = 2;

  /** Candidates for each suggestion wanted; the best of them are returned. */
  private static final int CANDIDATES = 5;

  private static final double BEGINS_AS_TYPED = 0.5;
  private static final double WEIGHT_UNIT = 1e6;
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}]{3,40}");
  private static final Pattern SYNTAX = Pattern.compile("[^\\p{L}\\p{M}\\p{N}.'\u2019_]+");

  private static final int SHORTEST_MISTYPED = 5;

  /** Of suggestions from several parts of an index, those that fit best or as they are typed. */
  public static List<Suggestion> fitting(List<Suggestion> all) {
    double most = Fit.MISTYPED.weight(1);
    boolean isTyped = all.stream().anyMatch(one -> one.weight() > most);
    return isTyped ? all.stream().filter(one -> one.weight() > most).toList() : all;
  }

  /** How a suggestion fits what was typed, from the loosest. */
  private enum Fit {
    MISTYPED(0),
    BEGINNINGS(1),
    EXACT(2);

    private final int rank;

    Fit(int rank) {
      this.rank = rank;
    }

    /** The weight among suggestions of all fits, 0 to 1. */
    double weight(double among) {
      return (rank + among) / values().length;
    }
  }

  private final Completer suggester;

  private Suggestions(Completer suggester) {
    this.suggester = suggester;
  }

  /** Looks up words by their beginnings, too. */
  private static final class Completer extends AnalyzingInfixSuggester {
    Completer(Directory folder) throws IOException {
      super(folder, Analysis.forTyping());
    }

    /** The best suggestions of a fit that is not exact. */
    List<LookupResult> lookup(List<String> words, Fit fit, int most) throws IOException {
      BooleanQuery.Builder all = new BooleanQuery.Builder();
      for (String word : words) {
        Query query =
            fit == Fit.MISTYPED && word.length() >= SHORTEST_MISTYPED
                ? mistyped(word)
                : getLastTokenQuery(word);
        all.add(query, BooleanClause.Occur.MUST);
      }
      return lookup("", all.build(), most, true, false);
    }

    /** Words of which a beginning has one error at most. */
    private static Query mistyped(String word) {
      int first = word.offsetByCodePoints(0, 1);
      Automaton beginning =
          new LevenshteinAutomata(word.substring(first), true)
              .toAutomaton(1, word.substring(0, first));
      return new AutomatonQuery(
          new Term(TEXT_FIELD_NAME, word),
          Operations.determinize(
              Operations.concatenate(beginning, Automata.makeAnyString()),
              Operations.DEFAULT_DETERMINIZE_WORK_LIMIT));
    }
  }

  /** Opens the suggestions built in a folder. */
  static Suggestions open(Path folder) throws IOException {
    return new Suggestions(new Completer(new MMapDirectory(folder)));
  }

  /**
   * Builds the suggestions of an index.
   *
   * @param queries a click log, or null; see {@link
   *     org.orbweaver.index.conf.IndexKeys#QUERIES_FILE}
   */
  static void make(IndexReader reader, Path queries, Path folder) throws IOException {
    Map<String, Suggestion> all = new HashMap<>();
    if (queries != null) {
      addQueries(all, queries);
    }
    addTitles(all, reader);
    try (AnalyzingInfixSuggester suggester =
        new AnalyzingInfixSuggester(new MMapDirectory(folder), Analysis.forTyping())) {
      // Even without suggestions there must be files to open.
      suggester.build(InputIterator.EMPTY);
      for (Suggestion suggestion : all.values()) {
        suggester.add(
            new BytesRef(suggestion.text()),
            null,
            Math.round(suggestion.weight() * WEIGHT_UNIT),
            new BytesRef(suggestion.kind().name()));
      }
      suggester.commit();
    }
  }

  private static void addQueries(Map<String, Suggestion> all, Path log) throws IOException {
    Map<String, Integer> asked = new HashMap<>();
    try (BufferedReader lines = Files.newBufferedReader(log)) {
      int number = 1;
      int bad = 0;
      int firstBad = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine(), number++) {
        String text = query(line);
        if (text == null) {
          firstBad = bad++ == 0 ? number : firstBad;
          continue;
        }
        String query = Texts.collapse(text, MAX_CHARS);
        if (asked.size() >= MAX_QUERIES && !asked.containsKey(query)) {
          dropRarest(asked);
        }
        asked.merge(query, 1, Integer::sum);
      }
      if (bad > 0) {
        LOG.warn(
            "{}: skipped lines that are no JSON object with a text named \"query\": {} of {};"
                + " the first is line {}",
            log,
            bad,
            number - 1,
            firstBad);
      }
    }
    double most = asked.values().stream().mapToInt(n -> n).max().orElse(1);
    asked.forEach(
        (query, n) -> {
          if (n >= MIN_ASKED) {
            add(all, query, Origin.QUERY, logarithmic(n, 1, most));
          }
        });
  }

  /** Leaves half of the room to later queries. */
  private static void dropRarest(Map<String, Integer> asked) {
    for (int few = 1; asked.size() > MAX_QUERIES / 2; few *= 2) {
      int most = few;
      asked.values().removeIf(n -> n <= most);
    }
  }

  /**
   * The query of a line, or null if malformed; the last line of a log that is being written may be
   * incomplete.
   */
  private static String query(String line) {
    try {
      return Json.parse(line).get("query") instanceof String query ? query : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static void addTitles(Map<String, Suggestion> suggestions, IndexReader reader)
      throws IOException {
    long[] pages = ofHighestRank(reader);
    double most = Arrays.stream(pages).mapToDouble(Suggestions::rank).max().orElse(0);
    double least =
        Arrays.stream(pages).mapToDouble(Suggestions::rank).filter(r -> r > 0).min().orElse(most);
    Map<String, Integer> words = new HashMap<>();
    StoredDocuments stored = new StoredDocuments(reader);
    String title = IndexField.TITLE.fieldName();
    for (long page : pages) {
      String all = stored.document((int) page, Set.of(title)).get(title);
      String text = Texts.collapse(all, MAX_CHARS + 1);
      if (!text.isEmpty() && text.length() <= MAX_CHARS) {
        add(suggestions, text, Origin.TITLE, logarithmic(rank(page), least, most));
        Matcher word = WORD.matcher(text);
        while (word.find()) {
          words.merge(word.group().toLowerCase(Locale.ROOT), 1, Integer::sum);
        }
      }
    }
    for (Map.Entry<String, Integer> word : words.entrySet()) {
      List<Analysis.Word> terms = Analysis.words(word.getKey());
      if (word.getValue() >= MIN_TITLES && terms.size() == 1) {
        int found = reader.docFreq(new Term(IndexField.MAIN.fieldName(), terms.get(0).exact()));
        // Lucene counts deleted pages, too.
        int live = Math.min(found, reader.numDocs());
        add(suggestions, word.getKey(), Origin.TERM, logarithmic(live, 1, reader.numDocs()));
      }
    }
  }

  /** PageRank as a float's bits, which sort like its values, and document; sorted by document. */
  private static long[] ofHighestRank(IndexReader reader) throws IOException {
    LongHeap best = new LongHeap(MAX_TITLES);
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      NumericDocValues ranks = DocValues.getNumeric(leaf.reader(), IndexField.PAGERANK.fieldName());
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          double rank = ranks.advanceExact(doc) ? Double.longBitsToDouble(ranks.longValue()) : 0;
          long bits = Float.floatToIntBits((float) rank);
          best.insertWithOverflow(bits << 32 | (leaf.docBase + doc));
        }
      }
    }
    long[] pages = new long[best.size()];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = best.pop();
    }
    // Stored fields are compressed by blocks of neighbours.
    return Arrays.stream(pages)
        .boxed()
        .sorted(Comparator.comparingInt(Long::intValue))
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static double rank(long page) {
    return Float.intBitsToFloat((int) (page >>> 32));
  }

  /** 0 to 1. */
  private static double logarithmic(double value, double least, double most) {
    return value <= least || most <= least ? 0 : Math.log(value / least) / Math.log(most / least);
  }

  private static void add(Map<String, Suggestion> all, String text, Origin kind, double weight) {
    String asked = isPlain(text) ? text : SYNTAX.matcher(text).replaceAll(" ").strip();
    String key = Analysis.oneTerm(asked);
    if (!key.isEmpty()) {
      all.merge(
          key,
          new Suggestion(asked, kind, weight),
          (old, now) -> now.weight() > old.weight() ? now : old);
    }
  }

  /** True if a text means the same when parsed as a query. */
  private static boolean isPlain(String text) {
    try {
      return QueryParser.parse(text).notes().isEmpty();
    } catch (OrbException e) {
      return false;
    }
  }

  /** The suggestions for a typed text, the best first. */
  List<Suggestion> of(String text, int top) throws IOException {
    String typed = text.substring(0, Math.min(text.length(), MAX_CHARS));
    String beginning = Analysis.typed(typed);
    if (beginning.isEmpty()) {
      return List.of();
    }
    Map<String, Suggestion> found = new LinkedHashMap<>();
    List<String> words = List.of(beginning.split(" "));
    add(found, suggester.lookup(typed, CANDIDATES * top, true, false), Fit.EXACT, beginning);
    if (found.size() < top && words.size() > 1) {
      add(
          found,
          suggester.lookup(words, Fit.BEGINNINGS, CANDIDATES * top),
          Fit.BEGINNINGS,
          beginning);
    }
    if (found.isEmpty()) {
      add(found, suggester.lookup(words, Fit.MISTYPED, CANDIDATES * top), Fit.MISTYPED, beginning);
    }
    return found.values().stream()
        .sorted(
            Comparator.comparingDouble(Suggestion::weight)
                .reversed()
                .thenComparing(s -> s.text().length())
                .thenComparing(Suggestion::text))
        .limit(top)
        .toList();
  }

  /** Adds those that do not fit better; the weights of a better fit are higher. */
  private static void add(
      Map<String, Suggestion> found, List<LookupResult> results, Fit fit, String beginning) {
    for (LookupResult result : results) {
      String suggested = result.key.toString();
      double begins = Analysis.typed(suggested).startsWith(beginning) ? BEGINS_AS_TYPED : 0;
      double weight = (result.value / WEIGHT_UNIT + begins) / (1 + BEGINS_AS_TYPED);
      found.putIfAbsent(
          suggested,
          new Suggestion(
              suggested, Origin.valueOf(result.payload.utf8ToString()), fit.weight(weight)));
    }
  }

  @Override
  public void close() throws IOException {
    suggester.close();
  }
}
