package org.orbweaver.index.schema;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Attaches to each term its {@link Form}, so that later filters need not look it up again, and adds
 * its stem by Porter's algorithm, at the same position, where it differs.
 *
 * <p>The stems are those of KeywordRepeatFilter, PorterStemFilter and RemoveDuplicatesTokenFilter
 * together, in a fraction of their time: they are remembered, and no state is copied.
 */
final class FormFilter extends TokenFilter {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final FormAttribute form = addAttribute(FormAttribute.class);
  private final boolean stems;
  private final Forms forms;
  private final boolean isShared;

  /** The next token, or null. */
  private Form stem;

  /**
   * @param stems whether to add them
   * @param shared by several filters of a thread, whose owner trims it; null: its own
   */
  FormFilter(TokenStream input, boolean stems, Forms shared) {
    super(input);
    this.stems = stems;
    isShared = shared != null;
    forms = isShared ? shared : new Forms();
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (stem != null) {
      term.setEmpty().append(stem.text());
      increment.setPositionIncrement(0);
      form.set(stem);
      stem = null;
      return true;
    }
    if (!input.incrementToken()) {
      return false;
    }
    Form exact = forms.get(term.buffer(), term.length());
    form.set(exact);
    if (stems) {
      Form found = forms.stem(exact);
      stem = found == exact ? null : found;
    }
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    stem = null;
    if (!isShared) {
      forms.trim();
    }
  }
}
