package org.orbweaver.common.conf;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbException;

/**
 * A configuration key: name (the unit is in it: {@code .ms}, {@code .bytes}), type, default and one
 * sentence of description. {@code conf/orbweaver-default.xml} and {@code docs/configuration.md} are
 * made from these constants.
 *
 * @param <T> the type of its values
 */
public final class Key<T> {
  private final String name;
  private final String type;
  private final T defaultValue;
  private final String description;
  private final Function<String, T> parser;

  private Key(
      String name, String type, T defaultValue, String description, Function<String, T> parser) {
    this.name = name;
    this.type = type;
    this.defaultValue = defaultValue;
    this.description = description;
    this.parser = parser;
  }

  public static Key<Integer> ofInt(String name, int defaultValue, String description) {
    return new Key<>(name, "whole number", defaultValue, description, Integer::valueOf);
  }

  public static Key<Long> ofLong(String name, long defaultValue, String description) {
    return new Key<>(name, "whole number", defaultValue, description, Long::valueOf);
  }

  public static Key<Float> ofFloat(String name, float defaultValue, String description) {
    return new Key<>(name, "number", defaultValue, description, Float::valueOf);
  }

  public static Key<Double> ofDouble(String name, double defaultValue, String description) {
    return new Key<>(name, "number", defaultValue, description, Double::valueOf);
  }

  public static Key<Boolean> ofBoolean(String name, boolean defaultValue, String description) {
    return new Key<>(name, "true or false", defaultValue, description, Key::parseBoolean);
  }

  public static Key<String> ofString(String name, String defaultValue, String description) {
    return new Key<>(name, "text", defaultValue, description, Function.identity());
  }

  /** A list, separated by commas in the configuration; items are trimmed, empty ones dropped. */
  public static Key<List<String>> ofStrings(
      String name, List<String> defaultValue, String description) {
    return new Key<>(name, "list", defaultValue, description, Key::parseList);
  }

  /**
   * The value in force.
   *
   * @throws OrbException (usage) naming key and value where the value is not of the key's type
   */
  public T get(Configuration conf) {
    String text = conf.get(name);
    if (text == null) {
      return defaultValue;
    }
    try {
      return parser.apply(type.equals("text") ? text : text.strip());
    } catch (IllegalArgumentException e) {
      throw OrbException.usage("setting " + name + "=" + text + ": not a " + type);
    }
  }

  /** Sets the value, in the form that {@link #get} reads. */
  public void set(Configuration conf, T value) {
    conf.set(name, text(value));
  }

  public String name() {
    return name;
  }

  public String type() {
    return type;
  }

  public T defaultValue() {
    return defaultValue;
  }

  /** The default as it stands in a configuration file. */
  public String defaultText() {
    return text(defaultValue);
  }

  public String description() {
    return description;
  }

  private String text(T value) {
    return value instanceof List<?> list
        ? String.join(",", list.stream().map(String::valueOf).toList())
        : String.valueOf(value);
  }

  private static Boolean parseBoolean(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static List<String> parseList(String text) {
    return List.of(text.split(",", -1)).stream()
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }
}
