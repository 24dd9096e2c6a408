package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Takes the accents off Latin letters, attaches to each term its {@link Form}, so that later
 * filters need not look it up again, and adds its stems in some languages at the same position.
 *
 * <p>Forms are remembered, and no state is copied: a chain of Lucene's filters takes many times as
 * long.
 */
final class FormFilter extends TokenFilter {
  /** A query or a page that is shown has few words, and there are many filters of their own. */
  private static final int OWN_CHARS = 1 << 17;

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final FormAttribute form = addAttribute(FormAttribute.class);
  private final List<String> languages;
  private final Forms forms;
  private final boolean isShared;

  /** The word at hand, with its accents. */
  private Form word;

  /** How many of the languages have given its stems. */
  private int stemmed;

  /** In the language at hand, and how many of them were emitted. */
  private Form[] stems = {};

  private int emitted;

  /**
   * @param languages of the stems
   * @param splits true if the parts of compounds have stems, too
   * @param shared by several filters of a thread, whose owner trims it; null: its own
   */
  FormFilter(TokenStream input, List<String> languages, boolean splits, Forms shared) {
    super(input);
    this.languages = languages;
    stemmed = languages.size();
    isShared = shared != null;
    forms = isShared ? shared : new Forms(OWN_CHARS, splits);
  }

  @Override
  public boolean incrementToken() throws IOException {
    while (emitted == stems.length && stemmed < languages.size()) {
      stems = forms.stems(word, languages.get(stemmed++));
      emitted = 0;
    }
    if (emitted < stems.length) {
      increment.setPositionIncrement(0);
      return emit(stems[emitted++]);
    }
    if (!input.incrementToken()) {
      return false;
    }
    word = forms.get(term.buffer(), term.length());
    stemmed = 0;
    if (word.folded == word) {
      form.set(word);
      return true;
    }
    return emit(word.folded);
  }

  private boolean emit(Form next) {
    term.setEmpty().append(next.text());
    form.set(next);
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    stemmed = languages.size();
    emitted = stems.length;
    if (!isShared) {
      forms.trim();
    }
  }
}
