package org.orbweaver.index.schema;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ko.KoreanAnalyzer;
import org.apache.lucene.analysis.ko.KoreanPartOfSpeechStopFilter;
import org.apache.lucene.analysis.ko.KoreanTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Takes particles and endings off Korean words: what remains of the morphemes of one (설치 of 설치를 and
 * 설치합니다). Decided by Lucene's Nori with its dictionary.
 */
final class KoreanStemFilter extends TokenFilter {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final Analyzer morphemes =
      new KoreanAnalyzer(
          null,
          KoreanTokenizer.DecompoundMode.NONE,
          KoreanPartOfSpeechStopFilter.DEFAULT_STOP_TAGS,
          false);

  KoreanStemFilter(TokenStream input) {
    super(input);
  }

  /** A word of particles alone keeps them. */
  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    StringBuilder stem = new StringBuilder();
    try (TokenStream parts = morphemes.tokenStream("", term.toString())) {
      CharTermAttribute part = parts.getAttribute(CharTermAttribute.class);
      parts.reset();
      while (parts.incrementToken()) {
        stem.append(part);
      }
      parts.end();
    }
    if (stem.length() > 0) {
      term.setEmpty().append(stem);
    }
    return true;
  }
}
