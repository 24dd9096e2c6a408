package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.util.ArrayUtil;

/**
 * Caches recent terms and their stems.
 *
 * <p>Memory: some 150 bytes a term; {@link #trim} drops all of them at a limit. Not thread-safe.
 */
final class Forms {
  private static final int CHARS_A_FORM = 16;

  private final int maxChars;
  private final boolean splits;
  private final Map<String, Stemmer> stemmers = new HashMap<>();

  /** A hash table with linear probing; its length is a power of two, at most half is used. */
  private Form[] table;

  private int size;
  private int chars;
  private char[] pair = new char[64];

  /**
   * Remembers some terms.
   *
   * @param maxChars in all, with {@value #CHARS_A_FORM} more a term
   * @param splits true if the parts of compounds have stems, too
   */
  Forms(int maxChars, boolean splits) {
    this.maxChars = maxChars;
    this.splits = splits;
    clear();
  }

  private void clear() {
    table = new Form[2048];
    size = 0;
    chars = 0;
  }

  /** The form of a term: the same object for the same term, until they are forgotten. */
  Form get(char[] term, int length) {
    int hash = 0;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + term[i];
    }
    int slot = slot(hash);
    for (Form form = table[slot]; form != null; form = table[slot]) {
      if (form.hash == hash && isText(form, term, length)) {
        return form;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    Form form = new Form(new String(term, 0, length), size++, hash);
    table[slot] = form;
    chars += length + CHARS_A_FORM;
    if (2 * size > table.length) {
      grow();
    }
    String folded = folded(form.text());
    if (!folded.equals(form.text())) {
      form.folded = get(folded);
    }
    return form;
  }

  private int slot(int hash) {
    return ((hash * 0x9e3779b9) >>> 8) & (table.length - 1);
  }

  private static boolean isText(Form form, char[] term, int length) {
    String text = form.text();
    if (text.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) != term[i]) {
        return false;
      }
    }
    return true;
  }

  private void grow() {
    Form[] old = table;
    table = new Form[2 * old.length];
    for (Form form : old) {
      if (form != null) {
        int slot = slot(form.hash);
        while (table[slot] != null) {
          slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = form;
      }
    }
  }

  /** The form of two terms with a space between them. */
  Form pair(Form left, Form right) {
    int space = left.text().length();
    int end = space + 1 + right.text().length();
    pair = ArrayUtil.grow(pair, end);
    left.text().getChars(0, space, pair, 0);
    pair[space] = ' ';
    right.text().getChars(0, right.text().length(), pair, space + 1);
    return get(pair, end);
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
      clear();
    }
  }
}
