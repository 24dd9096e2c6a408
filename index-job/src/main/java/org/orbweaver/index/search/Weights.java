package org.orbweaver.index.search;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Similar;

/** A value for each {@link Weight}; immutable. */
public final class Weights {
  /** All as {@link Weight} says. */
  public static final Weights DEFAULT = new Weights(new EnumMap<>(Weight.class));

  private final Map<Weight, Float> set;

  private Weights(Map<Weight, Float> set) {
    this.set = set;
  }

  /** Its value. */
  public float of(Weight weight) {
    return set.getOrDefault(weight, weight.byDefault());
  }

  /** The same but for one. */
  public Weights with(Weight weight, float value) {
    Map<Weight, Float> changed = new EnumMap<>(Weight.class);
    changed.putAll(set);
    changed.put(weight, value);
    return new Weights(changed);
  }

  /**
   * Reads {@code title=3 anchor=1.5}; what is not named keeps its default.
   *
   * @throws OrbException (usage) where a name is unknown or a value is no number of at least 0
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

  private static Weight weight(String name) {
    for (Weight weight : Weight.values()) {
      if (weight.toString().equals(name)) {
        return weight;
      }
    }
    List<String> names = Arrays.stream(Weight.values()).map(Weight::toString).toList();
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

  /** What differs from the defaults, as {@link #parse} reads it. */
  @Override
  public String toString() {
    return set.entrySet().stream()
        .filter(entry -> entry.getValue() != entry.getKey().byDefault())
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }
}
