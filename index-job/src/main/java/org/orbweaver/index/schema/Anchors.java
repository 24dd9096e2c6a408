package org.orbweaver.index.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Gathers the texts of the links to one page, each with a weight.
 *
 * <p>Texts that differ only in case and white space are one. A text that host h uses c_h times
 * weighs Σ_h (1 + log2 c_h): a host's repetitions are damped, and each host counts. The weight
 * becomes 1 + ⌊log2 Σ⌋ occurrences in the index, at most {@value #MAX_REPEATS}.
 *
 * <p>Memory: one entry a distinct (text, host) pair, at most {@value #MAX_TEXTS} texts; further
 * texts are left out.
 */
public final class Anchors {
  /** The longest anchor kept, in characters; more is a paragraph in a link, not a name. */
  static final int MAX_CHARS = 200;

  /** Most occurrences of one text. */
  static final int MAX_REPEATS = 8;

  /** Most distinct texts gathered; the heaviest {@value #MAX_KEPT} are kept. */
  static final int MAX_TEXTS = 10_000;

  /** Most texts of a page in the index. */
  static final int MAX_KEPT = 64;

  /**
   * A text and how often it is indexed.
   *
   * @param repeats from 1 to {@value Anchors#MAX_REPEATS}
   */
  public record Anchor(String text, int repeats) {}

  private record Use(String text, Map<String, Integer> timesByHost) {
    double weight() {
      return timesByHost.values().stream().mapToDouble(n -> 1 + Math.log(n) / Math.log(2)).sum();
    }
  }

  private final Map<String, Use> uses = new HashMap<>();

  /** Counts one link with this text from a page of that host; an empty text is ignored. */
  public void add(String host, String text) {
    String clean = clean(text);
    if (clean.isEmpty()) {
      return;
    }
    String key = clean.toLowerCase(Locale.ROOT);
    Use use = uses.get(key);
    if (use == null) {
      if (uses.size() >= MAX_TEXTS) {
        return;
      }
      use = new Use(clean, new HashMap<>());
      uses.put(key, use);
    }
    use.timesByHost.merge(host, 1, Integer::sum);
  }

  /** The heaviest texts, heaviest first, ties by text: the same links give the same list. */
  public List<Anchor> heaviest() {
    record Weighed(String key, Use use, double weight) {}
    List<Weighed> all = new ArrayList<>(uses.size());
    uses.forEach((key, use) -> all.add(new Weighed(key, use, use.weight())));
    all.sort(Comparator.comparingDouble(Weighed::weight).reversed().thenComparing(Weighed::key));
    return all.stream()
        .limit(MAX_KEPT)
        .map(w -> new Anchor(w.use().text(), repeats(w.weight())))
        .toList();
  }

  private static int repeats(double weight) {
    return Math.min(MAX_REPEATS, 1 + (int) (Math.log(weight) / Math.log(2)));
  }

  private static String clean(String text) {
    String clean = Texts.collapse(text, MAX_CHARS);
    // Not if it is only arrows, bullets or dots.
    boolean named = clean.chars().anyMatch(c -> Character.isLetterOrDigit(c) || isSurrogate(c));
    return named ? clean : "";
  }

  private static boolean isSurrogate(int c) {
    return Character.isSurrogate((char) c);
  }
}
