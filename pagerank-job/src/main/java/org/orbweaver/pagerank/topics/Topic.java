package org.orbweaver.pagerank.topics;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

/**
 * A teleport vector with a name: the start pages of the surfer of one ranking. A run ranks many at
 * once.
 *
 * @param name letters, digits, dot, hyphen and underscore; empty for a run's only one, whose scores
 *     are the pages' ranks
 * @param file lines of a URL and, if not 1, its weight; empty if {@code weights} is complete
 * @param weights positive, by id; all pages evenly if there are none and no file
 */
public record Topic(String name, Optional<String> file, Map<Integer, Double> weights) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /**
   * Checks the name and copies the weights.
   *
   * @throws OrbException (usage) if it cannot be a name
   */
  public Topic {
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      throw OrbException.usage(
          "topic name: expected letters, digits, '.', '-' and '_', got " + Console.safe(name));
    }
    weights = Map.copyOf(weights);
  }

  /** All pages evenly. */
  public static Topic uniform(String name) {
    return new Topic(name, Optional.empty(), Map.of());
  }

  /** The pages of a file of URLs. */
  public static Topic file(String name, String file) {
    return new Topic(name, Optional.of(file), Map.of());
  }

  /** Pages by id, with weights above 0 of any sum; at least one. */
  public static Topic of(String name, Map<Integer, Double> weights) {
    if (weights.isEmpty()) {
      throw new IllegalArgumentException("the teleport set is empty");
    }
    return new Topic(name, Optional.empty(), weights);
  }

  /**
   * Parses a topic given by the user, {@code NAME=FILE}, or {@code NAME} alone for all pages.
   *
   * @throws OrbException (usage) if there is no name
   */
  public static Topic parse(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    if (name.isEmpty() || equals == text.length() - 1) {
      throw OrbException.usage("--topic: expected NAME=FILE, got '" + Console.safe(text) + "'");
    }
    return equals < 0 ? uniform(name) : file(name, text.substring(equals + 1));
  }
}
