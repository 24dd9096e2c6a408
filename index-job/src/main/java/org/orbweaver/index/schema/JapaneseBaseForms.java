package org.orbweaver.index.schema;

import java.io.IOException;
import java.io.StringReader;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseTokenizer;
import org.apache.lucene.analysis.ja.tokenattributes.BaseFormAttribute;
import org.apache.lucene.analysis.ja.tokenattributes.PartOfSpeechAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Adds the base forms of Japanese verbs and adjectives to the characters and pairs that they are
 * written with, as stems: 使う of 使って and 使いました. Pairs of characters find nouns, and verbs only as
 * they are typed.
 *
 * <p>Lucene's Kuromoji, which knows the words and their inflections, reads the same text beside. A
 * page has the base form at the place where the verb begins; in a query, each pair that begins
 * within the verb may be replaced by it.
 */
final class JapaneseBaseForms extends TokenFilter {
  private static final String TAG = Stemmer.TAG + Stemmer.JAPANESE + ":";

  /** Parts of speech begin so: verbs and adjectives of their own, not auxiliaries. */
  private static final String VERB = "動詞-自立";

  private static final String ADJECTIVE = "形容詞-自立";

  private static final CharArraySet STOP_WORDS = JapaneseAnalyzer.getDefaultStopSet();

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final boolean isPage;

  private final JapaneseTokenizer words =
      new JapaneseTokenizer(null, true, JapaneseTokenizer.Mode.NORMAL);
  private final CharTermAttribute surface = words.addAttribute(CharTermAttribute.class);
  private final OffsetAttribute place = words.addAttribute(OffsetAttribute.class);
  private final PartOfSpeechAttribute speech = words.addAttribute(PartOfSpeechAttribute.class);
  private final BaseFormAttribute base = words.addAttribute(BaseFormAttribute.class);

  private String text = "";

  /** True while Kuromoji reads. */
  private boolean isOpen;

  /** Of the next verb; null after the last. */
  private String stem;

  private boolean isDue;

  /**
   * @param isPage false for a query
   */
  JapaneseBaseForms(TokenStream input, boolean isPage) {
    super(input);
    this.isPage = isPage;
  }

  /** Sets the text that the input reads next. */
  void text(String next) {
    text = next;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    stem = null;
    isDue = false;
    // Verbs and adjectives end in hiragana.
    if (text.chars().anyMatch(c -> c >= '\u3041' && c <= '\u3096')) {
      words.setReader(new StringReader(text));
      words.reset();
      isOpen = true;
      next();
    }
  }

  private void next() throws IOException {
    stem = null;
    while (stem == null && words.incrementToken()) {
      String kind = speech.getPartOfSpeech();
      if (kind != null && (kind.startsWith(VERB) || kind.startsWith(ADJECTIVE))) {
        String inflected = base.getBaseForm();
        String form = inflected == null ? surface.toString() : inflected;
        stem = STOP_WORDS.contains(form) ? null : TAG + form;
      }
    }
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (isDue) {
      isDue = false;
      term.setEmpty().append(stem);
      increment.setPositionIncrement(0);
      offset.setOffset(place.startOffset(), place.endOffset());
      if (isPage) {
        next();
      }
      return true;
    }
    if (!input.incrementToken()) {
      return false;
    }
    if (increment.getPositionIncrement() > 0) {
      while (stem != null && place.endOffset() <= offset.startOffset()) {
        next();
      }
      isDue = stem != null && place.startOffset() <= offset.startOffset();
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    super.close();
    if (isOpen) {
      isOpen = false;
      words.close();
    }
  }
}
