package org.orbweaver.index.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.orbweaver.index.query.QueryCompiler;
import org.orbweaver.index.query.QueryNode.All;
import org.orbweaver.index.query.QueryNode.Clause;
import org.orbweaver.index.query.QueryNode.In;
import org.orbweaver.index.query.QueryNode.Occur;
import org.orbweaver.index.query.QueryNode.Text;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;

/**
 * Finds the query that was probably meant, where few pages have all words of the typed one. It
 * doubts only words on at most one page in two hundred, never those in quotes, after a field or
 * excluded. Such a word may be misspelled (one letter; two in words of seven letters or more, of
 * which none is the first), two words written as one (then a phrase), or with its neighbour one
 * word written as two. Replacements are words of texts, titles, links and URLs. The replacement of
 * a word that is on no page must be on one; of any other, on at least {@link #FACTOR} times as many
 * pages. The corrected query must find at least {@link #HELPS} times as many pages as the typed
 * one.
 *
 * <p>With the counts of all shards, each shard proposes the same queries; only the pages that they
 * find are to be added up.
 */
public final class Correction {
  /** A query that finds this many pages needs no correction. */
  private static final int ENOUGH = 10;

  private static final int FACTOR = 10;
  private static final int HELPS = 10;
  private static final int SHORTEST_DOUBTED = 4;
  private static final int SHORTEST_PART = 3;

  /** A query with more unknown words is probably in a language that the index lacks. */
  private static final int MAX_DOUBTED = 8;

  /** The number of likely words that are examined. */
  private static final int CANDIDATES = 8;

  private static final int SHORTEST_OF_TWO_EDITS = 7;

  /** At most this many terms are looked up to distinguish a word from a stem. */
  private static final int MAX_FORMS = 2000;

  /** At least 1 in {@value} occurrences of a term must be of the word itself, not of a stem. */
  private static final int OWN = 20;

  private static final Pattern LETTERS = Pattern.compile("[\\p{L}\\p{M}]+");
  private static final List<IndexField> ZONES =
      List.of(
          IndexField.MAIN,
          IndexField.BODY,
          IndexField.TITLE,
          IndexField.ANCHOR,
          IndexField.URL_PARTS);

  private final IndexReader reader;
  private final IOFunction<All, Integer> matches;

  /**
   * A query that may have been meant.
   *
   * @param query in the query language
   * @param typed pages with the words of the typed query; of a long one, with those replaced
   * @param found pages with the words of this query; of a long one, with the replacements
   */
  public record Proposal(String query, long typed, long found) {}

  /**
   * @param matches counts the pages that a query finds
   */
  Correction(IndexReader reader, IOFunction<All, Integer> matches) {
    this.reader = reader;
    this.matches = matches;
  }

  /**
   * The result of a query with its correction, or instead of it the result of the correction if no
   * page has all words of the query. Of words that one or two pages have, too many are right.
   *
   * @param typed the result of the query as typed
   * @param best the query that was probably meant
   * @param search answers a query as typed
   */
  public static SearchResult applied(
      SearchRequest request,
      SearchResult typed,
      IOSupplier<Optional<Proposal>> best,
      IOFunction<SearchRequest, SearchResult> search)
      throws IOException {
    if (!typed.isComplete() || (request.from() > 0 && !request.respell())) {
      return typed;
    }
    Optional<Proposal> meant = best.get();
    if (meant.isPresent() && meant.get().typed() == 0 && request.respell()) {
      String query = meant.get().query();
      return search.apply(request.withQuery(query)).insteadOf(typed, query);
    }
    return request.from() > 0 ? typed : typed.withCorrection(meant.map(Proposal::query));
  }

  /**
   * The proposal that helps; the counts of shards are added up.
   *
   * @param shards what each proposes
   */
  public static Optional<Proposal> best(List<List<Proposal>> shards) {
    Map<String, Proposal> sums = new LinkedHashMap<>();
    for (List<Proposal> proposals : shards) {
      for (Proposal one : proposals) {
        sums.merge(
            one.query(),
            one,
            (sum, more) ->
                new Proposal(sum.query(), sum.typed() + more.typed(), sum.found() + more.found()));
      }
    }
    return sums.values().stream()
        .filter(sum -> sum.typed() < ENOUGH && sum.found() >= Math.max(1, HELPS * sum.typed()))
        .findFirst();
  }

  /**
   * True if a query needs no correction, by the pages that it found.
   *
   * @param results of the query, or of a part of the index
   */
  boolean isEnough(All query, long results) throws IOException {
    // All words of a pair are required, so the results have them.
    if (results >= ENOUGH && query.parts().size() <= 2) {
      return true;
    }
    for (Clause part : query.parts()) {
      if (isDoubted(query, word(part))) {
        return false;
      }
    }
    return true;
  }

  /** Queries with other words, the likeliest first; empty if no word is doubted. */
  List<Proposal> of(All query) throws IOException {
    List<Clause> spelled = new ArrayList<>();
    List<Clause> joined = new ArrayList<>();
    int doubted = 0;
    for (Clause part : query.parts()) {
      String word = word(part);
      boolean isDoubted = isDoubted(query, word);
      if (isDoubted && ++doubted > MAX_DOUBTED) {
        return List.of();
      }
      spelled.add(isDoubted ? respelled(part, word) : part);
      Clause last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      String before = last == null ? "" : word(last);
      String whole = before + word;
      boolean isOne =
          !before.isEmpty()
              && !word.isEmpty()
              && (isDoubted || isDoubted(query, before))
              && pages(whole) >= least(Math.min(pages(before), pages(word)));
      if (isOne) {
        joined.set(joined.size() - 1, with(last, whole, false));
      } else {
        joined.add(part);
      }
    }
    List<Proposal> proposals = new ArrayList<>();
    for (List<Clause> parts : List.of(joined, spelled)) {
      if (!parts.equals(query.parts())) {
        proposals.add(
            new Proposal(
                parts.stream().map(Clause::toString).collect(Collectors.joining(" ")),
                matches.apply(required(query.parts(), parts)),
                matches.apply(required(parts, query.parts()))));
      }
    }
    return proposals;
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

  private boolean isDoubted(All query, String word) throws IOException {
    if (word.length() < SHORTEST_DOUBTED) {
      return false;
    }
    int pages = pages(word);
    return pages <= Math.max(1, reader.numDocs() / 200)
        && (pages < ENOUGH || query.parts().size() <= QueryCompiler.FEW);
  }

  private int pages(String word) throws IOException {
    int most = 0;
    for (IndexField zone : ZONES) {
      most = Math.max(most, reader.docFreq(new Term(zone.fieldName(), word)));
    }
    return most;
  }

  /** The minimum document frequency of a replacement, by that of the typed word. */
  private static int least(int pages) {
    return pages == 0 ? 1 : FACTOR * pages;
  }

  /** The part with its likeliest other spelling, else as two words, else unchanged. */
  private Clause respelled(Clause part, String word) throws IOException {
    int pages = pages(word);
    // Looking for two edits takes most of the time.
    int most = word.length() < SHORTEST_OF_TWO_EDITS ? 1 : 2;
    for (int edits = 1; edits <= most; edits++) {
      String other = likeliest(word, least(pages), edits);
      if (!other.isEmpty()) {
        return with(part, other, false);
      }
    }
    String best = null;
    int least = FACTOR * Math.max(1, pages) - 1;
    for (int i = SHORTEST_PART; i <= word.length() - SHORTEST_PART; i++) {
      String left = word.substring(0, i);
      String right = word.substring(i);
      int fewer = Math.min(pages(left), pages(right));
      if (fewer > least && isWord(left, IndexField.MAIN) && isWord(right, IndexField.MAIN)) {
        least = fewer;
        best = left + " " + right;
      }
    }
    return best == null ? part : with(part, best, true);
  }

  /** A word of the index. */
  private record Candidate(String word, int pages, IndexField zone) {}

  /** The likeliest word at that edit distance from the typed one; empty if there is none. */
  private String likeliest(String typed, int least, int edits) throws IOException {
    Map<String, Candidate> found = new HashMap<>();
    // Made once: that takes longer than to look words up by it.
    CompiledAutomaton near =
        FuzzyQuery.getFuzzyAutomaton(typed, edits, edits == 1 ? 0 : 1, /* transpositions= */ true);
    for (IndexField zone : ZONES) {
      Terms terms = MultiTerms.getTerms(reader, zone.fieldName());
      if (terms != null) {
        TermsEnum similar = near.getTermsEnum(terms);
        for (BytesRef term = similar.next(); term != null; term = similar.next()) {
          String word = term.utf8ToString();
          int pages = similar.docFreq();
          if (LETTERS.matcher(word).matches()) {
            found.merge(
                word,
                new Candidate(word, pages, zone),
                (old, now) -> now.pages() > old.pages() ? now : old);
          }
        }
      }
    }
    found.remove(typed);
    List<Candidate> likely =
        found.values().stream()
            .filter(word -> word.pages() >= least)
            .sorted(
                Comparator.comparing((Candidate word) -> likelihood(typed, word.word()))
                    .thenComparing(Candidate::pages)
                    .reversed()
                    .thenComparing(word -> Math.abs(word.word().length() - typed.length()))
                    .thenComparing(Candidate::word))
            .limit(CANDIDATES)
            .toList();
    for (Candidate word : likely) {
      if (isWord(word.word(), word.zone())) {
        return word.word();
      }
    }
    return "";
  }

  /** 2 if two letters were swapped, else 1 if the first letter is the same, else 0. */
  private static int likelihood(String typed, String word) {
    if (typed.length() == word.length()
        && Arrays.equals(typed.chars().sorted().toArray(), word.chars().sorted().toArray())) {
      return 2;
    }
    return typed.charAt(0) == word.charAt(0) ? 1 : 0;
  }

  /**
   * True if a term is a word and not only the stem of others, such as <i>tabl</i>: a stem occurs
   * with each of its forms, so that few occurrences remain without theirs.
   */
  private boolean isWord(String term, IndexField zone) throws IOException {
    Terms terms = MultiTerms.getTerms(reader, zone.fieldName());
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

  /**
   * The query that finds only pages with all words, or in a long one with those that another query
   * has not.
   */
  private static All required(List<Clause> parts, List<Clause> others) {
    boolean isLong = parts.size() > QueryCompiler.FEW;
    return new All(
        parts.stream()
            .map(
                part ->
                    part.occur() == Occur.PLAIN && !(isLong && others.contains(part))
                        ? new Clause(Occur.MUST, part.node())
                        : part)
            .toList());
  }
}
