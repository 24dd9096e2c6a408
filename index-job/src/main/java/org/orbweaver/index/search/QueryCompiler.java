package org.orbweaver.index.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.QueryNode.All;
import org.orbweaver.index.search.QueryNode.Any;
import org.orbweaver.index.search.QueryNode.In;
import org.orbweaver.index.search.QueryNode.Occur;
import org.orbweaver.index.search.QueryNode.Part;
import org.orbweaver.index.search.QueryNode.Text;

/** Turns a query tree into Lucene's; the package description says how pages are ranked by it. */
final class QueryCompiler {
  /** What the zones other than the best add to a word's score. */
  private static final float OTHER_ZONES = 0.25f;

  /** What a stem counts beside the form that was typed. */
  private static final float STEM = 0.6f;

  /** Of more than two words, this share must be there. */
  private static final double WANTED_SHARE = 0.7;

  private static final float TITLE_EXACT = 2.5f;
  private static final float TITLE_PHRASE = 1.5f;
  private static final float ANCHOR_PHRASE = 1.0f;
  private static final float HEADING_PHRASE = 0.6f;
  private static final float BODY_PHRASE = 0.5f;
  private static final float BODY_NEAR = 0.4f;

  private QueryCompiler() {}

  /** The weight of a word found in that zone. */
  private static float weight(IndexField zone) {
    return switch (zone) {
      case TITLE -> 3f;
      case ANCHOR -> 2f;
      case HEADINGS -> 1.5f;
      case URL_PARTS -> 1.2f;
      case META -> 0.8f;
      default -> 1f;
    };
  }

  /** The query for the text's share of the score. */
  static Query text(All query) {
    BooleanQuery.Builder ranked = new BooleanQuery.Builder();
    ranked.add(all(query), BooleanClause.Occur.MUST);
    List<Word> words = new ArrayList<>();
    for (Part part : query.parts()) {
      if (part.occur() != Occur.NOT && part.node() instanceof Text t && t.in() == In.ANYWHERE) {
        words.addAll(Analysis.words(t.text()));
      }
    }
    if (!words.isEmpty()) {
      together(ranked, words);
    }
    return ranked.build();
  }

  /** That query with PageRank added, which by itself finds nothing. */
  static Query ranked(Query text, float staticWeight, float pivot) {
    if (staticWeight <= 0 || pivot <= 0) {
      return text;
    }
    return new BooleanQuery.Builder()
        .add(text, BooleanClause.Occur.MUST)
        .add(
            FeatureField.newSaturationQuery(
                IndexField.FEATURES.fieldName(), Documents.PAGERANK_FEATURE, staticWeight, pivot),
            BooleanClause.Occur.SHOULD)
        .build();
  }

  private static void together(BooleanQuery.Builder ranked, List<Word> words) {
    String name = String.join(" ", words.stream().map(Word::exact).toList());
    optional(ranked, term(IndexField.TITLE_EXACT, name), TITLE_EXACT);
    if (words.size() > 1) {
      optional(ranked, phrase(IndexField.TITLE, words, 0, true), TITLE_PHRASE);
      optional(ranked, phrase(IndexField.ANCHOR, words, 0, true), ANCHOR_PHRASE);
      optional(ranked, phrase(IndexField.HEADINGS, words, 0, true), HEADING_PHRASE);
      optional(ranked, phrase(IndexField.BODY, words, 0, true), BODY_PHRASE);
      optional(ranked, phrase(IndexField.BODY, words, 8 + 2 * words.size(), true), BODY_NEAR);
    }
  }

  private static void optional(BooleanQuery.Builder ranked, Query query, float weight) {
    ranked.add(new BoostQuery(query, weight), BooleanClause.Occur.SHOULD);
  }

  private static Query all(All all) {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    int plain = 0;
    boolean positive = false;
    boolean required = false;
    for (Part part : all.parts()) {
      boolean filter = part.node() instanceof Text text && text.in().isFilter();
      if (part.occur() == Occur.NOT) {
        query.add(node(part.node()), BooleanClause.Occur.MUST_NOT);
        continue;
      }
      positive = true;
      if (filter) {
        query.add(node(part.node()), BooleanClause.Occur.FILTER);
      } else if (part.occur() == Occur.MUST) {
        query.add(node(part.node()), BooleanClause.Occur.MUST);
        required = true;
      } else {
        query.add(node(part.node()), BooleanClause.Occur.SHOULD);
        plain++;
      }
    }
    if (!positive) {
      query.add(new MatchAllDocsQuery(), BooleanClause.Occur.FILTER);
    }
    // Who says what must be there leaves the rest to the ranking.
    if (plain > 0 && !required) {
      query.setMinimumNumberShouldMatch(plain <= 2 ? plain : (int) Math.ceil(plain * WANTED_SHARE));
    }
    return query.build();
  }

  private static Query node(QueryNode node) {
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
    return text((Text) node);
  }

  private static Query text(Text text) {
    String value = text.text();
    return switch (text.in()) {
      case SITE -> filter(IndexField.SITE, site(value));
      case LANG -> filter(IndexField.LANG, value);
      case TYPE -> filter(IndexField.TYPE, value);
      case GROUP -> filter(IndexField.GROUP, value);
      case USAGE -> filter(IndexField.USAGE, value.replace('=', ':'));
      case TOPIC -> filter(IndexField.TOPIC, value);
      case TITLE -> words(text, List.of(IndexField.TITLE));
      case ANCHOR -> words(text, List.of(IndexField.ANCHOR));
      case URL ->
          value.contains("://")
              ? term(IndexField.URL, value)
              : phrase(IndexField.URL_PARTS, Analysis.words(value.replace('_', ' ')), 0, false);
      case ANYWHERE -> words(text, IndexField.zones());
    };
  }

  /**
   * {@code http://www.example.org/} is taken for its host, {@code *.example.org} for its domain.
   */
  private static String site(String value) {
    return value.replaceFirst("^.*?://", "").replaceFirst("/.*", "").replaceFirst("^[*.]+", "");
  }

  private static Query filter(IndexField field, String value) {
    return new BoostQuery(new ConstantScoreQuery(term(field, value.toLowerCase(Locale.ROOT))), 0f);
  }

  private static Query words(Text text, List<IndexField> zones) {
    List<Word> words = Analysis.words(text.text());
    if (text.quoted()) {
      List<Query> phrases = new ArrayList<>();
      for (IndexField zone : zones) {
        phrases.add(new BoostQuery(phrase(zone, words, text.slop(), false), weight(zone)));
      }
      return best(phrases);
    }
    if (words.size() == 1) {
      return word(words.get(0), zones);
    }
    // What was typed as one word but is several: each of them, and near each other for a better
    // score by the phrases above.
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (Word word : words) {
      all.add(word(word, zones), BooleanClause.Occur.MUST);
    }
    return all.build();
  }

  private static Query word(Word word, List<IndexField> zones) {
    List<Query> places = new ArrayList<>();
    for (IndexField zone : zones) {
      places.add(new BoostQuery(form(zone, word), weight(zone)));
    }
    return best(places);
  }

  private static Query form(IndexField zone, Word word) {
    SynonymQuery.Builder forms = new SynonymQuery.Builder(zone.fieldName());
    forms.addTerm(new Term(zone.fieldName(), word.exact()));
    if (word.stem() != null) {
      forms.addTerm(new Term(zone.fieldName(), word.stem()), STEM);
    }
    return forms.build();
  }

  /**
   * The words one behind the other.
   *
   * @param stems whether a stem will do in place of the form that was typed
   */
  private static Query phrase(IndexField zone, List<Word> words, int slop, boolean stems) {
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

  private static Query best(Collection<Query> queries) {
    return queries.size() == 1
        ? queries.iterator().next()
        : new DisjunctionMaxQuery(queries, OTHER_ZONES);
  }

  private static Query term(IndexField field, String value) {
    return new TermQuery(new Term(field.fieldName(), value));
  }
}
