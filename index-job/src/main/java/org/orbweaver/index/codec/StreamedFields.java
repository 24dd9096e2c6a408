package org.orbweaver.index.codec;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.FilterLeafReader.FilterTermsEnum;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * The postings of a shard in the form that the codec consumes, read once and forward from the
 * merged records: fields in ascending order, with their terms, with their documents.
 */
final class StreamedFields extends Fields {
  private final SegmentSource source;
  private final List<String> names;

  /**
   * @param names of all fields, ascending; a field's number is its place
   */
  StreamedFields(SegmentSource source, List<String> names) {
    this.source = source;
    this.names = names;
  }

  @Override
  public Iterator<String> iterator() {
    return names.stream().filter(this::isInverted).iterator();
  }

  private boolean isInverted(String name) {
    FieldTraits traits = source.traits(names.indexOf(name));
    return traits != null && traits.options() != IndexOptions.NONE;
  }

  @Override
  public Terms terms(String name) {
    int field = names.indexOf(name);
    // A field may have been inverted without any term.
    return source.isAt(Section.POSTINGS, field) ? new StreamedTerms(field) : null;
  }

  @Override
  public int size() {
    return -1;
  }

  private static UnsupportedOperationException forwardOnly() {
    return new UnsupportedOperationException("records are read once, forward");
  }

  private final class StreamedTerms extends Terms {
    private final int field;
    private final FieldTraits traits;

    StreamedTerms(int field) {
      this.field = field;
      this.traits = source.traits(field);
    }

    @Override
    public TermsEnum iterator() {
      return new StreamedTermsEnum(new TermMerger(source, Section.POSTINGS, field), traits);
    }

    @Override
    public boolean hasFreqs() {
      return traits.hasFrequencies();
    }

    @Override
    public boolean hasPositions() {
      return traits.hasPositions();
    }

    @Override
    public boolean hasOffsets() {
      return false;
    }

    @Override
    public boolean hasPayloads() {
      return false;
    }

    @Override
    public long size() {
      return -1;
    }

    @Override
    public long getSumTotalTermFreq() {
      throw forwardOnly();
    }

    @Override
    public long getSumDocFreq() {
      throw forwardOnly();
    }

    @Override
    public int getDocCount() {
      throw forwardOnly();
    }
  }

  /** Supports forward iteration only. */
  private static final class StreamedTermsEnum extends FilterTermsEnum {
    private final TermMerger merger;
    private final StreamedPostings postings;

    StreamedTermsEnum(TermMerger merger, FieldTraits traits) {
      super(TermsEnum.EMPTY);
      this.merger = merger;
      this.postings = new StreamedPostings(merger, traits);
    }

    @Override
    public BytesRef next() throws IOException {
      postings.drain();
      return merger.nextTerm() ? merger.term() : null;
    }

    @Override
    public BytesRef term() {
      return merger.term();
    }

    @Override
    public PostingsEnum postings(PostingsEnum reuse, int flags) {
      postings.begin();
      return postings;
    }
  }

  /** The postings of a term; {@link #begin} moves to the next term. */
  static final class StreamedPostings extends PostingsEnum {
    private final TermMerger merger;
    private final boolean frequencies;
    private final boolean positions;
    private ByteArrayDataInput list;
    private int base;
    private int local;
    private int doc = NO_MORE_DOCS;
    private int frequency;
    private int positionsLeft;
    private int position;

    StreamedPostings(TermMerger merger, FieldTraits traits) {
      this.merger = merger;
      this.frequencies = traits.hasFrequencies();
      this.positions = traits.hasPositions();
    }

    void begin() {
      list = null;
      doc = -1;
      positionsLeft = 0;
    }

    /** Reads the rest of a term. */
    void drain() throws IOException {
      while (doc != NO_MORE_DOCS) {
        nextDoc();
      }
    }

    @Override
    public int nextDoc() throws IOException {
      while (positionsLeft > 0) {
        nextPosition();
      }
      int code = list == null ? 0 : list.readVInt();
      while (code == 0) {
        if (!merger.nextList()) {
          doc = NO_MORE_DOCS;
          return doc;
        }
        list = merger.list();
        base = merger.base();
        local = -1;
        code = list.readVInt();
      }
      if (!frequencies) {
        local += code;
        frequency = 1;
      } else {
        local += code >>> 1;
        frequency = (code & 1) != 0 ? 1 : list.readVInt();
      }
      if (positions) {
        positionsLeft = frequency;
        position = 0;
      }
      doc = base + local;
      return doc;
    }

    @Override
    public int nextPosition() throws IOException {
      positionsLeft--;
      position += list.readVInt();
      return position;
    }

    @Override
    public int docID() {
      return doc;
    }

    @Override
    public int freq() {
      return frequency;
    }

    @Override
    public int startOffset() {
      return -1;
    }

    @Override
    public int endOffset() {
      return -1;
    }

    @Override
    public BytesRef getPayload() {
      return null;
    }

    @Override
    public int advance(int target) {
      throw forwardOnly();
    }

    @Override
    public long cost() {
      return 0;
    }
  }
}
