package org.orbweaver.plugin;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The settings of a plugin: those of {@code orbweaver.plugins.settings} that begin with its name
 * and a dot, in a crawl file {@code plugins.settings.NAME}. A list is one text with commas.
 */
public interface PluginSettings {
  /** The value of a key, without spaces around it; empty if it is not set or blank. */
  Optional<String> get(String key);

  /** The values of all keys that begin with a word and a dot, by the rest of their names. */
  Map<String, String> under(String word);

  /** The value of a key, or another if it is not set. */
  default String get(String key, String otherwise) {
    return get(key).orElse(otherwise);
  }

  /**
   * The value of a key that must be set.
   *
   * @throws IllegalArgumentException if it is not
   */
  default String require(String key) {
    return get(key)
        .orElseThrow(() -> new IllegalArgumentException("its setting " + key + " is missing"));
  }

  /** The settings of a map; for tests. */
  static PluginSettings of(Map<String, String> values) {
    return new PluginSettings() {
      @Override
      public Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key)).map(String::strip).filter(it -> !it.isEmpty());
      }

      @Override
      public Map<String, String> under(String word) {
        Map<String, String> found = new TreeMap<>();
        values.forEach(
            (name, value) -> {
              if (name.startsWith(word + ".")) {
                found.put(name.substring(word.length() + 1), value);
              }
            });
        return found;
      }
    };
  }
}
