package org.orbweaver.index.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SlowImpactsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.statistics.StatisticsReaders;

/**
 * An index without one link text of one page: the text's occurrences in the page's anchors are
 * hidden. Lengths and idf stay unchanged.
 */
final class WithoutAnchor extends StatisticsReaders.UncachedReader {
  private static final String FIELD = IndexField.ANCHOR.fieldName();

  private final int page;
  private final BitSet hidden;

  private WithoutAnchor(LeafReader in, int page, BitSet hidden) {
    super(in);
    this.page = page;
    this.hidden = hidden;
  }

  /**
   * Hides the text.
   *
   * @param text the words of the text, as in the index
   * @param known the words of all texts of the page's anchors
   */
  static IndexReader of(IndexReader reader, int doc, List<String> text, Set<String> known)
      throws IOException {
    List<IndexReader> leaves = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      int page = doc - leaf.docBase;
      boolean has = page >= 0 && page < leaf.reader().maxDoc();
      leaves.add(
          has
              ? new WithoutAnchor(leaf.reader(), page, positions(leaf.reader(), page, text, known))
              : leaf.reader());
    }
    return new MultiReader(leaves.toArray(new IndexReader[0]), false);
  }

  /** The positions of anchors that equal the text; a gap separates two anchors. */
  private static BitSet positions(LeafReader leaf, int page, List<String> text, Set<String> known)
      throws IOException {
    TreeMap<Integer, String> words = new TreeMap<>();
    for (String word : known) {
      PostingsEnum postings = leaf.postings(new Term(FIELD, word), PostingsEnum.POSITIONS);
      if (postings != null && postings.advance(page) == page) {
        for (int i = 0; i < postings.freq(); i++) {
          // Another word's stem may equal this word; then the position belongs to that word.
          words.merge(postings.nextPosition(), word, (a, b) -> a.length() > b.length() ? a : b);
        }
      }
    }
    BitSet hidden = new BitSet();
    List<String> anchor = new ArrayList<>();
    for (Map.Entry<Integer, String> word : words.entrySet()) {
      int at = word.getKey();
      anchor.add(word.getValue());
      if (!words.containsKey(at + 1)) {
        if (anchor.equals(text)) {
          hidden.set(at + 1 - anchor.size(), at + 1);
        }
        anchor.clear();
      }
    }
    return hidden;
  }

  @Override
  public Terms terms(String field) throws IOException {
    Terms terms = super.terms(field);
    return !field.equals(FIELD) || terms == null
        ? terms
        : new FilterTerms(terms) {
          @Override
          public TermsEnum iterator() throws IOException {
            return new FilterTermsEnum(in.iterator()) {
              @Override
              public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
                return new Postings(in.postings(null, flags | PostingsEnum.POSITIONS));
              }

              @Override
              public ImpactsEnum impacts(int flags) throws IOException {
                return new SlowImpactsEnum(postings(null, flags));
              }
            };
          }
        };
  }

  private final class Postings extends FilterLeafReader.FilterPostingsEnum {
    private final List<Integer> left = new ArrayList<>();
    private int next;

    Postings(PostingsEnum in) {
      super(in);
    }

    @Override
    public int nextDoc() throws IOException {
      return shown(in.nextDoc());
    }

    @Override
    public int advance(int target) throws IOException {
      return shown(in.advance(target));
    }

    private int shown(int doc) throws IOException {
      if (doc != page) {
        return doc;
      }
      left.clear();
      next = 0;
      for (int i = 0; i < in.freq(); i++) {
        int position = in.nextPosition();
        if (!hidden.get(position)) {
          left.add(position);
        }
      }
      return left.isEmpty() ? in.nextDoc() : doc;
    }

    @Override
    public int freq() throws IOException {
      return docID() == page ? left.size() : in.freq();
    }

    @Override
    public int nextPosition() throws IOException {
      return docID() == page ? left.get(next++) : in.nextPosition();
    }
  }
}
