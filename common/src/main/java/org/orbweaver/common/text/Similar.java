package org.orbweaver.common.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Suggests known words for an unknown one. */
public final class Similar {
  private static final int MOST = 2;

  /** Maximum number of wrong letters in a setting's name. */
  private static final int MISSPELT = 2;

  /** Cost of a word that only the known setting has: less than a wrong letter. */
  private static final double MISSING_WORD = .5;

  private static final String PREFIX = "orbweaver";

  private Similar() {}

  /**
   * The names that resemble the word, nearest first: those that begin with it, and those that
   * differ by few wrong, missing, doubled or swapped letters. At most two; often none.
   */
  public static List<String> to(String word, Collection<String> names) {
    int allowed = Math.max(1, word.replace("-", "").length() / 3);
    return names.stream()
        .filter(name -> !name.equals(word))
        .filter(name -> isPrefix(word, name) || distance(word, name) <= allowed)
        .sorted(
            Comparator.comparingInt((String name) -> distance(word, name))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MOST)
        .toList();
  }

  /** The suggestion as the end of a message: empty, or {@code ; did you mean X or Y?}. */
  public static String hint(String word, Collection<String> names) {
    List<String> near = to(word, names);
    return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
  }

  private static boolean isPrefix(String word, String name) {
    return word.replace("-", "").length() >= 3 && name.startsWith(word);
  }

  /** Damerau's distance in its restricted form: a swap of two neighbours counts one. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      d[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      d[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int substitute = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + substitute, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }

  /**
   * The nearest name of a setting, if one is near: few letters apart as a whole ({@code
   * http.agent.nam}), or word by word in any order ({@code orbweaver.fetch.thread}: {@code
   * fetcher.threads.fetch}).
   */
  public static Optional<String> setting(String name, Collection<String> known) {
    String best = null;
    double least = Double.POSITIVE_INFINITY;
    for (String candidate : known) {
      double distance = Math.min(distance(name, candidate), wordDistance(name, candidate));
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return least <= MISSPELT ? Optional.ofNullable(best) : Optional.empty();
  }

  private static double wordDistance(String name, String candidate) {
    List<String> given = words(name);
    List<String> there = words(candidate);
    if (given.size() < 2) {
      return Double.POSITIVE_INFINITY;
    }
    int letters = 0;
    for (String word : given) {
      int nearest = there.stream().mapToInt(other -> distance(word, other)).min().orElse(MISSPELT);
      // More than a third of the letters wrong: another word.
      letters += nearest * 3 > word.length() ? MISSPELT + 1 : nearest;
    }
    return letters + MISSING_WORD * Math.max(0, there.size() - given.size());
  }

  private static List<String> words(String name) {
    return List.of(name.split("\\.")).stream().filter(word -> !word.equals(PREFIX)).toList();
  }
}
