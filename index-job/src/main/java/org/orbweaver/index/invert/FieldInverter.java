package org.orbweaver.index.invert;

import java.io.IOException;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.ByteBlockPool;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;
import org.orbweaver.index.codec.PostingsWriter;
import org.orbweaver.index.schema.Form;

/**
 * Inverts one field in memory: a dictionary of terms, and the field's occurrences in order of
 * arrival. A counting sort at the end groups them by term.
 *
 * <p>Memory: 8 bytes an occurrence (4 where only documents matter), 8 a document, the terms; and
 * the occurrences once more for the sort.
 */
final class FieldInverter {
  private final BytesRefHash terms =
      new BytesRefHash(new ByteBlockPool(new ByteBlockPool.DirectAllocator()));

  /** The term of each occurrence; and its position, its frequency, or nothing. */
  private final IntList termIds = new IntList();

  private final IntList details;

  /** Documents that have the field, and the ends of their occurrences. */
  private final IntList docs = new IntList();

  private final IntList ends = new IntList();

  /** By the numbers of forms: the form last seen under it, and its term. */
  private Form[] forms = new Form[16];

  private int[] termIdOfForm = new int[16];

  private final Layout layout;

  /** The data kept of an occurrence. */
  enum Layout {
    DOCS,
    FREQUENCIES,
    POSITIONS
  }

  /** Room for the sorted occurrences of the fields of a run, one after the other. */
  static final class SortBuffer {
    private int[] docs = {};
    private int[] details = {};
  }

  FieldInverter(Layout layout) {
    this.layout = layout;
    details = layout == Layout.DOCS ? null : new IntList();
  }

  boolean hasPositions() {
    return layout == Layout.POSITIONS;
  }

  /** Adds an occurrence of a term that is not text; otherwise like the other method. */
  void add(BytesRef term, int detail) {
    add(termId(term), detail);
  }

  /**
   * Adds an occurrence.
   *
   * @param form of the term, which saves the look-up of a known term; or null
   * @param detail position or frequency
   * @throws IllegalArgumentException if the term is longer than Lucene allows
   */
  void add(Form form, TermToBytesRefAttribute term, int detail) {
    if (form == null) {
      add(term.getBytesRef(), detail);
      return;
    }
    int number = form.number();
    if (number >= forms.length) {
      forms = ArrayUtil.grow(forms, number + 1);
      termIdOfForm = ArrayUtil.growExact(termIdOfForm, forms.length);
    }
    if (forms[number] != form) {
      termIdOfForm[number] = termId(term.getBytesRef());
      forms[number] = form;
    }
    add(termIdOfForm[number], detail);
  }

  private int termId(BytesRef term) {
    if (term.length > IndexWriter.MAX_TERM_LENGTH) {
      throw new IllegalArgumentException(
          "term of " + term.length + " bytes, at most are " + IndexWriter.MAX_TERM_LENGTH);
    }
    int id = terms.add(term);
    return id < 0 ? -id - 1 : id;
  }

  private void add(int termId, int detail) {
    termIds.add(termId);
    if (details != null) {
      details.add(detail);
    }
  }

  /** Ends a document; documents without an occurrence may be left out. */
  void endDocument(int doc) {
    docs.add(doc);
    ends.add(termIds.size());
  }

  long ramBytesUsed() {
    long lists = termIds.ramBytesUsed() + docs.ramBytesUsed() + ends.ramBytesUsed();
    lists += details == null ? 0 : details.ramBytesUsed();
    return terms.ramBytesUsed() + lists + 8L * forms.length;
  }

  /** Further memory that {@link #flush} takes. */
  long ramBytesToFlush() {
    return 4L * termIds.size() * (details == null ? 1 : 2) + 8L * terms.size();
  }

  /**
   * Writes all terms in ascending order; the inverter cannot be used afterwards.
   *
   * @param place shard and number of each document
   * @param writers one a shard
   */
  void flush(Placement place, PostingsWriter[] writers, SortBuffer buffer) throws IOException {
    int[] termEnds = sortByTerm(buffer);
    int[] docOf = buffer.docs;
    int[] detailOf = buffer.details;
    int[] sorted = terms.sort();
    BytesRef term = new BytesRef();
    for (int t = 0; t < termEnds.length; t++) {
      int id = sorted[t];
      terms.get(id, term);
      int end = termEnds[id];
      for (int i = id == 0 ? 0 : termEnds[id - 1]; i < end; ) {
        int doc = docOf[i];
        int next = i + 1;
        int frequency = layout == Layout.FREQUENCIES ? detailOf[i] : 1;
        while (next < end && docOf[next] == doc) {
          frequency += layout == Layout.FREQUENCIES ? detailOf[next] : 1;
          next++;
        }
        PostingsWriter out = writers[place.shard(doc)];
        out.document(term, id, place.number(doc), frequency);
        if (hasPositions()) {
          int last = 0;
          for (; i < next; i++) {
            out.position(detailOf[i] - last);
            last = detailOf[i];
          }
        }
        i = next;
      }
    }
    terms.close();
  }

  /**
   * Sorts the occurrences by term, stably.
   *
   * @param buffer gets the document of each, and its position or frequency
   * @return the end of each term's occurrences
   */
  private int[] sortByTerm(SortBuffer buffer) {
    int occurrences = termIds.size();
    int[] next = new int[terms.size()];
    for (int i = 0; i < occurrences; i++) {
      next[termIds.get(i)]++;
    }
    int sum = 0;
    for (int t = 0; t < next.length; t++) {
      int count = next[t];
      next[t] = sum;
      sum += count;
    }
    buffer.docs = ArrayUtil.growNoCopy(buffer.docs, occurrences);
    buffer.details =
        details == null ? buffer.details : ArrayUtil.growNoCopy(buffer.details, occurrences);
    int i = 0;
    for (int d = 0; d < docs.size(); d++) {
      int doc = docs.get(d);
      for (int end = ends.get(d); i < end; i++) {
        int to = next[termIds.get(i)]++;
        buffer.docs[to] = doc;
        if (details != null) {
          buffer.details[to] = details.get(i);
        }
      }
    }
    return next;
  }
}
