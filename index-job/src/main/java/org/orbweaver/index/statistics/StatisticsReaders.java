package org.orbweaver.index.statistics;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.OrdTermState;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Readers that make a shard score as a part of the whole index. All of Lucene's queries sum up
 * their statistics over the segments of a reader; so a further segment with counts but no pages
 * makes them those of the whole index, for any query.
 */
public final class StatisticsReaders {
  private StatisticsReaders() {}

  /** True if a segment holds counts only. */
  public static boolean isElsewhere(LeafReaderContext leaf) {
    return leaf.reader() instanceof OtherShards;
  }

  /**
   * The shard with the statistics of the other shards added; closing it leaves the shard open.
   *
   * @param elsewhere those of the other shards
   */
  public static IndexReader within(IndexReader shard, Statistics elsewhere) throws IOException {
    return shard.leaves().isEmpty() || elsewhere.maxDoc() == 0
        ? new MultiReader(new IndexReader[] {shard}, false)
        : new MultiReader(
            new IndexReader[] {shard, new OtherShards(shard.leaves().get(0).reader(), elsewhere)},
            false);
  }

  /**
   * The shard, with its use recorded; closing it leaves the shard open.
   *
   * @param words receives the words by field whose counts are read
   * @param patterns receives the candidates of patterns, as in {@link Statistics}
   */
  public static IndexReader watched(
      IndexReader shard, Map<String, Set<String>> words, Map<String, Set<String>> patterns)
      throws IOException {
    IndexReader[] leaves =
        shard.leaves().stream()
            .map(leaf -> new RecordingReader(leaf.reader(), words, patterns))
            .toArray(IndexReader[]::new);
    return new MultiReader(leaves, false);
  }

  /** Lives for one question, so that caching for it is useless. */
  public abstract static class UncachedReader extends FilterLeafReader {
    protected UncachedReader(LeafReader in) {
      super(in);
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  static final class RecordingReader extends UncachedReader {
    private final Map<String, Set<String>> words;
    private final Map<String, Set<String>> patterns;

    RecordingReader(
        LeafReader in, Map<String, Set<String>> words, Map<String, Set<String>> patterns) {
      super(in);
      this.words = words;
      this.patterns = patterns;
    }

    /** Records the shard's candidates for a pattern. */
    void proposed(String field, String pattern, Set<BytesRef> candidates) {
      Set<String> seen = words.computeIfAbsent(field, name -> new TreeSet<>());
      Set<String> all = patterns.computeIfAbsent(field + " " + pattern, name -> new TreeSet<>());
      for (BytesRef word : candidates) {
        seen.add(word.utf8ToString());
        all.add(word.utf8ToString());
      }
    }

    @Override
    public Terms terms(String field) throws IOException {
      Terms terms = super.terms(field);
      Set<String> seen = words.computeIfAbsent(field, name -> new TreeSet<>());
      return terms == null
          ? null
          : new FilterTerms(terms) {
            @Override
            public TermsEnum iterator() throws IOException {
              return watched(in.iterator());
            }

            @Override
            public TermsEnum intersect(CompiledAutomaton automaton, BytesRef start)
                throws IOException {
              return watched(in.intersect(automaton, start));
            }

            private TermsEnum watched(TermsEnum all) {
              return new FilterTermsEnum(all) {
                @Override
                public int docFreq() throws IOException {
                  seen.add(term().utf8ToString());
                  return super.docFreq();
                }

                @Override
                public long totalTermFreq() throws IOException {
                  seen.add(term().utf8ToString());
                  return super.totalTermFreq();
                }
              };
            }
          };
    }
  }

  /** Has the fields of a shard's segment, but no pages. */
  static final class OtherShards extends UncachedReader {
    private final Statistics statistics;
    private final Map<String, Terms> fields = new HashMap<>();

    OtherShards(LeafReader like, Statistics statistics) {
      super(like);
      this.statistics = statistics;
      statistics.fields().forEach((name, field) -> fields.put(name, new CountedTerms(field)));
    }

    /** The other shards' candidates for a pattern. */
    List<BytesRef> candidates(String field, String pattern) {
      return statistics.patterns().getOrDefault(field + " " + pattern, List.of()).stream()
          .map(BytesRef::new)
          .toList();
    }

    @Override
    public Terms terms(String field) {
      return fields.get(field);
    }

    @Override
    public int numDocs() {
      return statistics.docs();
    }

    @Override
    public int maxDoc() {
      return statistics.maxDoc();
    }

    @Override
    public Bits getLiveDocs() {
      return new Bits.MatchNoBits(maxDoc());
    }
  }

  private static final class CountedTerms extends Terms {
    private final Statistics.OfField field;
    private final TreeMap<BytesRef, Statistics.OfTerm> terms = new TreeMap<>();

    CountedTerms(Statistics.OfField field) {
      this.field = field;
      field.terms().forEach((text, term) -> terms.put(new BytesRef(text), term));
    }

    @Override
    public TermsEnum iterator() {
      return new CountedTermsEnum(terms);
    }

    @Override
    public long size() {
      return terms.size();
    }

    @Override
    public long getSumTotalTermFreq() {
      return field.sumTotalTermFreq();
    }

    @Override
    public long getSumDocFreq() {
      return field.sumDocFreq();
    }

    @Override
    public int getDocCount() {
      return field.docCount();
    }

    @Override
    public boolean hasFreqs() {
      return true;
    }

    @Override
    public boolean hasOffsets() {
      return true;
    }

    @Override
    public boolean hasPositions() {
      return true;
    }

    @Override
    public boolean hasPayloads() {
      return true;
    }
  }

  private static final class CountedTermsEnum extends FilterLeafReader.FilterTermsEnum {
    private final NavigableMap<BytesRef, Statistics.OfTerm> terms;
    private Map.Entry<BytesRef, Statistics.OfTerm> at;
    private boolean begun;

    CountedTermsEnum(NavigableMap<BytesRef, Statistics.OfTerm> terms) {
      super(TermsEnum.EMPTY);
      this.terms = terms;
    }

    @Override
    public SeekStatus seekCeil(BytesRef text) {
      begun = true;
      at = terms.ceilingEntry(text);
      return at == null
          ? SeekStatus.END
          : at.getKey().equals(text) ? SeekStatus.FOUND : SeekStatus.NOT_FOUND;
    }

    @Override
    public BytesRef next() {
      at = !begun ? terms.firstEntry() : at == null ? null : terms.higherEntry(at.getKey());
      begun = true;
      return at == null ? null : at.getKey();
    }

    @Override
    public BytesRef term() {
      return at.getKey();
    }

    @Override
    public int docFreq() {
      return at.getValue().docFreq();
    }

    @Override
    public long totalTermFreq() {
      return at.getValue().totalTermFreq();
    }

    @Override
    public boolean seekExact(BytesRef text) {
      return seekCeil(text) == SeekStatus.FOUND;
    }

    @Override
    public TermState termState() {
      return new OrdTermState();
    }
  }
}
