package org.orbweaver.index.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;

/**
 * How words and phrases score, over zones and with static ranks; the package description gives the
 * formula. {@link QueryCompiler} decides which pages match, this class by how much.
 */
final class Ranking {
  /** More words stand together in no page but the one they were copied from. */
  private static final int MAX_TOGETHER = 20;

  private final Weights weights;

  /**
   * @param weights of the parts
   */
  Ranking(Weights weights) {
    this.weights = weights;
  }

  private float weight(IndexField zone) {
    return weights.of(
        switch (zone) {
          case TITLE -> Weight.TITLE;
          case ANCHOR -> Weight.ANCHOR;
          case HEADINGS -> Weight.HEADINGS;
          case URL_PARTS -> Weight.URL;
          case META -> Weight.META;
          case MAIN -> Weight.MAIN;
          case PROMINENT -> Weight.PROMINENT;
          case AUTHOR -> Weight.AUTHOR;
          default -> Weight.BODY;
        });
  }

  /** A word in any of the zones. */
  Query word(Word word, List<IndexField> zones) {
    return best(zones, zone -> form(zone, word));
  }

  /** A phrase, its words as they were typed, in any of the zones. */
  Query phrase(List<Word> words, int slop, List<IndexField> zones) {
    return best(zones, zone -> phrase(zone, words, slop, false));
  }

  /** A text's words, any of which will do. */
  Query any(List<Word> words, List<IndexField> zones) {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    words.forEach(word -> query.add(word(word, zones), BooleanClause.Occur.SHOULD));
    return query.build();
  }

  /** Adds to a query what its words standing together add to the score; it finds nothing more. */
  void together(BooleanQuery.Builder query, List<Word> words) {
    String name = String.join(" ", words.stream().map(Word::exact).toList());
    add(
        query,
        new TermQuery(new Term(IndexField.TITLE_EXACT.fieldName(), name)),
        Weight.TITLE_EXACT);
    if (words.size() > 1 && words.size() <= MAX_TOGETHER) {
      add(query, phrase(IndexField.TITLE, words, 0, true), Weight.TITLE_PHRASE);
      add(query, phrase(IndexField.ANCHOR, words, 0, true), Weight.ANCHOR_PHRASE);
      add(query, phrase(IndexField.HEADINGS, words, 0, true), Weight.HEADING_PHRASE);
      for (IndexField text : List.of(IndexField.MAIN, IndexField.BODY)) {
        add(query, phrase(text, words, 0, true), Weight.TEXT_PHRASE);
        add(query, phrase(text, words, 8 + 2 * words.size(), true), Weight.TEXT_NEAR);
      }
    }
  }

  private void add(BooleanQuery.Builder query, Query part, Weight weight) {
    if (weights.of(weight) > 0) {
      query.add(new BoostQuery(part, weights.of(weight)), BooleanClause.Occur.SHOULD);
    }
  }

  /** A query by which pages with signals of spam get less; it finds the same. */
  Query demotingSpam(Query text) {
    Query spam = new TermQuery(new Term(IndexField.FEATURES.fieldName(), Documents.SPAM_FEATURE));
    return FunctionScoreQuery.boostByQuery(text, spam, 1 - Math.min(1, weights.of(Weight.SPAM)));
  }

  /** A query with static ranks added, which by themselves find nothing. */
  Query ranked(Query text, StaticRanks ranks) {
    return ranks.added(text, weights);
  }

  /** What static ranks add to a page's score. */
  float staticScore(StaticRanks ranks, int doc) throws IOException {
    return ranks.score(doc, weights);
  }

  private Query form(IndexField zone, Word word) {
    SynonymQuery.Builder forms = new SynonymQuery.Builder(zone.fieldName());
    forms.addTerm(new Term(zone.fieldName(), word.exact()));
    if (word.stem() != null && weights.of(Weight.STEM) > 0) {
      forms.addTerm(new Term(zone.fieldName(), word.stem()), Math.min(1, weights.of(Weight.STEM)));
    }
    return forms.build();
  }

  /**
   * The words one behind the other in one zone.
   *
   * @param stems whether a stem will do in place of the form that was typed
   */
  static Query phrase(IndexField zone, List<Word> words, int slop, boolean stems) {
    String field = zone.fieldName();
    MultiPhraseQuery.Builder phrase = new MultiPhraseQuery.Builder().setSlop(slop);
    for (Word word : words) {
      phrase.add(
          stems && word.stem() != null
              ? new Term[] {new Term(field, word.exact()), new Term(field, word.stem())}
              : new Term[] {new Term(field, word.exact())});
    }
    return phrase.build();
  }

  /** A query for one zone. */
  interface InZone {
    Query query(IndexField zone);
  }

  /** The best zone counts, and a share of the others. A zone without weight still matches. */
  Query best(List<IndexField> zones, InZone inZone) {
    List<Query> places = new ArrayList<>();
    for (IndexField zone : zones) {
      places.add(new BoostQuery(inZone.query(zone), weight(zone)));
    }
    return places.size() == 1
        ? places.get(0)
        : new DisjunctionMaxQuery(places, Math.min(1, weights.of(Weight.OTHER_ZONES)));
  }
}
