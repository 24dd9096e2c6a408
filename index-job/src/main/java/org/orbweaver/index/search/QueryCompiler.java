package org.orbweaver.index.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.queries.spans.SpanNearQuery;
import org.apache.lucene.queries.spans.SpanOrQuery;
import org.apache.lucene.queries.spans.SpanQuery;
import org.apache.lucene.queries.spans.SpanTermQuery;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.CommonPairs;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.UrlParts;
import org.orbweaver.index.search.QueryNode.All;
import org.orbweaver.index.search.QueryNode.Any;
import org.orbweaver.index.search.QueryNode.Dates;
import org.orbweaver.index.search.QueryNode.In;
import org.orbweaver.index.search.QueryNode.Near;
import org.orbweaver.index.search.QueryNode.Occur;
import org.orbweaver.index.search.QueryNode.Part;
import org.orbweaver.index.search.QueryNode.Text;
import org.orbweaver.index.search.QueryNode.Wildcard;

/** Turns a query tree into Lucene's; the package description says how pages are ranked by it. */
final class QueryCompiler {
  /** Of more than two words, this share must be there. */
  private static final double WANTED_SHARE = 0.7;

  /** Words of a zone that a pattern stands for, at most: the most frequent. */
  private static final int MAX_EXPANSIONS = 100;

  /** Terms of a pattern expanded between two checks of the time limit. */
  private static final int TERMS_PER_CHECK = 4096;

  /** A word pair is used if the rarest word of the phrase is in this many times as many pages. */
  private static final int SELECTIVE = 4;

  private final Ranking ranking;
  private final Phrases phrases;
  private final IndexReader reader;
  private final QueryTimeout timeout;
  private final List<String> notes = new ArrayList<>();

  /**
   * @param phrases how phrases are found
   * @param reader of the index that is asked: it has the words that patterns stand for
   */
  QueryCompiler(Ranking ranking, Phrases phrases, IndexReader reader) {
    this(ranking, phrases, reader, () -> false);
  }

  /**
   * @param timeout says when to go on with what was found
   */
  QueryCompiler(Ranking ranking, Phrases phrases, IndexReader reader, QueryTimeout timeout) {
    this.ranking = ranking;
    this.phrases = phrases;
    this.reader = reader;
    this.timeout = timeout;
  }

  /** What of the query was cut, one sentence each. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** The query for the text's share of the score. */
  Query text(All query) throws IOException {
    BooleanQuery.Builder ranked = new BooleanQuery.Builder();
    ranked.add(all(query), BooleanClause.Occur.MUST);
    List<Word> words = new ArrayList<>();
    for (Part part : query.parts()) {
      if (part.occur() != Occur.NOT && part.node() instanceof Text t && t.in() == In.ANYWHERE) {
        words.addAll(Analysis.words(t.text()));
      }
    }
    if (!words.isEmpty()) {
      ranking.together(ranked, words);
    }
    return ranked.build();
  }

  private Query all(All all) throws IOException {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    List<Query> plain = new ArrayList<>();
    boolean positive = false;
    boolean required = false;
    for (Part part : all.parts()) {
      Query clause = node(part.node());
      positive |= part.occur() != Occur.NOT;
      if (part.occur() == Occur.NOT) {
        query.add(clause, BooleanClause.Occur.MUST_NOT);
      } else if (part.node().isFilter()) {
        query.add(clause, BooleanClause.Occur.FILTER);
      } else if (part.occur() == Occur.MUST) {
        query.add(clause, BooleanClause.Occur.MUST);
        required = true;
      } else {
        plain.add(clause);
      }
    }
    if (!positive) {
      query.add(new MatchAllDocsQuery(), BooleanClause.Occur.FILTER);
    }
    // Who says what must be there leaves the rest to the ranking.
    int wanted =
        required
            ? 0
            : plain.size() <= 2 ? plain.size() : (int) Math.ceil(plain.size() * WANTED_SHARE);
    boolean isConjunction = wanted == plain.size();
    for (Query clause : plain) {
      query.add(clause, isConjunction ? BooleanClause.Occur.MUST : BooleanClause.Occur.SHOULD);
    }
    query.setMinimumNumberShouldMatch(isConjunction ? 0 : wanted);
    return query.build();
  }

  private Query node(QueryNode node) throws IOException {
    if (node instanceof All all) {
      return all(all);
    }
    if (node instanceof Any any) {
      BooleanQuery.Builder query = new BooleanQuery.Builder();
      for (QueryNode alternative : any.nodes()) {
        query.add(node(alternative), BooleanClause.Occur.SHOULD);
      }
      return query.build();
    }
    if (node instanceof Wildcard wildcard) {
      return wildcard(wildcard);
    }
    if (node instanceof Near near) {
      return ranking.best(
          zones(near.left().in()),
          zone ->
              SpanNearQuery.newUnorderedNearQuery(zone.fieldName())
                  .addClause(span(zone, near.left()))
                  .addClause(span(zone, near.right()))
                  .setSlop(near.distance())
                  .build());
    }
    if (node instanceof Dates dates) {
      // 0 stands for a date that is not known.
      return filter(
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
      case SITE -> filter(term(IndexField.SITE, site(value)));
      case HOST -> host(site(value));
      case LINK -> filter(link(value));
      case LANG, TYPE, KIND, GROUP, TOPIC ->
          filter(term(IndexField.valueOf(text.in().name()), value));
      case USAGE -> filter(term(IndexField.USAGE, value.replace('=', ':')));
      case URL ->
          value.contains("://")
              ? new TermQuery(new Term(IndexField.URL.fieldName(), value))
              : Ranking.phrase(
                  IndexField.URL_PARTS, Analysis.words(UrlParts.words(value)), 0, false);
      default -> words(text);
    };
  }

  /** The site's pages are found by their term, the host is read from those. */
  private static Query host(String host) {
    return new BooleanQuery.Builder()
        .add(term(IndexField.SITE, host), BooleanClause.Occur.FILTER)
        .add(
            SortedDocValuesField.newSlowExactQuery(
                IndexField.HOST.fieldName(), new BytesRef(host.toLowerCase(Locale.ROOT))),
            BooleanClause.Occur.FILTER)
        .build();
  }

  /** A URL without a scheme stands for either. */
  private static Query link(String url) {
    String path = url.indexOf('/') < 0 ? url + "/" : url;
    return new TermInSetQuery(
        IndexField.LINK.fieldName(),
        (url.contains("://") ? Stream.of(url) : Stream.of("http://" + path, "https://" + path))
            .map(BytesRef::new)
            .toList());
  }

  /**
   * {@code http://www.example.org/} is taken for its host, {@code *.example.org} for its domain.
   */
  private static String site(String value) {
    return value.replaceFirst("^.*?://", "").replaceFirst("/.*", "").replaceFirst("^[*.]+", "");
  }

  private static Query filter(Query query) {
    return new BoostQuery(new ConstantScoreQuery(query), 0f);
  }

  private Query words(Text text) throws IOException {
    List<IndexField> zones = zones(text.in());
    List<Word> words = Analysis.words(text.text());
    if (text.quoted()) {
      return phrase(words, text.slop(), zones);
    }
    if (words.size() == 1) {
      return ranking.word(words.get(0), zones);
    }
    // What was typed as one word but is several: each of them, and near each other for a better
    // score by the phrases above.
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (Word word : words) {
      all.add(ranking.word(word, zones), BooleanClause.Occur.MUST);
    }
    return all.build();
  }

  private Query phrase(List<Word> words, int slop, List<IndexField> zones) throws IOException {
    List<String> forms = words.stream().map(Word::exact).toList();
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    if (slop == 0 && phrases == Phrases.CHECK) {
      for (String form : forms) {
        query.add(ranking.word(new Word(form, null), zones), BooleanClause.Occur.MUST);
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

  /** Those pairs of a phrase that are much rarer than its rarest word. */
  private List<Term> selectivePairs(List<String> phrase, List<IndexField> zones)
      throws IOException {
    int rarest = Integer.MAX_VALUE;
    for (String word : phrase) {
      int pages = 0;
      for (IndexField zone : zones) {
        pages = Math.max(pages, reader.docFreq(new Term(zone.fieldName(), word)));
      }
      rarest = Math.min(rarest, pages);
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

  private static SpanQuery span(IndexField zone, Text text) {
    String field = zone.fieldName();
    List<SpanQuery> words = new ArrayList<>();
    for (Word word : Analysis.words(text.text())) {
      SpanQuery exact = new SpanTermQuery(new Term(field, word.exact()));
      words.add(
          text.quoted() || word.stem() == null
              ? exact
              : new SpanOrQuery(exact, new SpanTermQuery(new Term(field, word.stem()))));
    }
    return words.size() == 1
        ? words.get(0)
        : new SpanNearQuery(words.toArray(new SpanQuery[0]), 0, true);
  }

  /** The words that a pattern stands for count in each zone as if they were one. */
  private Query wildcard(Wildcard wildcard) throws IOException {
    String pattern = String.join("*", wildcard.pieces());
    CompiledAutomaton automaton =
        new CompiledAutomaton(WildcardQuery.toAutomaton(new Term("", pattern)));
    Map<IndexField, Query> words = new EnumMap<>(IndexField.class);
    int most = 0;
    for (IndexField zone : zones(wildcard.in())) {
      Terms terms = MultiTerms.getTerms(reader, zone.fieldName());
      if (terms == null) {
        continue;
      }
      record Found(BytesRef term, int pages) {}
      PriorityQueue<Found> frequent = new PriorityQueue<>(Comparator.comparingInt(Found::pages));
      TermsEnum found = automaton.getTermsEnum(terms);
      int count = 0;
      while (found.next() != null) {
        frequent.add(new Found(BytesRef.deepCopyOf(found.term()), found.docFreq()));
        if (++count > MAX_EXPANSIONS) {
          frequent.remove();
        }
        if (count % TERMS_PER_CHECK == 0 && timeout.shouldExit()) {
          break;
        }
      }
      most = Math.max(most, count);
      if (count > 0) {
        SynonymQuery.Builder any = new SynonymQuery.Builder(zone.fieldName());
        frequent.forEach(word -> any.addTerm(new Term(zone.fieldName(), word.term())));
        words.put(zone, any.build());
      }
    }
    if (most > MAX_EXPANSIONS) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%s stands for %,d words; only the %d most frequent are searched",
              pattern,
              most,
              MAX_EXPANSIONS));
    }
    return words.isEmpty()
        ? new MatchNoDocsQuery("no word like " + pattern)
        : ranking.best(List.copyOf(words.keySet()), words::get);
  }

  private static Query term(IndexField field, String value) {
    return new TermQuery(new Term(field.fieldName(), value.toLowerCase(Locale.ROOT)));
  }
}
