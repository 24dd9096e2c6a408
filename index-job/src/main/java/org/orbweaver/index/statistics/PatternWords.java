package org.orbweaver.index.statistics;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.orbweaver.index.schema.Analysis;

/**
 * The words that match a pattern, at most {@link #MAX} of a field. Each segment proposes its most
 * frequent ones, and of these candidates the most frequent in all segments count; words of the same
 * frequency in alphabetical order. So a segment sends {@code MAX + 1} words only, and an index on
 * several servers finds the same words as one that has all of its segments.
 *
 * <p>A word that is in no segment's candidates may be more frequent in all than one that is. The
 * exact most frequent words cannot be found without sending all: finding the one word that two
 * servers share means intersecting their vocabularies.
 */
public final class PatternWords {
  /** Most words of a field that a pattern matches. */
  public static final int MAX = 100;

  /** Terms visited between two checks of the time limit. */
  private static final int TERMS_PER_CHECK = 4096;

  private static final Comparator<Counted> RAREST_FIRST =
      Comparator.comparingInt(Counted::pages)
          .thenComparing(Counted::word, Comparator.reverseOrder());

  private record Counted(BytesRef word, int pages) {}

  private PatternWords() {}

  /**
   * The candidates. There are more than {@link #MAX} exactly if the pattern matches more words.
   *
   * @param timeout after which to return the words found so far
   */
  public static Set<BytesRef> candidates(
      IndexReader reader, String field, String pattern, QueryTimeout timeout) throws IOException {
    CompiledAutomaton automaton =
        new CompiledAutomaton(WildcardQuery.toAutomaton(new Term(field, pattern)));
    Set<BytesRef> words = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      if (leaf.reader() instanceof StatisticsReaders.OtherShards elsewhere) {
        words.addAll(elsewhere.candidates(field, pattern));
      } else if (leaf.reader() instanceof StatisticsReaders.RecordingReader watched) {
        Set<BytesRef> own = mostFrequent(watched.getDelegate(), field, automaton, timeout);
        watched.proposed(field, pattern, own);
        words.addAll(own);
      } else {
        words.addAll(mostFrequent(leaf.reader(), field, automaton, timeout));
      }
    }
    return words;
  }

  /** The most frequent of the candidates. */
  public static List<BytesRef> chosen(IndexReader reader, String field, Set<BytesRef> candidates)
      throws IOException {
    if (candidates.size() <= MAX) {
      return List.copyOf(candidates);
    }
    PriorityQueue<Counted> most = new PriorityQueue<>(RAREST_FIRST);
    for (BytesRef word : candidates) {
      most.add(new Counted(word, reader.docFreq(new Term(field, word))));
      if (most.size() > MAX) {
        most.remove();
      }
    }
    return most.stream().map(Counted::word).toList();
  }

  private static Set<BytesRef> mostFrequent(
      LeafReader segment, String field, CompiledAutomaton automaton, QueryTimeout timeout)
      throws IOException {
    PriorityQueue<Counted> most = new PriorityQueue<>(RAREST_FIRST);
    Terms terms = segment.terms(field);
    TermsEnum found = terms == null ? TermsEnum.EMPTY : automaton.getTermsEnum(terms);
    for (int seen = 1; found.next() != null; seen++) {
      int pages = Analysis.isWord(found.term()) ? found.docFreq() : 0;
      // Later words of the same frequency rank after those already there.
      if (pages > 0 && (most.size() <= MAX || pages > most.element().pages())) {
        most.add(new Counted(BytesRef.deepCopyOf(found.term()), pages));
      }
      if (most.size() > MAX + 1) {
        most.remove();
      }
      if (seen % TERMS_PER_CHECK == 0 && timeout.shouldExit()) {
        break;
      }
    }
    return most.stream().map(Counted::word).collect(Collectors.toSet());
  }
}
