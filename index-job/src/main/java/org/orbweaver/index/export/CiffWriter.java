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
import java.util.function.UnaryOperator;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.common.text.Progress;
import org.orbweaver.index.schema.IndexField;

/**
 * The <a href="https://arxiv.org/abs/2003.08276">Common Index File Format</a> (Lin et al. 2020),
 * version 1: a Header, a PostingsList per term in the order of its bytes, a DocRecord per page,
 * each a protobuf message behind its length. Several files of different pages are written at once.
 *
 * <p>The frequency of a term in a page is its sum over the zones given, the length of a page the
 * sum of its frequencies. Pages are numbered in each file from 0 in the order of the index.
 *
 * <p>The header holds the number of lists and the total length of all pages, so the postings are
 * read twice. Memory: 10 bytes per page, and the postings of one term, about 12 bytes each.
 */
final class CiffWriter {
  private static final int VERSION = 1;
  private static final int POSTING = 4;
  private static final String URL = ExportField.URL.fieldName();

  private final IndexReader reader;
  private final List<IndexField> zones;
  private final Progress progress;
  private final List<CiffFile> files = new ArrayList<>();

  /** The number of each document of the index in its file. */
  private final int[] ids;

  /** The file of each document, plus 1; 0 for none. */
  private final short[] fileOf;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CodedOutputStream message = CodedOutputStream.newInstance(bytes);

  CiffWriter(IndexReader reader, List<IndexField> zones, Progress progress) {
    this.reader = reader;
    this.zones = zones;
    this.progress = progress;
    ids = new int[reader.maxDoc()];
    fileOf = new short[reader.maxDoc()];
  }

  /** A file, with the postings of the current term in its pages. */
  private static final class CiffFile {
    private final LivePages pages;
    private final CodedOutputStream out;
    private final int[] lengths;
    private int lists;
    private int[] docs = new int[16];
    private int[] frequencies = new int[16];
    private int size;
    private long occurrences;

    CiffFile(LivePages pages, OutputStream out) {
      this.pages = pages;
      this.out = CodedOutputStream.newInstance(out);
      lengths = new int[pages.count()];
    }

    void add(int id, int frequency) {
      docs = ArrayUtil.grow(docs, size + 1);
      frequencies = ArrayUtil.grow(frequencies, size + 1);
      docs[size] = id;
      frequencies[size++] = frequency;
      occurrences += frequency;
    }

    void count() {
      lists++;
      for (int i = 0; i < size; i++) {
        lengths[docs[i]] = Math.addExact(lengths[docs[i]], frequencies[i]);
      }
    }
  }

  /**
   * Adds a file of some pages, which are in no other.
   *
   * @param stream closed by the caller, after {@link #write}
   */
  void add(LivePages pages, OutputStream stream) throws IOException {
    CiffFile file = new CiffFile(pages, stream);
    files.add(file);
    int[] next = new int[1];
    pages.forEach(
        Set.of(),
        (doc, stored) -> {
          ids[doc] = next[0]++;
          fileOf[doc] = (short) files.size();
        });
  }

  /**
   * Writes the files.
   *
   * @param docId makes a page's identifier of its URL
   */
  void write(String description, UnaryOperator<String> docId) throws IOException {
    int[] terms = new int[1];
    forEachTerm(
        (term, file) -> {
          file.count();
          progress.update("counting, " + ++terms[0] + " terms");
        });
    for (CiffFile file : files) {
      header(file, description);
      send(file);
    }
    int[] written = new int[1];
    forEachTerm(
        (term, file) -> {
          postingsList(term, file);
          send(file);
          progress.update(written[0]++ + " of " + terms[0] + " terms");
        });
    for (CiffFile file : files) {
      file.pages.forEach(
          Set.of(URL),
          (doc, stored) -> {
            message.writeInt32(1, ids[doc]);
            message.writeString(2, docId.apply(stored.get(URL)));
            message.writeInt32(3, file.lengths[ids[doc]]);
            send(file);
          });
      file.out.flush();
    }
  }

  private void header(CiffFile file, String description) throws IOException {
    int pages = file.lengths.length;
    long total = Arrays.stream(file.lengths).asLongStream().sum();
    message.writeInt32(1, VERSION);
    message.writeInt32(2, file.lists);
    message.writeInt32(3, pages);
    message.writeInt32(4, file.lists);
    message.writeInt32(5, pages);
    message.writeInt64(6, total);
    message.writeDouble(7, pages == 0 ? 0 : (double) total / pages);
    message.writeString(8, description);
  }

  private void postingsList(BytesRef term, CiffFile file) throws IOException {
    message.writeTag(1, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    message.writeUInt32NoTag(term.length);
    message.writeRawBytes(term.bytes, term.offset, term.length);
    message.writeInt64(2, file.size);
    message.writeInt64(3, file.occurrences);
    int last = 0;
    for (int i = 0; i < file.size; i++) {
      int gap = file.docs[i] - last;
      last = file.docs[i];
      message.writeTag(POSTING, WireFormat.WIRETYPE_LENGTH_DELIMITED);
      message.writeUInt32NoTag(
          CodedOutputStream.computeInt32Size(1, gap)
              + CodedOutputStream.computeInt32Size(2, file.frequencies[i]));
      message.writeInt32(1, gap);
      message.writeInt32(2, file.frequencies[i]);
    }
  }

  /** Ends a message and begins the next one. */
  private void send(CiffFile file) throws IOException {
    message.flush();
    file.out.writeByteArrayNoTag(bytes.toByteArray());
    bytes.reset();
  }

  /** Takes a term, and a file that has its postings. */
  private interface TermVisitor {
    void visit(BytesRef term, CiffFile file) throws IOException;
  }

  /** Collects the postings of each term in each file where it occurs, in the order of terms. */
  private void forEachTerm(TermVisitor visitor) throws IOException {
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
      for (CiffFile file : files) {
        if (file.size > 0) {
          visitor.visit(term, file);
        }
      }
    }
  }

  /** Merges the postings of a term in several zones. */
  private void gather(List<PostingsEnum> postings) throws IOException {
    for (CiffFile file : files) {
      file.size = 0;
      file.occurrences = 0;
    }
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
      if (fileOf[doc] > 0) {
        files.get(fileOf[doc] - 1).add(ids[doc], frequency);
      }
    }
  }
}
