package org.orbweaver.index.query;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Similar;

/** A value for each {@link ScorePart}; immutable. */
public final class Weights {
  /** The defaults of all {@link ScorePart}s. */
  public static final Weights DEFAULT = new Weights(new EnumMap<>(ScorePart.class));

  private final Map<ScorePart, Float> set;

  private Weights(Map<ScorePart, Float> set) {
    this.set = set;
  }

  /** Its value. */
  public float of(ScorePart weight) {
    return set.getOrDefault(weight, weight.byDefault());
  }

  /** The same weights but for one. */
  public Weights with(ScorePart weight, float value) {
    Map<ScorePart, Float> changed = new EnumMap<>(ScorePart.class);
    changed.putAll(set);
    changed.put(weight, value);
    return new Weights(changed);
  }

  /**
   * Reads {@code title=3 anchor=1.5}; parts not named keep their defaults.
   *
   * @throws OrbException (usage) if a name is unknown or a value is not a number of at least 0
   */
  public static Weights parse(String text) {
    Weights weights = DEFAULT;
    for (String item : text.strip().split("[\\s,]+", -1)) {
      if (!item.isEmpty()) {
        int equals = item.indexOf('=');
        String name = equals < 0 ? item : item.substring(0, equals);
        weights = weights.with(weight(name), value(item, item.substring(equals + 1)));
      }
    }
    return weights;
  }

  private static ScorePart weight(String name) {
    for (ScorePart weight : ScorePart.values()) {
      if (weight.toString().equals(name)) {
        return weight;
      }
    }
    List<String> names = Arrays.stream(ScorePart.values()).map(ScorePart::toString).toList();
    throw OrbException.usage(
        "unknown weight '" + name + "'" + Similar.hint(name, names) + "; weights are " + names);
  }

  private static float value(String item, String text) {
    try {
      float value = Float.parseFloat(text);
      if (value >= 0 && value < Float.POSITIVE_INFINITY) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw OrbException.usage("weight '" + item + "': expected NAME=NUMBER, the number at least 0");
  }

  /** The weights that differ from the defaults, in the format of {@link #parse}. */
  @Override
  public String toString() {
    return set.entrySet().stream()
        .filter(entry -> entry.getValue() != entry.getKey().byDefault())
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }
}
