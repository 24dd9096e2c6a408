package org.orbweaver.index.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.Analysis.Word;
import org.orbweaver.index.schema.IndexField;

/**
 * The cosine measure, term at a time: A_d = Σ w_qt·w_dt with w_qt = ln(1 + N/f_t) and w_dt = 1 + ln
 * f_dt, divided by W_d (Zobel and Moffat, "Inverted Files for Text Search Engines", 2006).
 *
 * <p>f_dt counts a term in the page's own text, its title included; W_d was computed of the same
 * text when it was indexed ({@link IndexField#VECTOR_LENGTH}). A word of the query means its stem,
 * or the word itself on pages without stems; a repeated word counts once, and stop words are no
 * terms.
 *
 * <p>Memory: eight bytes a page of the index, and the list of one term.
 */
public final class Cosine {
  /** How accumulators are limited. */
  public enum Strategy {
    /** A page gets an accumulator with its first term: the exact result. */
    EXACT,
    /** Ignores the remaining terms of the query once the accumulators are used up. */
    QUIT,
    /** Updates only the existing accumulators once they are used up. */
    CONTINUE,
    /** Creates an accumulator only for a term that adds more than a threshold. */
    THRESHOLD
  }

  /**
   * A strategy and its bound: how many accumulators, or the threshold.
   *
   * @param bound 0 for the exact result
   */
  public record Limit(Strategy strategy, double bound) {
    /** No limit. */
    public static final Limit EXACT = new Limit(Strategy.EXACT, 0);

    /**
     * Reads {@code exact}, {@code quit:N}, {@code continue:N} or {@code threshold:S}.
     *
     * @throws OrbException (usage) if it is none of these
     */
    public static Limit parse(String text) {
      int colon = text.indexOf(':');
      String name = colon < 0 ? text : text.substring(0, colon);
      try {
        for (Strategy strategy : Strategy.values()) {
          if (strategy.name().equalsIgnoreCase(name)) {
            if (strategy == Strategy.EXACT && colon < 0) {
              return EXACT;
            }
            double bound = Double.parseDouble(text.substring(colon + 1));
            boolean isCount = strategy != Strategy.THRESHOLD;
            if (strategy != Strategy.EXACT
                && bound > 0
                && (!isCount || bound == Math.rint(bound))) {
              return new Limit(strategy, bound);
            }
          }
        }
      } catch (NumberFormatException e) {
        // Told below.
      }
      throw OrbException.usage(
          "accumulators '" + text + "': expected exact, quit:N, continue:N or threshold:S");
    }

    @Override
    public String toString() {
      String name = strategy.name().toLowerCase(Locale.ROOT);
      return strategy == Strategy.EXACT
          ? name
          : name + ":" + (strategy == Strategy.THRESHOLD ? "" + bound : "" + (long) bound);
    }
  }

  /** A page and its score. */
  public record Scored(int doc, double score) {}

  /** The best pages, and the cost of finding them. */
  public record CosineRanking(List<Scored> best, int accumulators, long postings) {}

  /** Never compared. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record InvertedList(int[] docs, int[] frequencies) {}

  /** The zones of the page's own text; no word is in two of them. */
  private static final List<IndexField> TEXT =
      List.of(IndexField.TITLE, IndexField.MAIN, IndexField.BODY);

  private Cosine() {}

  /** The best pages for some words. */
  public static CosineRanking search(IndexReader reader, List<Word> words, int top, Limit limit)
      throws IOException {
    Map<String, Set<String>> forms = new LinkedHashMap<>();
    for (Word word : Analysis.withoutStopWords(words)) {
      String stem = word.stemmed();
      Set<String> of = forms.computeIfAbsent(stem, s -> new LinkedHashSet<>(Set.of(s)));
      of.add(word.exact());
    }
    List<InvertedList> lists = new ArrayList<>();
    for (Set<String> term : forms.values()) {
      lists.add(list(reader, term));
    }
    return evaluate(lists, reader.numDocs(), reader.maxDoc(), lengths(reader), top, limit);
  }

  /**
   * The algorithm of the lectures.
   *
   * @param lists of the query's terms
   * @param n number of pages N
   * @param maxDoc bound of the pages' numbers
   * @param lengths W_d by page
   */
  private static CosineRanking evaluate(
      List<InvertedList> lists,
      int n,
      int maxDoc,
      IntToDoubleFunction lengths,
      int top,
      Limit limit) {
    List<InvertedList> rarestFirst = new ArrayList<>(lists);
    rarestFirst.sort(Comparator.comparingInt(list -> list.docs.length));
    double[] accumulators = new double[maxDoc];
    boolean counts = limit.strategy() == Strategy.QUIT || limit.strategy() == Strategy.CONTINUE;
    long most = counts ? (long) limit.bound() : Long.MAX_VALUE;
    double threshold = limit.strategy() == Strategy.THRESHOLD ? limit.bound() : 0;
    int taken = 0;
    long postings = 0;
    for (InvertedList list : rarestFirst) {
      if (taken >= most && limit.strategy() == Strategy.QUIT) {
        break;
      }
      double queryWeight = Math.log(1 + (double) n / Math.max(1, list.docs.length));
      for (int i = 0; i < list.docs.length; i++) {
        double part = queryWeight * (1 + Math.log(list.frequencies[i]));
        int doc = list.docs[i];
        if (accumulators[doc] > 0) {
          accumulators[doc] += part;
        } else if (taken < most && part > threshold) {
          accumulators[doc] = part;
          taken++;
        }
      }
      postings += list.docs.length;
    }
    return new CosineRanking(best(accumulators, lengths, top), taken, postings);
  }

  private static List<Scored> best(double[] accumulators, IntToDoubleFunction lengths, int top) {
    List<Scored> all = new ArrayList<>();
    for (int doc = 0; doc < accumulators.length; doc++) {
      if (accumulators[doc] > 0) {
        all.add(new Scored(doc, accumulators[doc] / lengths.applyAsDouble(doc)));
      }
    }
    all.sort(Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::doc));
    return List.copyOf(all.subList(0, Math.min(top, all.size())));
  }

  /** The list of a term in the text, over all zones and forms, without deleted pages. */
  private static InvertedList list(IndexReader reader, Set<String> forms) throws IOException {
    int[] docs = new int[16];
    int[] frequencies = new int[16];
    int size = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      int[] sums = new int[0];
      for (IndexField zone : TEXT) {
        int[] inZone = new int[0];
        for (String form : forms) {
          PostingsEnum postings =
              leaf.reader().postings(new Term(zone.fieldName(), form), PostingsEnum.FREQS);
          if (postings != null) {
            inZone = inZone.length == 0 ? new int[leaf.reader().maxDoc()] : inZone;
            for (int doc = postings.nextDoc();
                doc != DocIdSetIterator.NO_MORE_DOCS;
                doc = postings.nextDoc()) {
              // If a page has stems, the stem's frequency includes the other forms'.
              inZone[doc] = Math.max(inZone[doc], postings.freq());
            }
          }
        }
        if (inZone.length > 0) {
          sums = sums.length == 0 ? new int[inZone.length] : sums;
          for (int doc = 0; doc < sums.length; doc++) {
            sums[doc] += inZone[doc];
          }
        }
      }
      for (int doc = 0; doc < sums.length; doc++) {
        if (sums[doc] > 0 && (live == null || live.get(doc))) {
          if (size == docs.length) {
            docs = Arrays.copyOf(docs, 2 * size);
            frequencies = Arrays.copyOf(frequencies, 2 * size);
          }
          docs[size] = leaf.docBase + doc;
          frequencies[size++] = sums[doc];
        }
      }
    }
    return new InvertedList(Arrays.copyOf(docs, size), Arrays.copyOf(frequencies, size));
  }

  /** W_d of each page; pages must be read in ascending order. */
  private static IntToDoubleFunction lengths(IndexReader reader) throws IOException {
    float[] lengths = new float[reader.maxDoc()];
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues values =
          leaf.reader().getNumericDocValues(IndexField.VECTOR_LENGTH.fieldName());
      while (values != null && values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        lengths[leaf.docBase + values.docID()] = Float.intBitsToFloat((int) values.longValue());
      }
    }
    return doc -> lengths[doc];
  }
}
