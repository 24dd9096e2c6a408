package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.KeywordRepeatFilter;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.junit.jupiter.api.Test;

class FormFilterTest {
  private static List<String> terms(String text, UnaryOperator<TokenStream> stemming)
      throws IOException {
    List<String> terms = new ArrayList<>();
    Tokenizer words = new StandardTokenizer();
    words.setReader(new StringReader(text));
    try (TokenStream stream = stemming.apply(new CJKBigramFilter(words, 15, true))) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      var increment = stream.getAttribute(PositionIncrementAttribute.class);
      OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        terms.add(term + " " + increment.getPositionIncrement() + " " + offset.startOffset());
      }
    }
    return terms;
  }

  @Test
  void doesWhatTheThreeFiltersOfLuceneDo() throws IOException {
    String[] ends = {"", "s", "es", "ing", "ization", "ational", "ies", "'s", "ed", "y", "logi"};
    Random random = new Random(5);
    StringBuilder text = new StringBuilder("全文検索 running 検 a ss ").append("ing".repeat(60));
    for (int i = 0; i < 40_000; i++) {
      // More distinct words than are remembered, and some repeatedly.
      int root = random.nextInt(random.nextBoolean() ? 100 : 40_000) * 7919;
      text.append(' ').append(Integer.toString(root, 36).replaceAll("[0-9]", "e"));
      text.append(ends[random.nextInt(ends.length)]);
    }
    assertEquals(
        terms(
            text.toString(),
            words ->
                new RemoveDuplicatesTokenFilter(
                    new PorterStemFilter(new KeywordRepeatFilter(words)))),
        terms(text.toString(), words -> new FormFilter(words, List.of("en"), false, null)));
  }
}
