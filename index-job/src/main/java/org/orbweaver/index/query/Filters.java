package org.orbweaver.index.query;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.query.QueryNode.In;
import org.orbweaver.index.query.QueryNode.Named;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.PageFields;

/** The fields of the query language that restrict pages without affecting their score. */
final class Filters {
  private Filters() {}

  /** The pages with a value in a field that {@linkplain In#isFilter is a filter}. */
  static Query of(In field, String value) {
    return switch (field) {
      case SITE -> unscored(term(IndexField.SITE, site(value)));
      case HOST -> host(site(value));
      case LINK -> unscored(link(value));
      case USAGE -> unscored(term(IndexField.USAGE, value.replace('=', ':')));
      default -> unscored(term(IndexField.valueOf(field.name()), value));
    };
  }

  /** The pages with the words of a text in one value of a field, or with the text as a value. */
  static Query of(Named field) {
    BooleanQuery.Builder any =
        new BooleanQuery.Builder()
            .add(
                new TermQuery(PageFields.whole(field.field(), field.text())),
                BooleanClause.Occur.SHOULD);
    List<String> words = PageFields.words(field.field(), field.text());
    if (!words.isEmpty()) {
      any.add(
          new PhraseQuery(
              field.slop(), IndexField.FIELDS.fieldName(), words.toArray(new String[0])),
          BooleanClause.Occur.SHOULD);
    }
    return unscored(any.build());
  }

  static Query unscored(Query query) {
    return new BoostQuery(new ConstantScoreQuery(query), 0f);
  }

  static Query term(IndexField field, String value) {
    return new TermQuery(new Term(field.fieldName(), value.toLowerCase(Locale.ROOT)));
  }

  /** The term finds the site's pages, doc values pick the host. */
  private static Query host(String host) {
    return new BooleanQuery.Builder()
        .add(term(IndexField.SITE, host), BooleanClause.Occur.FILTER)
        .add(
            SortedDocValuesField.newSlowExactQuery(
                IndexField.HOST.fieldName(), new BytesRef(host.toLowerCase(Locale.ROOT))),
            BooleanClause.Occur.FILTER)
        .build();
  }

  /** A URL without a scheme means either scheme. */
  private static Query link(String url) {
    String path = url.indexOf('/') < 0 ? url + "/" : url;
    return new TermInSetQuery(
        IndexField.LINK.fieldName(),
        (url.contains("://") ? Stream.of(url) : Stream.of("http://" + path, "https://" + path))
            .map(BytesRef::new)
            .toList());
  }

  /** {@code http://www.example.org/} means its host, {@code *.example.org} its domain. */
  private static String site(String value) {
    return value.replaceFirst("^.*?://", "").replaceFirst("/.*", "").replaceFirst("^[*.]+", "");
  }
}
