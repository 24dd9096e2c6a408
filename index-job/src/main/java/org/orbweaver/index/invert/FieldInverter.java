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
 * Inverts one field in memory: a dictionary of terms, and the field's occurrences in the order in
 * which they came. A counting sort at the end brings those of each term together.
 *
 * <p>Memory: 8 bytes an occurrence (4 where only documents matter), 8 a document, the terms; and
 * the occurrences once more while they are sorted.
 */
final class FieldInverter {
  private final BytesRefHash terms =
      new BytesRefHash(new ByteBlockPool(new ByteBlockPool.DirectAllocator()));

  /** Of each occurrence its term; and its position, or its frequency, or nothing. */
  private int[] termIds = new int[16];

  private int[] details;
  private int occurrences;

  /** Documents that have the field, and where the occurrences of each end. */
  private int[] docs = new int[4];

  private int[] ends = new int[4];
  private int docCount;

  /** By the numbers of forms: which was seen last under it, and its term. */
  private Form[] forms = new Form[16];

  private int[] termIdOfForm = new int[16];

  private final Layout layout;

  /** What is kept of an occurrence. */
  enum Layout {
    DOCS,
    FREQUENCIES,
    POSITIONS
  }

  FieldInverter(Layout layout) {
    this.layout = layout;
    details = layout == Layout.DOCS ? null : new int[16];
  }

  boolean hasPositions() {
    return layout == Layout.POSITIONS;
  }

  /** Adds an occurrence of a term that is not text; otherwise as the other. */
  void add(BytesRef term, int detail) {
    add(termId(term), detail);
  }

  /**
   * Adds an occurrence.
   *
   * @param form of the term, by which it need not be looked up where it is known; or null
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
    if (occurrences == termIds.length) {
      termIds = ArrayUtil.grow(termIds);
      details = details == null ? null : ArrayUtil.growExact(details, termIds.length);
    }
    termIds[occurrences] = termId;
    if (details != null) {
      details[occurrences] = detail;
    }
    occurrences++;
  }

  /** Ends a document; documents without an occurrence may be left out. */
  void endDocument(int doc) {
    if (docCount == docs.length) {
      docs = ArrayUtil.grow(docs);
      ends = ArrayUtil.growExact(ends, docs.length);
    }
    docs[docCount] = doc;
    ends[docCount++] = occurrences;
  }

  long ramBytesUsed() {
    long arrays = 4L * (termIds.length + docs.length + ends.length) + 8L * forms.length;
    arrays += details == null ? 0 : 4L * details.length;
    return terms.ramBytesUsed() + arrays;
  }

  /** Further memory that {@link #flush} takes. */
  long ramBytesToFlush() {
    return 4L * occurrences * (details == null ? 1 : 2) + 8L * terms.size();
  }

  /**
   * Writes all terms in ascending order, and empties the inverter.
   *
   * @param place where each document goes
   * @param writers one a shard
   */
  void flush(Placement place, PostingsWriter[] writers) throws IOException {
    int[] termEnds = sortByTerm();
    int[] sorted = terms.sort();
    BytesRef term = new BytesRef();
    for (int t = 0; t < termEnds.length; t++) {
      int id = sorted[t];
      terms.get(id, term);
      int end = termEnds[id];
      for (int i = id == 0 ? 0 : termEnds[id - 1]; i < end; ) {
        int doc = docs[termIds[i]];
        int next = i + 1;
        int frequency = layout == Layout.FREQUENCIES ? details[i] : 1;
        while (next < end && termIds[next] == termIds[i]) {
          frequency += layout == Layout.FREQUENCIES ? details[next] : 1;
          next++;
        }
        PostingsWriter out = writers[place.shard(doc)];
        out.document(term, id, place.number(doc), frequency);
        if (hasPositions()) {
          int last = 0;
          for (; i < next; i++) {
            out.position(details[i] - last);
            last = details[i];
          }
        }
        i = next;
      }
    }
    terms.close();
  }

  /**
   * Sorts the occurrences by term, in their order within it; the place of a document takes that of
   * the term in them.
   *
   * @return of each term where its occurrences end
   */
  private int[] sortByTerm() {
    int[] next = new int[terms.size()];
    for (int i = 0; i < occurrences; i++) {
      next[termIds[i]]++;
    }
    int sum = 0;
    for (int t = 0; t < next.length; t++) {
      int count = next[t];
      next[t] = sum;
      sum += count;
    }
    int[] docOf = new int[occurrences];
    int[] detailOf = details == null ? null : new int[occurrences];
    int i = 0;
    for (int d = 0; d < docCount; d++) {
      for (; i < ends[d]; i++) {
        int to = next[termIds[i]]++;
        docOf[to] = d;
        if (detailOf != null) {
          detailOf[to] = details[i];
        }
      }
    }
    termIds = docOf;
    details = detailOf;
    return next;
  }
}
