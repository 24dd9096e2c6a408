package org.orbweaver.index.export;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;
import org.orbweaver.common.text.Progress;
import org.orbweaver.index.schema.IndexField;

/**
 * The <a href="https://arxiv.org/abs/2003.08276">Common Index File Format</a> (Lin et al. 2020),
 * version 1: a Header, a PostingsList per term in the order of its bytes, a DocRecord per page,
 * each a protobuf message behind its length.
 *
 * <p>The frequency of a term in a page is its sum over the zones given, the length of a page the
 * sum of its frequencies. Pages are numbered from 0 in the order of the index.
 *
 * <p>The header holds the number of lists and the total length of all pages, so the postings are
 * read twice. Memory: 8 bytes per page, and the postings of one term, about 12 bytes each.
 */
final class CiffWriter {
  private static final int VERSION = 1;
  private static final int POSTING = 4;
  private static final String URL = ExportField.URL.fieldName();

  private final IndexReader reader;
  private final LivePages pages;
  private final List<IndexField> zones;
  private final Progress progress;

  /** The number of each document of the index in the file, or -1. */
  private final int[] ids;

  private final int[] lengths;

  /** The postings of the current term. */
  private int[] docs = new int[1024];

  private int[] frequencies = new int[1024];
  private int size;
  private long occurrences;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CodedOutputStream message = CodedOutputStream.newInstance(bytes);

  CiffWriter(IndexReader reader, LivePages pages, List<IndexField> zones, Progress progress)
      throws IOException {
    this.reader = reader;
    this.pages = pages;
    this.zones = zones;
    this.progress = progress;
    ids = new int[reader.maxDoc()];
    lengths = new int[pages.count()];
    Arrays.fill(ids, -1);
    int[] next = new int[1];
    pages.forEach(Set.of(), (doc, stored) -> ids[doc] = next[0]++);
  }

  /** Writes the file; does not close the stream. */
  void write(OutputStream stream, String description) throws IOException {
    CodedOutputStream out = CodedOutputStream.newInstance(stream);
    int[] lists = new int[1];
    forEachTerm(
        term -> {
          lists[0]++;
          for (int i = 0; i < size; i++) {
            lengths[docs[i]] = Math.addExact(lengths[docs[i]], frequencies[i]);
          }
          progress.update("counting, " + lists[0] + " terms");
        });
    long total = Arrays.stream(lengths).asLongStream().sum();
    message.writeInt32(1, VERSION);
    message.writeInt32(2, lists[0]);
    message.writeInt32(3, lengths.length);
    message.writeInt32(4, lists[0]);
    message.writeInt32(5, lengths.length);
    message.writeInt64(6, total);
    message.writeDouble(7, lengths.length == 0 ? 0 : (double) total / lengths.length);
    message.writeString(8, description);
    send(out);
    int[] written = new int[1];
    forEachTerm(
        term -> {
          postingsList(term);
          send(out);
          progress.update(written[0]++ + " of " + lists[0] + " terms");
        });
    pages.forEach(
        Set.of(URL),
        (doc, stored) -> {
          message.writeInt32(1, ids[doc]);
          message.writeString(2, stored.get(URL));
          message.writeInt32(3, lengths[ids[doc]]);
          send(out);
        });
    out.flush();
  }

  private void postingsList(BytesRef term) throws IOException {
    message.writeTag(1, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    message.writeUInt32NoTag(term.length);
    message.writeRawBytes(term.bytes, term.offset, term.length);
    message.writeInt64(2, size);
    message.writeInt64(3, occurrences);
    int last = 0;
    for (int i = 0; i < size; i++) {
      int gap = docs[i] - last;
      last = docs[i];
      message.writeTag(POSTING, WireFormat.WIRETYPE_LENGTH_DELIMITED);
      message.writeUInt32NoTag(
          CodedOutputStream.computeInt32Size(1, gap)
              + CodedOutputStream.computeInt32Size(2, frequencies[i]));
      message.writeInt32(1, gap);
      message.writeInt32(2, frequencies[i]);
    }
  }

  /** Ends a message and begins the next one. */
  private void send(CodedOutputStream out) throws IOException {
    message.flush();
    out.writeByteArrayNoTag(bytes.toByteArray());
    bytes.reset();
  }

  /** Collects the postings of each term that occurs in a page, in the order of terms. */
  private void forEachTerm(IOConsumer<BytesRef> visitor) throws IOException {
    List<TermsEnum> dictionaries = new ArrayList<>();
    for (IndexField zone : zones) {
      Terms terms = MultiTerms.getTerms(reader, zone.fieldName());
      TermsEnum each = terms == null ? TermsEnum.EMPTY : terms.iterator();
      if (each.next() != null) {
        dictionaries.add(each);
      }
    }
    while (!dictionaries.isEmpty()) {
      BytesRef least = null;
      for (TermsEnum each : dictionaries) {
        least = least == null || each.term().compareTo(least) < 0 ? each.term() : least;
      }
      BytesRef term = BytesRef.deepCopyOf(least);
      List<PostingsEnum> postings = new ArrayList<>();
      for (Iterator<TermsEnum> i = dictionaries.iterator(); i.hasNext(); ) {
        TermsEnum each = i.next();
        if (each.term().equals(term)) {
          postings.add(each.postings(null, PostingsEnum.FREQS));
          if (each.next() == null) {
            i.remove();
          }
        }
      }
      gather(postings);
      if (size > 0) {
        visitor.accept(term);
      }
    }
  }

  /** Merges the postings of a term in several zones. */
  private void gather(List<PostingsEnum> postings) throws IOException {
    size = 0;
    occurrences = 0;
    for (PostingsEnum each : postings) {
      each.nextDoc();
    }
    while (true) {
      int doc = DocIdSetIterator.NO_MORE_DOCS;
      for (PostingsEnum each : postings) {
        doc = Math.min(doc, each.docID());
      }
      if (doc == DocIdSetIterator.NO_MORE_DOCS) {
        return;
      }
      int frequency = 0;
      for (PostingsEnum each : postings) {
        if (each.docID() == doc) {
          frequency += each.freq();
          each.nextDoc();
        }
      }
      if (ids[doc] >= 0) {
        docs = ArrayUtil.grow(docs, size + 1);
        frequencies = ArrayUtil.grow(frequencies, size + 1);
        docs[size] = ids[doc];
        frequencies[size++] = frequency;
        occurrences += frequency;
      }
    }
  }
}
