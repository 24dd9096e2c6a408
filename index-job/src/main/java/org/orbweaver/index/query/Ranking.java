package org.orbweaver.index.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.orbweaver.crawler.topic.TopicModel.Topic;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.QueryLanguages;

/**
 * Scores words and phrases over zones, with static ranks; the package description gives the
 * formula. {@link QueryCompiler} decides which pages match, this class by how much.
 *
 * @param weights of the parts
 * @param names the share of their weights that title and links keep, 0 to 1
 * @param mayHave whether a zone may have a stem; it is not looked up in others
 */
public record Ranking(Weights weights, float names, BiPredicate<IndexField, String> mayHave) {
  /** Longer runs of words occur together only in the page they were copied from. */
  private static final int MAX_PROXIMITY_WORDS = 20;

  private static final float FORM_STEPS = 64;

  /** In longer queries, title and links weigh less: by this divided by the number of words. */
  private static final int NAME_WORDS = 2;

  /** For queries of few words. */
  public Ranking(Weights weights) {
    this(weights, 1, (zone, stem) -> true);
  }

  /**
   * The ranking for a query of that many words. Short queries name a page, as its title and the
   * texts of links do; long ones describe what is in it.
   *
   * @param languages that gave the words their stems
   */
  Ranking forWords(int words, QueryLanguages languages) {
    return new Ranking(
        weights, Math.min(1, (float) NAME_WORDS / Math.max(1, words)), languages::mayHave);
  }

  private float weight(IndexField zone) {
    return switch (zone) {
      case TITLE -> names * weights.of(ScorePart.TITLE);
      case ANCHOR -> names * weights.of(ScorePart.ANCHOR);
      case HEADINGS -> weights.of(ScorePart.HEADINGS);
      case URL_PARTS -> weights.of(ScorePart.URL);
      case META -> weights.of(ScorePart.META);
      case MAIN -> weights.of(ScorePart.MAIN);
      case PROMINENT -> weights.of(ScorePart.PROMINENT);
      case AUTHOR -> weights.of(ScorePart.AUTHOR);
      default -> weights.of(ScorePart.BODY);
    };
  }

  /** A word in any of these zones. */
  Query word(Word word, List<IndexField> zones) {
    return word(word, Map.of(), zones);
  }

  /**
   * A word in any of these zones, or one of its synonyms; in a zone, all count as one word.
   *
   * @param synonyms with their weights
   */
  Query word(Word word, Map<Word, Float> synonyms, List<IndexField> zones) {
    return best(zones, zone -> forms(zone, word, synonyms));
  }

  /** A phrase in any of these zones, its words as typed. */
  Query phrase(List<Word> words, int slop, List<IndexField> zones) {
    return best(zones, zone -> phrase(zone, words, slop, false));
  }

  /** Adds the bonuses for words of the query that occur together. */
  void addProximity(List<Query> bonuses, List<Word> words) {
    String name = String.join(" ", words.stream().map(Word::exact).toList());
    add(
        bonuses,
        new TermQuery(new Term(IndexField.TITLE_EXACT.fieldName(), name)),
        ScorePart.TITLE_EXACT);
    if (words.size() > 1 && words.size() <= MAX_PROXIMITY_WORDS) {
      add(bonuses, phrase(IndexField.TITLE, words, 0, true), ScorePart.TITLE_PHRASE);
      add(bonuses, phrase(IndexField.ANCHOR, words, 0, true), ScorePart.ANCHOR_PHRASE);
      add(bonuses, phrase(IndexField.HEADINGS, words, 0, true), ScorePart.HEADING_PHRASE);
      for (IndexField text : List.of(IndexField.MAIN, IndexField.BODY)) {
        add(bonuses, phrase(text, words, 0, true), ScorePart.TEXT_PHRASE);
        add(bonuses, phrase(text, words, 8 + 2 * words.size(), true), ScorePart.TEXT_NEAR);
      }
    }
  }

  /** A function word of a long query. */
  Query functionWord(Query word) {
    return new BoostQuery(word, weights.of(ScorePart.FUNCTION_WORD));
  }

  /** The same pages; those in the languages of the reader score more. */
  Query preferring(List<String> languages, Query text) {
    // Most pages have one of them: as bonuses, they would leave few pages to skip.
    BooleanQuery.Builder preferring =
        new BooleanQuery.Builder().add(text, BooleanClause.Occur.MUST);
    for (int i = 0; i < languages.size(); i++) {
      Query pages = new ConstantScoreQuery(Filters.term(IndexField.LANG, languages.get(i)));
      float weight = weights.of(ScorePart.LANGUAGE) / (i + 1);
      if (weight > 0) {
        preferring.add(new BoostQuery(pages, weight), BooleanClause.Occur.SHOULD);
      }
    }
    return preferring.build();
  }

  void add(List<Query> bonuses, Query part, ScorePart weight) {
    if (weights.of(weight) > 0) {
      bonuses.add(new BoostQuery(part, weights.of(weight)));
    }
  }

  /**
   * Lowers the score of spam and of kinds of pages that are seldom wanted; the same pages match.
   */
  RankedQuery demoting(RankedQuery text) {
    String kind = IndexField.KIND.fieldName();
    return text.keeping(
        Map.of(
            new Term(IndexField.FEATURES.fieldName(), Documents.SPAM_FEATURE),
            kept(ScorePart.SPAM),
            new Term(kind, Page.DIRECTORY_KIND),
            kept(ScorePart.DIRECTORY),
            new Term(kind, Page.CODE_KIND),
            kept(ScorePart.CODE),
            new Term(kind, Page.Content.UNFETCHED_KIND),
            kept(ScorePart.UNFETCHED)));
  }

  private float kept(ScorePart lost) {
    return 1 - Math.min(1, weights.of(lost));
  }

  /** A text's score, lowered by {@link #demoting}, plus static ranks; the same pages match. */
  public RankedQuery ranked(RankedQuery text, StaticRanks ranks, List<Topic> topics)
      throws IOException {
    return demoting(text).plus(ranks.queries(weights, topics));
  }

  /** The share of static ranks in a page's score. */
  public float staticScore(StaticRanks ranks, List<Topic> topics, int doc) throws IOException {
    return ranks.score(doc, weights, topics);
  }

  private Query forms(IndexField zone, Word word, Map<Word, Float> synonyms) {
    Map<Term, Float> terms = new LinkedHashMap<>();
    addForms(zone, word, 1, terms);
    synonyms.forEach((synonym, weight) -> addForms(zone, synonym, weight, terms));
    SynonymQuery.Builder forms = new SynonymQuery.Builder(zone.fieldName());
    terms.forEach(forms::addTerm);
    return forms.build();
  }

  private void addForms(IndexField zone, Word word, float weight, Map<Term, Float> terms) {
    terms.merge(new Term(zone.fieldName(), word.exact()), exact(weight), Math::max);
    if (weights.of(ScorePart.STEM) > 0) {
      float ofStem = exact(weight * Math.min(1, weights.of(ScorePart.STEM)));
      for (String stem : word.stems()) {
        if (mayHave.test(zone, stem)) {
          terms.merge(new Term(zone.fieldName(), stem), ofStem, Math::max);
        }
      }
    }
  }

  /**
   * Rounds the weight of a form. Lucene adds up the weighted frequencies of a word's forms in an
   * order that depends on the pages it has skipped; multiples of 1/64 have the same sum in any, and
   * so a page the same score in any index.
   */
  private static float exact(float weight) {
    return Math.max(1, Math.round(weight * FORM_STEPS)) / FORM_STEPS;
  }

  /**
   * The words one after the other in one zone.
   *
   * @param stems true if a stem matches in place of the typed form
   */
  static Query phrase(IndexField zone, List<Word> words, int slop, boolean stems) {
    String field = zone.fieldName();
    MultiPhraseQuery.Builder phrase = new MultiPhraseQuery.Builder().setSlop(slop);
    for (Word word : words) {
      // Lucene adds up the weights of all forms in one place: rare stems of many languages would
      // weigh more than the word.
      List<String> forms =
          stems ? word.forms().stream().filter(Analysis::isWord).toList() : List.of(word.exact());
      phrase.add(forms.stream().map(form -> new Term(field, form)).toArray(Term[]::new));
    }
    return phrase.build();
  }

  /** The best zone counts, and a share of the others. A zone without weight still matches. */
  Query best(List<IndexField> zones, Function<IndexField, Query> inZone) {
    List<Query> places = new ArrayList<>();
    for (IndexField zone : zones) {
      places.add(new BoostQuery(inZone.apply(zone), weight(zone)));
    }
    return places.size() == 1
        ? places.get(0)
        : new DisjunctionMaxQuery(places, Math.min(1, weights.of(ScorePart.OTHER_ZONES)));
  }
}
