package org.orbweaver.index.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;

/** Asserts that two indexes of one segment each are equal in all that can be read from them. */
public final class SameIndex {
  private SameIndex() {}

  /** Asserts that Lucene's own check finds no fault. */
  public static void assertClean(Directory directory) throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (CheckIndex check = new CheckIndex(directory)) {
      check.setDoSlowChecks(true);
      check.setInfoStream(new PrintStream(said, true, StandardCharsets.UTF_8));
      CheckIndex.Status status = check.checkIndex(null, null);
      assertTrue(status.clean, () -> said.toString(StandardCharsets.UTF_8));
    }
  }

  /** Compares everything, document by document. */
  public static void assertSame(DirectoryReader expected, DirectoryReader actual)
      throws IOException {
    assertEquals(expected.maxDoc(), actual.maxDoc(), "documents");
    assertEquals(expected.leaves().size(), actual.leaves().size(), "segments");
    if (!expected.leaves().isEmpty()) {
      assertSame(expected.leaves().get(0).reader(), actual.leaves().get(0).reader());
    }
  }

  private static void assertSame(LeafReader expected, LeafReader actual) throws IOException {
    for (FieldInfo field : expected.getFieldInfos()) {
      FieldInfo other = actual.getFieldInfos().fieldInfo(field.name);
      assertNotNull(other, field.name);
      assertEquals(field.getIndexOptions(), other.getIndexOptions(), field.name);
      assertEquals(field.hasNorms(), other.hasNorms(), field.name);
      assertEquals(field.getDocValuesType(), other.getDocValuesType(), field.name);
      assertSameTerms(field.name, expected.terms(field.name), actual.terms(field.name));
      assertSameNumbers(
          field.name, expected.getNormValues(field.name), actual.getNormValues(field.name));
      switch (field.getDocValuesType()) {
        case NUMERIC ->
            assertSameNumbers(
                field.name,
                expected.getNumericDocValues(field.name),
                actual.getNumericDocValues(field.name));
        case SORTED ->
            assertSameSorted(
                DocValues.getSorted(expected, field.name), DocValues.getSorted(actual, field.name));
        default -> {}
      }
    }
    assertEquals(expected.getFieldInfos().size(), actual.getFieldInfos().size(), "fields");
    for (int doc = 0; doc < expected.maxDoc(); doc++) {
      assertEquals(
          expected.storedFields().document(doc).getFields().toString(),
          actual.storedFields().document(doc).getFields().toString(),
          "stored fields of document " + doc);
    }
  }

  private static void assertSameTerms(String field, Terms expected, Terms actual)
      throws IOException {
    if (expected == null) {
      assertEquals(null, actual, field);
      return;
    }
    assertEquals(expected.size(), actual.size(), field);
    assertEquals(expected.getDocCount(), actual.getDocCount(), field);
    assertEquals(expected.getSumDocFreq(), actual.getSumDocFreq(), field);
    assertEquals(expected.getSumTotalTermFreq(), actual.getSumTotalTermFreq(), field);
    TermsEnum terms = expected.iterator();
    TermsEnum others = actual.iterator();
    PostingsEnum postings = null;
    PostingsEnum otherPostings = null;
    for (BytesRef term = terms.next(); term != null; term = terms.next()) {
      assertEquals(term, others.next(), field);
      assertEquals(terms.docFreq(), others.docFreq());
      assertEquals(terms.totalTermFreq(), others.totalTermFreq());
      postings = terms.postings(postings, PostingsEnum.ALL);
      otherPostings = others.postings(otherPostings, PostingsEnum.ALL);
      for (int doc = postings.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = postings.nextDoc()) {
        assertEquals(doc, otherPostings.nextDoc());
        assertEquals(postings.freq(), otherPostings.freq());
        for (int i = 0; expected.hasPositions() && i < postings.freq(); i++) {
          assertEquals(postings.nextPosition(), otherPostings.nextPosition());
        }
      }
      assertEquals(DocIdSetIterator.NO_MORE_DOCS, otherPostings.nextDoc());
    }
    assertEquals(null, others.next(), field);
  }

  private static void assertSameNumbers(
      String field, NumericDocValues expected, NumericDocValues actual) throws IOException {
    if (expected == null) {
      assertEquals(null, actual, field);
      return;
    }
    for (int doc = expected.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = expected.nextDoc()) {
      assertEquals(doc, actual.nextDoc(), field);
      assertEquals(expected.longValue(), actual.longValue(), field);
    }
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, actual.nextDoc(), field);
  }

  private static void assertSameSorted(SortedDocValues expected, SortedDocValues actual)
      throws IOException {
    assertEquals(expected.getValueCount(), actual.getValueCount());
    for (int ord = 0; ord < expected.getValueCount(); ord++) {
      assertEquals(expected.lookupOrd(ord), BytesRef.deepCopyOf(actual.lookupOrd(ord)));
    }
    for (int doc = expected.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = expected.nextDoc()) {
      assertEquals(doc, actual.nextDoc());
      assertEquals(expected.ordValue(), actual.ordValue());
    }
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, actual.nextDoc());
  }
}
