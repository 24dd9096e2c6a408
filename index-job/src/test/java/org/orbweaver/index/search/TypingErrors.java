package org.orbweaver.index.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.util.Bits;
import org.orbweaver.index.schema.Analysis;
import org.orbweaver.index.schema.IndexField;

/** Words with one typing error each, made by chance, and what a search makes of them. */
final class TypingErrors {
  private static final int SHORTEST = 5;
  private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
  private static final Pattern WORD = Pattern.compile("[a-z]{" + SHORTEST + ",}");

  /** The rows of a keyboard; each is half a key to the right of the one above it. */
  private static final List<String> ROWS = List.of("qwertyuiop", "asdfghjkl", "zxcvbnm");

  /** A word and how it was typed. */
  record TypingError(String word, String typed) {}

  /**
   * The outcome.
   *
   * @param asked typing errors
   * @param right those whose correction is the word, or a form of it
   * @param wrong those with another correction
   * @param changed words without an error for which another query was searched
   * @param misses typing errors that were not put right, with their correction
   */
  record Outcome(int asked, int right, int wrong, int changed, List<String> misses) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d typing errors: %d put right (%.1f %%), %d wrong; %d right words changed",
          asked,
          right,
          100.0 * right / asked,
          wrong,
          changed);
    }
  }

  private TypingErrors() {}

  /**
   * Different words of the pages, each with one letter too many, too few, replaced by that of a
   * neighbouring key, or swapped with the next. No error makes another word of the pages.
   *
   * @param field a stored one, which has the words
   */
  static List<TypingError> of(IndexReader reader, IndexField field, int most, long seed)
      throws IOException {
    Set<String> known = new TreeSet<>();
    Bits live = MultiBits.getLiveDocs(reader);
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        String text =
            reader.storedFields().document(doc, Set.of(field.fieldName())).get(field.fieldName());
        known.addAll(
            List.of(
                SEPARATORS.split(Optional.ofNullable(text).orElse("").toLowerCase(Locale.ROOT))));
      }
    }
    List<String> words =
        new ArrayList<>(known.stream().filter(word -> WORD.matcher(word).matches()).toList());
    Random random = new Random(seed);
    Collections.shuffle(words, random);
    List<TypingError> errors = new ArrayList<>();
    for (String word : words.subList(0, Math.min(most, words.size()))) {
      String typed = word;
      while (known.contains(typed)) {
        typed = mistyped(word, random);
      }
      errors.add(new TypingError(word, typed));
    }
    return errors;
  }

  private static String mistyped(String word, Random random) {
    int i = random.nextInt(word.length());
    char other = neighbour(word.charAt(i), random);
    return switch (random.nextInt(4)) {
      case 0 -> word.substring(0, i) + other + word.substring(i);
      case 1 -> word.substring(0, i) + word.substring(i + 1);
      case 2 -> word.substring(0, i) + other + word.substring(i + 1);
      default -> {
        int j = Math.min(i, word.length() - 2);
        yield word.substring(0, j) + word.charAt(j + 1) + word.charAt(j) + word.substring(j + 2);
      }
    };
  }

  private static char neighbour(char key, Random random) {
    StringBuilder near = new StringBuilder();
    for (int row = 0; row < ROWS.size(); row++) {
      int at = ROWS.get(row).indexOf(key);
      if (at >= 0) {
        Map<Integer, int[]> columns =
            Map.of(
                row - 1,
                new int[] {at, at + 1},
                row,
                new int[] {at - 1, at + 1},
                row + 1,
                new int[] {at - 1, at});
        columns.forEach(
            (other, places) -> {
              for (int place : places) {
                if (other >= 0
                    && other < ROWS.size()
                    && place >= 0
                    && place < ROWS.get(other).length()) {
                  near.append(ROWS.get(other).charAt(place));
                }
              }
            });
      }
    }
    char[] keys = near.toString().toCharArray();
    Arrays.sort(keys);
    return keys[random.nextInt(keys.length)];
  }

  /** Searches for each error, and for the words themselves. */
  static Outcome search(SearchService index, List<TypingError> errors) throws IOException {
    int right = 0;
    int wrong = 0;
    int changed = 0;
    List<String> misses = new ArrayList<>();
    for (TypingError error : errors) {
      SearchResult result = index.search(SearchRequest.of(error.typed(), 10));
      String correction = result.searchedFor().or(result::correction).orElse("");
      if (isForm(correction, error.word())) {
        right++;
      } else {
        wrong += correction.isEmpty() ? 0 : 1;
        misses.add(error.word() + ": " + error.typed() + " → " + correction);
      }
      if (index.search(SearchRequest.of(error.word(), 10)).searchedFor().isPresent()) {
        changed++;
      }
    }
    return new Outcome(errors.size(), right, wrong, changed, misses);
  }

  /** True if two words are equal, or if their stems are. */
  private static boolean isForm(String correction, String word) {
    return !correction.isEmpty()
        && !Collections.disjoint(forms(correction), forms(word))
        && !correction.contains(" ");
  }

  private static Set<String> forms(String word) {
    Set<String> forms = new TreeSet<>();
    for (Analysis.Word term : Analysis.words(word)) {
      forms.addAll(term.forms());
    }
    return forms;
  }
}
