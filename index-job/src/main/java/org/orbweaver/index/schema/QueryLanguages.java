package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;

/** The languages in whose stems the words of a query are searched. */
public final class QueryLanguages {
  /** A language counts that so many pages have; by chance, a few are taken for any language. */
  private static final int MANY = 10;

  private static final List<IndexField> TEXTS =
      List.of(IndexField.MAIN, IndexField.TITLE, IndexField.BODY);

  private final IndexReader reader;
  private final List<String> languages = new ArrayList<>();

  /** The languages of many pages of an index, and English, by which unknown ones are stemmed. */
  public QueryLanguages(IndexReader reader) throws IOException {
    this.reader = reader;
    for (Map.Entry<String, List<String>> language : Stemmer.codes().entrySet()) {
      long pages = 0;
      for (String code : language.getValue()) {
        pages += code.isEmpty() ? 0 : reader.docFreq(new Term(IndexField.LANG.fieldName(), code));
      }
      if (pages >= MANY || language.getKey().equals(Stemmer.ENGLISH)) {
        languages.add(language.getKey());
      }
    }
  }

  /** The words of a text, with those of their stems that are in the index. */
  public List<Analysis.Word> words(String text) throws IOException {
    List<Analysis.Word> words = Analysis.words(text, languages);
    for (Analysis.Word word : words) {
      List<String> absent = new ArrayList<>();
      for (String stem : word.stems()) {
        if (!isInIndex(stem)) {
          absent.add(stem);
        }
      }
      word.stems().removeAll(absent);
    }
    return words;
  }

  private boolean isInIndex(String stem) throws IOException {
    for (IndexField text : TEXTS) {
      if (reader.docFreq(new Term(text.fieldName(), stem)) > 0) {
        return true;
      }
    }
    return false;
  }
}
