package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.CharArrayMap;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

/**
 * Caches recent terms and their stems.
 *
 * <p>Memory: some 200 bytes a term; {@link #trim} drops all of them at a limit. Not thread-safe.
 */
final class Forms {
  private static final int CHARS_A_FORM = 16;

  private final int maxChars;
  private final boolean splits;
  private final Map<String, Stemmer> stemmers = new HashMap<>();
  private CharArrayMap<Form> forms = new CharArrayMap<>(1024, false);
  private int chars;

  /**
   * Remembers some terms.
   *
   * @param maxChars in all, with {@value #CHARS_A_FORM} more a term
   * @param splits true if the parts of compounds have stems, too
   */
  Forms(int maxChars, boolean splits) {
    this.maxChars = maxChars;
    this.splits = splits;
  }

  /** The form of a term: the same object for the same term, until they are forgotten. */
  Form get(char[] term, int length) {
    Form form = forms.get(term, 0, length);
    if (form == null) {
      form = new Form(new String(term, 0, length), forms.size());
      forms.put(Arrays.copyOf(term, length), form);
      chars += length + CHARS_A_FORM;
      String folded = folded(form.text());
      if (!folded.equals(form.text())) {
        form.folded = get(folded);
      }
    }
    return form;
  }

  private Form get(String term) {
    return get(term.toCharArray(), term.length());
  }

  /**
   * Its stems in a language in which {@link Stemmer} has stems.
   *
   * @param form with its accents
   */
  Form[] stems(Form form, String language) throws IOException {
    Stemmer stemmer = stemmers.get(language);
    if (stemmer == null) {
      stemmer = Stemmer.in(language, splits);
      stemmers.put(language, stemmer);
    }
    if (form.stemmer != stemmer) {
      form.stems =
          stemmer.stems(form.text(), form.folded.text()).stream()
              .map(this::get)
              .toArray(Form[]::new);
      form.stemmer = stemmer;
    }
    return form.stems;
  }

  /** A term without the accents of Latin letters. */
  static String folded(String term) {
    for (int i = 0; i < term.length(); i++) {
      if (term.charAt(i) >= 128) {
        // One character becomes four at most.
        char[] folded = new char[4 * term.length()];
        int length =
            ASCIIFoldingFilter.foldToASCII(term.toCharArray(), 0, folded, 0, term.length());
        return new String(folded, 0, length);
      }
    }
    return term;
  }

  /** Drops all forms if there are many; call it between documents. */
  void trim() {
    if (chars > maxChars) {
      forms = new CharArrayMap<>(1024, false);
      chars = 0;
    }
  }
}
