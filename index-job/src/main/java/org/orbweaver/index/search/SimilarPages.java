package org.orbweaver.index.search;

import static org.apache.lucene.search.BooleanClause.Occur.MUST_NOT;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.mlt.MoreLikeThis;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Documents;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.StoredDocuments;

/** Finds pages similar to one: those with the words that distinguish it from most others. */
public final class SimilarPages {
  /** Shorter words carry little of a page's topic. */
  private static final int SHORTEST_WORD = 3;

  /** Words in more pages than this, and in more than a fifth of all, are ignored. */
  private static final int COMMON_PAGES = 20;

  private static final int COMMON_SHARE = 5;

  /**
   * The page that others should resemble.
   *
   * @param url of the page
   * @param group its group of near-duplicates, or empty
   * @param language a tag like {@code en-gb}, or empty
   * @param texts by field
   */
  public record Example(
      String url, String group, String language, Map<String, List<String>> texts) {}

  private SimilarPages() {}

  /** A page of an index as an example. */
  static Example example(IndexReader reader, int doc) throws IOException {
    Document stored = new StoredDocuments(reader).document(doc);
    Map<String, List<String>> texts = new LinkedHashMap<>();
    for (IndexField field : List.of(IndexField.TITLE, IndexField.MAIN)) {
      texts.put(field.fieldName(), List.of(stored.getValues(field.fieldName())));
    }
    return new Example(
        stored.get(IndexField.URL.fieldName()),
        new DuplicateGroups(new IndexSearcher(reader)).of(doc),
        StoredDocuments.text(stored, IndexField.LANG),
        texts);
  }

  /** Finds pages similar to one, without it and its near-duplicates. */
  static Query query(IndexReader reader, Example example) throws IOException {
    MoreLikeThis words = new MoreLikeThis(reader);
    words.setAnalyzer(Analysis.ofStored(example.language()));
    words.setFieldNames(example.texts().keySet().toArray(new String[0]));
    words.setMinTermFreq(1);
    words.setMinDocFreq(2);
    words.setMaxDocFreq(Math.max(COMMON_PAGES, reader.maxDoc() / COMMON_SHARE));
    words.setMinWordLen(SHORTEST_WORD);
    words.setBoost(true);
    Map<String, Collection<Object>> texts = new LinkedHashMap<>();
    example.texts().forEach((field, values) -> texts.put(field, List.copyOf(values)));
    BooleanQuery.Builder others =
        new BooleanQuery.Builder()
            .add(words.like(texts), BooleanClause.Occur.MUST)
            .add(
                new TermQuery(
                    new Term(IndexField.URL.fieldName(), Documents.urlTerm(example.url()))),
                MUST_NOT);
    if (!example.group().isEmpty()) {
      others.add(new TermQuery(new Term(IndexField.GROUP.fieldName(), example.group())), MUST_NOT);
    }
    return others.build();
  }
}
