package org.orbweaver.index.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.QueryNode.All;
import org.orbweaver.index.search.QueryNode.Any;
import org.orbweaver.index.search.QueryNode.In;
import org.orbweaver.index.search.QueryNode.Occur;
import org.orbweaver.index.search.QueryNode.Part;
import org.orbweaver.index.search.QueryNode.Text;

/** Turns a query tree into Lucene's; the package description says how pages are ranked by it. */
final class QueryCompiler {
  /** Of more than two words, this share must be there. */
  private static final double WANTED_SHARE = 0.7;

  private final Ranking ranking;

  QueryCompiler(Ranking ranking) {
    this.ranking = ranking;
  }

  /** The query for the text's share of the score. */
  Query text(All query) {
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

  private Query all(All all) {
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

  private Query node(QueryNode node) {
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

  private Query text(Text text) {
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
              : Ranking.phrase(
                  IndexField.URL_PARTS, Analysis.words(value.replace('_', ' ')), 0, false);
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

  private Query words(Text text, List<IndexField> zones) {
    List<Word> words = Analysis.words(text.text());
    if (text.quoted()) {
      return ranking.phrase(words, text.slop(), zones);
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

  private static Query term(IndexField field, String value) {
    return new TermQuery(new Term(field.fieldName(), value));
  }
}
