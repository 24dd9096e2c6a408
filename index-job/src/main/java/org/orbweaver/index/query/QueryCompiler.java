package org.orbweaver.index.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.spans.SpanNearQuery;
import org.apache.lucene.queries.spans.SpanOrQuery;
import org.apache.lucene.queries.spans.SpanQuery;
import org.apache.lucene.queries.spans.SpanTermQuery;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.query.QueryNode.All;
import org.orbweaver.index.query.QueryNode.Alternatives;
import org.orbweaver.index.query.QueryNode.Any;
import org.orbweaver.index.query.QueryNode.Clause;
import org.orbweaver.index.query.QueryNode.Dates;
import org.orbweaver.index.query.QueryNode.In;
import org.orbweaver.index.query.QueryNode.Named;
import org.orbweaver.index.query.QueryNode.Near;
import org.orbweaver.index.query.QueryNode.Occur;
import org.orbweaver.index.query.QueryNode.Synonym;
import org.orbweaver.index.query.QueryNode.Text;
import org.orbweaver.index.query.QueryNode.Wildcard;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.CommonPairs;
import org.orbweaver.index.schema.FunctionWords;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.QueryLanguages;
import org.orbweaver.index.schema.UrlParts;
import org.orbweaver.index.statistics.PatternWords;

/** Compiles a query tree into a Lucene query; the package description explains the ranking. */
public final class QueryCompiler {
  /** The most words of which all must match. */
  private static final int PAIR = 2;

  /** The most words of which half must match; of a longer query, any word is enough. */
  public static final int FEW = 4;

  /** A word on a larger share of the pages is weak: in a query of few words it only ranks. */
  private static final double WEAK_SHARE = .1;

  /** No word is weak that fewer pages have. */
  private static final int WEAK_PAGES = 100;

  /**
   * Clauses of a query, at most; Lucene's own limit is 1,024. The parser's 80 words in nine zones
   * make 720, and few words count twice.
   */
  private static final int MAX_CLAUSES = 4096;

  /** A word pair is used if the rarest word of the phrase is in this many times as many pages. */
  private static final int SELECTIVE = 4;

  static {
    IndexSearcher.setMaxClauseCount(MAX_CLAUSES);
  }

  private final Ranking weighted;
  private final Phrases phrases;
  private final IndexReader reader;
  private final QueryTimeout timeout;
  private final Set<String> notes = new LinkedHashSet<>();

  /** Of the index; null until a word is searched. */
  private QueryLanguages languages;

  private List<String> readerLanguages = List.of();

  /** With the weights for the length of the query. */
  private Ranking ranking;

  /** Words of the query that weigh less if it is long, as the index has them. */
  private Set<String> functionWords = Set.of();

  /**
   * @param phrases how phrases are found
   * @param reader of the searched index, which expands patterns into words
   */
  public QueryCompiler(Ranking ranking, Phrases phrases, IndexReader reader) {
    this(ranking, phrases, reader, () -> false);
  }

  /**
   * @param timeout after which to go on with the words found so far
   */
  public QueryCompiler(Ranking ranking, Phrases phrases, IndexReader reader, QueryTimeout timeout) {
    weighted = ranking;
    this.ranking = ranking;
    this.phrases = phrases;
    this.reader = reader;
    this.timeout = timeout;
  }

  /** Stems words in these languages; by default, in those of the index that is searched. */
  public QueryCompiler in(QueryLanguages known) {
    languages = known;
    return this;
  }

  /**
   * Prefers pages in the languages of a reader, unless the query is evidently written in another.
   *
   * @param known codes such as {@code de}, the preferred one first; empty if unknown
   */
  public QueryCompiler forReader(List<String> known) {
    readerLanguages = known;
    return this;
  }

  /** The parts of the query that were cut, one sentence each. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** The query for the text's share of the score. */
  public RankedQuery text(All query) throws IOException {
    List<Word> words = new ArrayList<>();
    for (Clause part : query.parts()) {
      if (part.occur() != Occur.NOT
          && part.node().typed() instanceof Text t
          && t.in() == In.ANYWHERE) {
        words.addAll(words(t.text()));
      }
    }
    List<String> exact = words.stream().map(Word::exact).toList();
    Set<String> evident = FunctionWords.languages(exact);
    functionWords = FunctionWords.of(evident, exact);
    ranking =
        weighted.forWords(
            (int) exact.stream().filter(word -> !functionWords.contains(word)).count(),
            languages());
    List<Query> plain = new ArrayList<>();
    Query matching = all(query, plain);
    List<Query> bonuses = new ArrayList<>();
    if (plain.size() > PAIR && plain.size() <= FEW) {
      BooleanQuery.Builder each = new BooleanQuery.Builder();
      plain.forEach(clause -> each.add(clause, BooleanClause.Occur.MUST));
      ranking.add(bonuses, new ConstantScoreQuery(each.build()), ScorePart.ALL_WORDS);
    }
    if (!words.isEmpty()) {
      ranking.addProximity(bonuses, words);
    }
    if (evident.isEmpty() || readerLanguages.stream().anyMatch(evident::contains)) {
      matching = ranking.preferring(readerLanguages, matching);
    }
    return new RankedQuery(matching, bonuses);
  }

  /**
   * @param plain gets the clauses that are neither marked, nor filters, nor function words
   */
  private Query all(All all, List<Query> plain) throws IOException {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    List<Query> strong = new ArrayList<>();
    List<Query> weak = new ArrayList<>();
    boolean positive = false;
    boolean required = false;
    boolean isQuestion = all.parts().stream().filter(QueryCompiler::isPlain).count() > FEW;
    List<Query> functions = new ArrayList<>();
    for (Clause part : all.parts()) {
      Query clause = node(part.node());
      positive |= part.occur() != Occur.NOT;
      if (part.occur() == Occur.NOT) {
        query.add(clause, BooleanClause.Occur.MUST_NOT);
      } else if (part.node().isFilter()) {
        query.add(clause, BooleanClause.Occur.FILTER);
      } else if (part.occur() == Occur.MUST) {
        query.add(clause, BooleanClause.Occur.MUST);
        required = true;
      } else if (isQuestion && isFunctionWord(part.node())) {
        functions.add(ranking.functionWord(clause));
      } else {
        plain.add(clause);
        (isWeak(part.node()) ? weak : strong).add(clause);
      }
    }
    if (!positive) {
      query.add(new MatchAllDocsQuery(), BooleanClause.Occur.FILTER);
    }
    if (required) {
      // The others only rank.
      plain.forEach(clause -> query.add(clause, BooleanClause.Occur.SHOULD));
      functions.forEach(clause -> query.add(clause, BooleanClause.Occur.SHOULD));
    } else if (isQuestion) {
      some(query, Stream.concat(plain.stream(), functions.stream()).toList(), 1);
    } else if (weak.isEmpty() || strong.isEmpty()) {
      some(query, plain, minimumShouldMatch(plain));
    } else {
      // A weak word is not among those of which half must match.
      BooleanQuery.Builder demanded = new BooleanQuery.Builder();
      some(demanded, strong, minimumShouldMatch(strong));
      query.add(demanded.build(), BooleanClause.Occur.MUST);
      weak.forEach(clause -> query.add(clause, BooleanClause.Occur.SHOULD));
    }
    return query.build();
  }

  /** True for a part that is neither marked nor a filter. */
  private static boolean isPlain(Clause part) {
    return part.occur() == Occur.PLAIN && !part.node().isFilter();
  }

  /** True for a word that holds the question together. */
  private boolean isFunctionWord(QueryNode node) throws IOException {
    return node.typed() instanceof Text text
        && !text.quoted()
        && text.in() == In.ANYWHERE
        && words(text.text()).stream().allMatch(word -> functionWords.contains(word.exact()));
  }

  /** How many of few words must match. */
  private static int minimumShouldMatch(List<?> words) {
    return words.size() <= PAIR ? words.size() : (words.size() + 1) / 2;
  }

  /** Adds clauses with a minimum number that must match. */
  private static void some(BooleanQuery.Builder query, List<Query> clauses, int minimum) {
    boolean isConjunction = minimum == clauses.size();
    for (Query clause : clauses) {
      query.add(clause, isConjunction ? BooleanClause.Occur.MUST : BooleanClause.Occur.SHOULD);
    }
    query.setMinimumNumberShouldMatch(isConjunction ? 0 : minimum);
  }

  /** True for a word that is too frequent to say much about what is meant. */
  private boolean isWeak(QueryNode node) throws IOException {
    if (!(node.typed() instanceof Text text) || text.quoted() || text.in() != In.ANYWHERE) {
      return false;
    }
    List<Word> words = words(text.text());
    double most = Math.max(WEAK_PAGES, WEAK_SHARE * pages());
    return words.size() == 1 && pages(words.get(0)) > most;
  }

  /** The number of pages searched, deleted ones included. */
  int pages() {
    return reader.maxDoc();
  }

  /** A word in the text of pages. */
  Query textWord(Word word) {
    return ranking.word(word, zones(In.BODY));
  }

  /** The number of pages with a word in their text, in one of its forms. */
  int pages(Word word) throws IOException {
    int pages = 0;
    for (String form : word.forms()) {
      for (IndexField zone : List.of(IndexField.MAIN, IndexField.BODY)) {
        pages = Math.max(pages, reader.docFreq(new Term(zone.fieldName(), form)));
      }
    }
    return pages;
  }

  /** The words of a text with their stems in the languages of the index. */
  private List<Word> words(String text) throws IOException {
    return languages().words(text);
  }

  private QueryLanguages languages() throws IOException {
    if (languages == null) {
      languages = new QueryLanguages(reader);
    }
    return languages;
  }

  private Query node(QueryNode node) throws IOException {
    if (node instanceof All all) {
      return all(all, new ArrayList<>());
    }
    if (node instanceof Any any) {
      BooleanQuery.Builder query = new BooleanQuery.Builder();
      for (QueryNode alternative : any.nodes()) {
        query.add(node(alternative), BooleanClause.Occur.SHOULD);
      }
      return query.build();
    }
    if (node instanceof Alternatives alternatives) {
      return alternatives(alternatives);
    }
    if (node instanceof Named named) {
      return Filters.of(named);
    }
    if (node instanceof Wildcard wildcard) {
      return wildcard(wildcard);
    }
    if (node instanceof Near near) {
      List<Word> left = words(near.left().text());
      List<Word> right = words(near.right().text());
      return ranking.best(
          zones(near.left().in()),
          zone ->
              SpanNearQuery.newUnorderedNearQuery(zone.fieldName())
                  .addClause(span(zone, near.left().quoted(), left))
                  .addClause(span(zone, near.right().quoted(), right))
                  .setSlop(near.distance())
                  .build());
    }
    if (node instanceof Dates dates) {
      // 0 means an unknown date.
      return Filters.unscored(
          NumericDocValuesField.newSlowRangeQuery(
              IndexField.DATE.fieldName(), Math.max(1, dates.from()), dates.to() - 1));
    }
    return text((Text) node);
  }

  private static List<IndexField> zones(In in) {
    return switch (in) {
      case TITLE -> List.of(IndexField.TITLE);
      case BODY -> List.of(IndexField.MAIN, IndexField.BODY);
      case ANCHOR -> List.of(IndexField.ANCHOR);
      case AUTHOR -> List.of(IndexField.AUTHOR);
      case URL -> List.of(IndexField.URL_PARTS);
      default -> IndexField.zones();
    };
  }

  private Query text(Text text) throws IOException {
    String value = text.text();
    return switch (text.in()) {
      case SITE, HOST, LINK, LANG, TYPE, KIND, LOGIN, GROUP, TOPIC, USAGE ->
          Filters.of(text.in(), value);
      case URL ->
          value.contains("://")
              ? new TermQuery(new Term(IndexField.URL.fieldName(), value))
              : Ranking.phrase(
                  IndexField.URL_PARTS, Analysis.words(UrlParts.words(value)), 0, false);
      default -> words(text);
    };
  }

  private Query words(Text text) throws IOException {
    List<IndexField> zones = zones(text.in());
    List<Word> words = words(text.text());
    if (text.quoted()) {
      return phrase(words, text.slop(), zones);
    }
    if (words.size() == 1) {
      return ranking.word(words.get(0), zones);
    }
    // One typed word that is several, such as a sentence in Chinese. Two words of it that are apart
    // on a page are three here, with the one across them.
    BooleanQuery.Builder some = new BooleanQuery.Builder();
    List<Query> clauses = words.stream().map(word -> ranking.word(word, zones)).toList();
    some(some, clauses, minimumShouldMatch(clauses));
    return some.build();
  }

  /** Forms of one word in each zone as far as they are single words; else the best counts. */
  private Query alternatives(Alternatives alternatives) throws IOException {
    List<IndexField> zones = zones(In.ANYWHERE);
    List<Word> typed = words(alternatives.typed().text());
    Map<Word, Float> forms = new LinkedHashMap<>();
    List<Query> queries = new ArrayList<>();
    for (Synonym synonym : alternatives.synonyms()) {
      List<Word> words = words(synonym.text().text());
      if (words.size() == 1 && typed.size() == 1) {
        forms.put(words.get(0), synonym.weight());
      } else {
        Query one =
            words.size() == 1 ? ranking.word(words.get(0), zones) : ranking.phrase(words, 0, zones);
        queries.add(new BoostQuery(one, synonym.weight()));
      }
    }
    Query word =
        typed.size() == 1 ? ranking.word(typed.get(0), forms, zones) : words(alternatives.typed());
    queries.add(0, word);
    return queries.size() == 1 ? word : new DisjunctionMaxQuery(queries, 0);
  }

  private Query phrase(List<Word> words, int slop, List<IndexField> zones) throws IOException {
    List<String> forms = words.stream().map(Word::exact).toList();
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    if (slop == 0 && phrases == Phrases.CHECK) {
      for (String form : forms) {
        query.add(ranking.word(Word.of(form), zones), BooleanClause.Occur.MUST);
      }
      Query pages = PhraseCheck.pages(reader, timeout, query.build(), forms, zones);
      return query.add(pages, BooleanClause.Occur.FILTER).build();
    }
    query.add(ranking.phrase(words, slop, zones), BooleanClause.Occur.MUST);
    if (slop == 0 && phrases == Phrases.PAIRS) {
      for (Term pair : selectivePairs(forms, zones)) {
        query.add(new TermQuery(pair), BooleanClause.Occur.FILTER);
      }
    }
    return query.build();
  }

  /** The pairs of a phrase that are much rarer than its rarest word. */
  private List<Term> selectivePairs(List<String> phrase, List<IndexField> zones)
      throws IOException {
    // Most are commonest in the main content; looking them up in all zones costs more than it
    // saves.
    IndexField zone = zones.contains(IndexField.MAIN) ? IndexField.MAIN : zones.get(0);
    int rarest = Integer.MAX_VALUE;
    for (String word : phrase) {
      rarest = Math.min(rarest, reader.docFreq(new Term(zone.fieldName(), word)));
    }
    List<Term> selective = new ArrayList<>();
    for (String pair : CommonPairs.of(phrase)) {
      Term term = new Term(IndexField.PAIRS.fieldName(), pair);
      if ((long) SELECTIVE * reader.docFreq(term) <= rarest) {
        selective.add(term);
      }
    }
    return selective;
  }

  private static SpanQuery span(IndexField zone, boolean isQuoted, List<Word> text) {
    List<SpanQuery> words = new ArrayList<>();
    for (Word word : text) {
      // Stems of many languages would be too many clauses.
      SpanQuery[] terms =
          (isQuoted ? Stream.of(word.exact()) : word.forms().stream().filter(Analysis::isWord))
              .map(form -> new SpanTermQuery(new Term(zone.fieldName(), form)))
              .toArray(SpanQuery[]::new);
      words.add(terms.length == 1 ? terms[0] : new SpanOrQuery(terms));
    }
    return words.size() == 1
        ? words.get(0)
        : new SpanNearQuery(words.toArray(new SpanQuery[0]), 0, true);
  }

  /** In each zone, the words that match a pattern count as one word. */
  private Query wildcard(Wildcard wildcard) throws IOException {
    String pattern = String.join("*", wildcard.pieces());
    Map<IndexField, Query> words = new EnumMap<>(IndexField.class);
    boolean isCut = false;
    for (IndexField zone : zones(wildcard.in())) {
      String field = zone.fieldName();
      Set<BytesRef> candidates = PatternWords.candidates(reader, field, pattern, timeout);
      isCut |= candidates.size() > PatternWords.MAX;
      if (!candidates.isEmpty()) {
        SynonymQuery.Builder any = new SynonymQuery.Builder(field);
        PatternWords.chosen(reader, field, candidates)
            .forEach(word -> any.addTerm(new Term(field, word)));
        words.put(zone, any.build());
      }
    }
    if (isCut) {
      notes.add(
          pattern
              + " stands for more than "
              + PatternWords.MAX
              + " words; only the most frequent are searched");
    }
    return words.isEmpty()
        ? new MatchNoDocsQuery("no word like " + pattern)
        : ranking.best(List.copyOf(words.keySet()), words::get);
  }
}
