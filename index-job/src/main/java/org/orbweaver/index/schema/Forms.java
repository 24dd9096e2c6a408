package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.analysis.CharArrayMap;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Caches recent terms and their stems.
 *
 * <p>Memory: some 200 bytes a term; {@link #trim} drops all of them at about 20,000. Not
 * thread-safe.
 */
final class Forms {
  /** In characters, with {@value #CHARS_A_FORM} more a term. */
  private static final int MAX_CHARS = 1 << 19;

  private static final int CHARS_A_FORM = 16;

  private final OneTerm one = new OneTerm();
  private final TokenStream porter = new PorterStemFilter(one);
  private CharArrayMap<Form> forms = new CharArrayMap<>(1024, false);
  private int chars;

  /** The form of a term: the same object for the same term, until they are forgotten. */
  Form get(char[] term, int length) {
    Form form = forms.get(term, 0, length);
    if (form == null) {
      form = new Form(new String(term, 0, length), forms.size());
      forms.put(Arrays.copyOf(term, length), form);
      chars += length + CHARS_A_FORM;
    }
    return form;
  }

  /** Its stem by Porter's algorithm, which may be itself. */
  Form stem(Form form) throws IOException {
    if (form.stem == null) {
      one.term.setEmpty().append(form.text());
      porter.incrementToken();
      form.stem = get(one.term.buffer(), one.term.length());
    }
    return form.stem;
  }

  /** Drops all forms if there are many; call it between documents. */
  void trim() {
    if (chars > MAX_CHARS) {
      forms = new CharArrayMap<>(1024, false);
      chars = 0;
    }
  }

  /** Emits its one term, each time. */
  private static final class OneTerm extends TokenStream {
    final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    @Override
    public boolean incrementToken() {
      return true;
    }
  }
}
