package org.orbweaver.index.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.spell.DirectSpellChecker;
import org.apache.lucene.search.spell.SuggestMode;
import org.apache.lucene.search.spell.SuggestWord;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOFunction;
import org.orbweaver.index.query.QueryNode.All;
import org.orbweaver.index.query.QueryNode.Clause;
import org.orbweaver.index.query.QueryNode.In;
import org.orbweaver.index.query.QueryNode.Occur;
import org.orbweaver.index.query.QueryNode.Text;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;

/**
 * Finds the query that was probably meant. It doubts only words on at most one page in two hundred,
 * never those in quotes, after a field or excluded. Such a word may be misspelled (one letter; two
 * in words of seven letters or more; the first letter is right), two words written as one (then a
 * phrase), or with its neighbour one word written as two. The replacement must be on at least
 * {@link #FACTOR} times as many pages, and the corrected query with all its words must find at
 * least {@link #HELPS} times as many as the typed query with all of its words.
 */
final class Correction {
  private static final int FACTOR = 10;
  private static final int HELPS = 10;
  private static final int SHORTEST_DOUBTED = 4;
  private static final int SHORTEST_PART = 3;
  private static final int CANDIDATES = 8;

  /** One letter in four, two in seven. */
  private static final float SIMILARITY = 0.7f;

  private static final int SHORTEST_OF_TWO = 7;

  /** At most this many terms are looked up to distinguish a word from a stem. */
  private static final int MAX_FORMS = 2000;

  /** At least 1 in {@value} occurrences of a term must be of the word itself, not of a stem. */
  private static final int OWN = 20;

  private static final Pattern LETTERS = Pattern.compile("[\\p{L}\\p{M}]+");
  private static final List<IndexField> ZONES =
      List.of(IndexField.MAIN, IndexField.TITLE, IndexField.BODY);

  private final IndexReader reader;
  private final IOFunction<All, Integer> matches;
  private final DirectSpellChecker spelling = new DirectSpellChecker();

  /**
   * @param matches counts the pages that a query finds
   */
  Correction(IndexReader reader, IOFunction<All, Integer> matches) {
    this.reader = reader;
    this.matches = matches;
    spelling.setAccuracy(SIMILARITY);
    spelling.setThresholdFrequency(FACTOR);
  }

  /** The corrected query, in the query language. */
  Optional<String> of(All query) throws IOException {
    List<Clause> spelled = new ArrayList<>();
    List<Clause> joined = new ArrayList<>();
    for (Clause part : query.parts()) {
      String word = word(part);
      boolean isDoubted = isRare(word);
      spelled.add(isDoubted ? respelled(part, word) : part);
      Clause last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      String before = last == null ? "" : word(last);
      String whole = before + word;
      boolean isOne =
          !before.isEmpty()
              && !word.isEmpty()
              && (isDoubted || isRare(before))
              && pages(whole) >= FACTOR * Math.max(1, Math.min(pages(before), pages(word)));
      if (isOne) {
        joined.set(joined.size() - 1, with(last, whole, false));
      } else {
        joined.add(part);
      }
    }
    int found = -1;
    for (List<Clause> parts : List.of(joined, spelled)) {
      if (!parts.equals(query.parts())) {
        found = found < 0 ? matches.apply(required(query.parts())) : found;
        if (matches.apply(required(parts)) >= Math.max(1, HELPS * (long) found)) {
          return Optional.of(parts.stream().map(Clause::toString).collect(Collectors.joining(" ")));
        }
      }
    }
    return Optional.empty();
  }

  /** The single word of a part, as the index has it; empty if the part is something else. */
  private static String word(Clause part) {
    if (part.occur() != Occur.NOT
        && part.node() instanceof Text text
        && text.in() == In.ANYWHERE
        && !text.quoted()
        && LETTERS.matcher(text.text()).matches()) {
      List<Analysis.Word> words = Analysis.words(text.text());
      return words.size() == 1 ? words.get(0).exact() : "";
    }
    return "";
  }

  private boolean isRare(String word) throws IOException {
    return word.length() >= SHORTEST_DOUBTED && pages(word) <= Math.max(1, reader.numDocs() / 200);
  }

  private int pages(String word) throws IOException {
    int most = 0;
    for (IndexField zone : ZONES) {
      most = Math.max(most, reader.docFreq(new Term(zone.fieldName(), word)));
    }
    return most;
  }

  /** The part with its likeliest other spelling, else as two words, else unchanged. */
  private Clause respelled(Clause part, String word) throws IOException {
    int least = FACTOR * Math.max(1, pages(word));
    Term term = new Term(IndexField.MAIN.fieldName(), word);
    // Allowing two edits where one is enough would take most of a search's time.
    spelling.setMaxEdits(word.length() < SHORTEST_OF_TWO ? 1 : 2);
    for (SuggestWord candidate :
        spelling.suggestSimilar(term, CANDIDATES, reader, SuggestMode.SUGGEST_ALWAYS)) {
      if (candidate.freq >= least && isWord(candidate.string)) {
        return with(part, candidate.string, false);
      }
    }
    String best = null;
    int most = least - 1;
    for (int i = SHORTEST_PART; i <= word.length() - SHORTEST_PART; i++) {
      String left = word.substring(0, i);
      String right = word.substring(i);
      int fewer = Math.min(pages(left), pages(right));
      if (fewer > most && isWord(left) && isWord(right)) {
        most = fewer;
        best = left + " " + right;
      }
    }
    return best == null ? part : with(part, best, true);
  }

  /**
   * True if a term is a word and not only the stem of others, such as <i>tabl</i>: a stem occurs
   * with each of its forms, so that few occurrences remain without theirs.
   */
  private boolean isWord(String term) throws IOException {
    Terms terms = MultiTerms.getTerms(reader, IndexField.MAIN.fieldName());
    if (terms == null) {
      return false;
    }
    // The stem of "happy" is "happi".
    String beginning = term.substring(0, term.length() - 1);
    TermsEnum forms = terms.iterator();
    long all = 0;
    long own = 0;
    TermsEnum.SeekStatus status = forms.seekCeil(new BytesRef(beginning));
    for (int i = 0; i < MAX_FORMS && status != TermsEnum.SeekStatus.END; i++) {
      String form = forms.term().utf8ToString();
      if (!form.startsWith(beginning)) {
        break;
      }
      if (form.equals(term)) {
        all = forms.totalTermFreq();
        own += all;
      } else if (Analysis.words(form).stream().anyMatch(word -> word.stems().contains(term))) {
        own -= forms.totalTermFreq();
      }
      status = forms.next() == null ? TermsEnum.SeekStatus.END : TermsEnum.SeekStatus.FOUND;
    }
    return own * OWN > all;
  }

  private static Clause with(Clause part, String text, boolean isSplit) {
    return new Clause(part.occur(), new Text(In.ANYWHERE, text, isSplit, 0));
  }

  private static All required(List<Clause> parts) {
    return new All(
        parts.stream()
            .map(part -> part.occur() == Occur.PLAIN ? new Clause(Occur.MUST, part.node()) : part)
            .toList());
  }
}
