package org.orbweaver.index.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * Fields of pages that their sites and plugins name. All are in one field of Lucene, {@link
 * IndexField#FIELDS}: {@code name:word} for the words of a text, in their order; {@code name=value}
 * for a keyword, in lower case; and a name, a tab and a value stored for each.
 */
public final class PageFields {
  /** Of a page. */
  public static final int MAX_VALUES = 1000;

  private static final int MAX_CHARS = 4000;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,63}");
  private static final char WORD = ':';
  private static final char WHOLE = '=';

  /** Solr's key. */
  private static final String ID = "id";

  static final FieldType TYPE = new FieldType();

  static {
    TYPE.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
    TYPE.setOmitNorms(true);
    TYPE.freeze();
  }

  private PageFields() {}

  /**
   * The name of a field as it is in the index, in lower case.
   *
   * @throws IllegalArgumentException if no page can have a field of that name
   */
  public static String name(String given) {
    String name = given.toLowerCase(Locale.ROOT);
    boolean isTaken = IndexField.of(name).isPresent() || name.equals(ID);
    if (isTaken || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "no field of pages can have the name '"
              + given
              + (isTaken
                  ? "': the index has such a field"
                  : "': it is longer than 64 characters, or not of letters, digits, _ and -"));
    }
    return name;
  }

  /** A value as it is stored and shown. */
  public static String value(String text) {
    return Texts.collapse(text, MAX_CHARS);
  }

  /** The term of a value as a whole. */
  public static Term whole(String name, String value) {
    return new Term(IndexField.FIELDS.fieldName(), wholeTerm(name, value));
  }

  private static String wholeTerm(String name, String value) {
    return name + WHOLE + value(value).toLowerCase(Locale.ROOT);
  }

  /** The terms of a text's words, in order; empty if it has none. */
  public static List<String> words(String name, String text) {
    return Analysis.words(text).stream().map(word -> name + WORD + word.exact()).toList();
  }

  /** The values that a page shows, by name, each in its order. */
  public static Map<String, List<String>> stored(Document page) {
    Map<String, List<String>> fields = new TreeMap<>();
    for (String stored : page.getValues(IndexField.FIELDS.fieldName())) {
      int tab = stored.indexOf('\t');
      fields
          .computeIfAbsent(stored.substring(0, tab), name -> new ArrayList<>())
          .add(stored.substring(tab + 1));
    }
    return fields;
  }

  /** The names of all fields that pages of an index have. */
  public static Set<String> names(IndexReader reader) throws IOException {
    Set<String> names = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(IndexField.FIELDS.fieldName());
      TermsEnum each = terms == null ? TermsEnum.EMPTY : terms.iterator();
      String from = "";
      while (each.seekCeil(new BytesRef(from)) != TermsEnum.SeekStatus.END) {
        String name = each.term().utf8ToString().split("[:=]", 2)[0];
        names.add(name);
        // Those of other names may be between both kinds of terms.
        from = name + (char) (each.term().bytes[each.term().offset + name.length()] + 1);
      }
    }
    return names;
  }

  /** The terms of a value. */
  static TokenStream terms(Page.Field field) {
    return new TermStream(
        field.isKeyword()
            ? List.of(wholeTerm(field.name(), field.value()))
            : words(field.name(), field.value()));
  }

  private static final class TermStream extends TokenStream {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final List<String> terms;
    private Iterator<String> left;

    TermStream(List<String> terms) {
      this.terms = terms;
    }

    @Override
    public void reset() {
      left = terms.iterator();
    }

    @Override
    public boolean incrementToken() {
      clearAttributes();
      if (!left.hasNext()) {
        return false;
      }
      term.append(left.next());
      return true;
    }
  }
}
