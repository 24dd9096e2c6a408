package org.orbweaver.plugin.loader;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.orbweaver.plugin.PluginSettings;

/**
 * Where plugins are, and their settings.
 *
 * @param folders each has a folder for each plugin
 * @param settings {@code NAME.KEY} and its value
 */
public record PluginSource(List<Path> folders, Map<String, String> settings) {
  /** No plugins but Orbweaver's own. */
  public static final PluginSource NONE = new PluginSource(List.of(), Map.of());

  /** The settings of a plugin. */
  public PluginSettings settingsOf(String plugin) {
    return new Named(plugin + ".", settings);
  }

  private record Named(String prefix, Map<String, String> settings) implements PluginSettings {
    @Override
    public Optional<String> get(String key) {
      return Optional.ofNullable(settings.get(prefix + key)).filter(value -> !value.isBlank());
    }

    @Override
    public Map<String, String> under(String word) {
      String begin = prefix + word + ".";
      Map<String, String> found = new TreeMap<>();
      settings.forEach(
          (name, value) -> {
            if (name.startsWith(begin)) {
              found.put(name.substring(begin.length()), value);
            }
          });
      return found;
    }
  }
}
