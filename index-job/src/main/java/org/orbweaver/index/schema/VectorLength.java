package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;

/**
 * Computes the length of a page's vector for the cosine measure, W_d = √Σ (1 + ln f_dt)², while its
 * zones are analysed for the index, so that no text is analysed twice.
 *
 * <p>The terms t are the last ones at each position: stems in English, else the words themselves,
 * without stop words. f_dt counts t over all zones added here. W_d is a float in a doc value; its
 * field must follow the zones in the document, because its value is read after them.
 */
final class VectorLength {
  /** The forms that occur, each with its frequency. */
  private final List<Form> forms = new ArrayList<>();

  /**
   * An object of its own: forms outlive this, and a reference to this would keep the list of forms
   * alive.
   */
  private final Object counter = new Object();

  /** Passes on the words of a zone, and counts them. */
  TokenStream counting(TokenStream words) {
    return new TermCounter(words);
  }

  /** W_d; add it after the zones. */
  Field field() {
    return new NumericDocValuesField(IndexField.VECTOR_LENGTH.fieldName(), 0) {
      @Override
      public Number numericValue() {
        return (long) Float.floatToRawIntBits((float) length());
      }
    };
  }

  private double length() {
    double squares = 0;
    for (Form form : forms) {
      if (form.isLast) {
        double weight = 1 + Math.log(form.frequency);
        squares += weight * weight;
      }
    }
    return Math.sqrt(squares);
  }

  private final class TermCounter extends TokenFilter {
    private final FormAttribute form = getAttribute(FormAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);
    private Form last;
    private boolean isStopWord;

    TermCounter(TokenStream input) {
      super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
      boolean is = input.incrementToken();
      boolean isNext = !is || increment.getPositionIncrement() > 0;
      if (isNext && last != null && !isStopWord) {
        last.isLast = true;
      }
      if (isNext) {
        isStopWord = false;
        last = null;
      }
      if (is && !form.get().isTagged()) {
        last = form.get();
        if (last.counter != counter) {
          last.counter = counter;
          last.frequency = 0;
          last.isLast = false;
          forms.add(last);
        }
        isStopWord |= last.isStopWord();
        last.frequency++;
      }
      return is;
    }
  }
}
