package org.orbweaver.common.conf;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Finds the known name that a wrong one was meant to be. */
final class Names {
  /** Letters that may be wrong in all. */
  private static final int MISSPELT = 2;

  /** What a word costs that only the known name has: less than a wrong letter. */
  private static final double MISSING_WORD = .5;

  private static final String PREFIX = "orbweaver";

  private Names() {}

  /**
   * The nearest name, if one is near: few letters apart as a whole ({@code http.agent.nam}), or
   * word by word in any order ({@code orbweaver.fetch.thread}: {@code fetcher.threads.fetch}).
   */
  static Optional<String> nearest(String name, Collection<String> known) {
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

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
