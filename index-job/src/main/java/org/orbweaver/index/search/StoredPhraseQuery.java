package org.orbweaver.index.search;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.UrlParts;

/**
 * Pages whose stored text has a phrase. It is analysed page by page, so this is a filter for few
 * candidates. Headings and prominent text are not stored, but stand in the text besides; of a page
 * whose text is longer than what is stored, the end is not looked at.
 */
final class StoredPhraseQuery extends Query {
  /** Against some ten for a look at positions. */
  private static final float COST = 100_000;

  private final List<String> phrase;
  private final List<IndexField> zones;

  StoredPhraseQuery(List<String> phrase, List<IndexField> zones) {
    this.phrase = phrase;
    this.zones = zones;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public Scorer scorer(LeafReaderContext leaf) throws IOException {
        StoredFields stored = leaf.reader().storedFields();
        DocIdSetIterator all = DocIdSetIterator.all(leaf.reader().maxDoc());
        TwoPhaseIterator look =
            new TwoPhaseIterator(all) {
              @Override
              public boolean matches() throws IOException {
                return hasPhrase(stored.document(all.docID(), fields()));
              }

              @Override
              public float matchCost() {
                return COST;
              }
            };
        return new ConstantScoreScorer(this, score(), mode, look);
      }

      @Override
      public boolean isCacheable(LeafReaderContext leaf) {
        return true;
      }
    };
  }

  private Set<String> fields() {
    return Stream.concat(Stream.of(IndexField.LANG), zones.stream())
        .map(field -> field == IndexField.URL_PARTS ? IndexField.URL : field)
        .map(IndexField::fieldName)
        .collect(Collectors.toSet());
  }

  private boolean hasPhrase(Document page) {
    String lang = page.get(IndexField.LANG.fieldName());
    boolean isStemmed = Analysis.isStemmed(lang == null ? "" : lang);
    return zones.stream()
        .flatMap(zone -> texts(page, zone).stream())
        .anyMatch(text -> hasPhrase(Analysis.words(text), isStemmed));
  }

  /** A word is found in its stem's place, too, as in the index. */
  private boolean hasPhrase(List<Word> words, boolean isStemmed) {
    return IntStream.rangeClosed(0, words.size() - phrase.size())
        .anyMatch(
            start ->
                IntStream.range(0, phrase.size())
                    .allMatch(
                        i -> {
                          Word word = words.get(start + i);
                          return phrase.get(i).equals(word.exact())
                              || (isStemmed && phrase.get(i).equals(word.stem()));
                        }));
  }

  private static List<String> texts(Document page, IndexField zone) {
    if (zone == IndexField.URL_PARTS) {
      return List.of(UrlParts.words(page.get(IndexField.URL.fieldName())));
    }
    String text = page.get(zone.fieldName());
    if (text == null) {
      return List.of();
    }
    return zone == IndexField.ANCHOR ? text.lines().toList() : List.of(text);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String field) {
    return "stored(" + phrase + " in " + zones + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredPhraseQuery query
        && phrase.equals(query.phrase)
        && zones.equals(query.zones);
  }

  @Override
  public int hashCode() {
    return 31 * phrase.hashCode() + zones.hashCode();
  }
}
