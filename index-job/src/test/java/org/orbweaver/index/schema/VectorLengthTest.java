package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.lang.ref.WeakReference;
import org.apache.lucene.analysis.TokenStream;
import org.junit.jupiter.api.Test;

class VectorLengthTest {
  private final Analysis.ByLanguage analyzer = new Analysis.ByLanguage();

  /** Analyses a page with one word more than the one before. */
  private WeakReference<VectorLength> page(String text) throws IOException {
    VectorLength length = new VectorLength();
    analyzer.language("en");
    String field = IndexField.MAIN.fieldName();
    try (TokenStream stream = length.counting(analyzer.tokenStream(field, text))) {
      stream.reset();
      while (stream.incrementToken()) {}
      stream.end();
    }
    return new WeakReference<>(length);
  }

  /** Forms are remembered for many pages; once, each kept all earlier pages in memory. */
  @Test
  void remembersNoPageBeyondItsEnd() throws IOException {
    WeakReference<VectorLength> first = page("one word");
    page("another page");
    for (int i = 0; i < 50 && first.get() != null; i++) {
      System.gc();
    }
    assertNull(first.get());
  }
}
