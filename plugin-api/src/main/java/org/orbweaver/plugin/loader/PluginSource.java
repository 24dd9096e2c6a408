package org.orbweaver.plugin.loader;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    return PluginSettings.of(PluginSettings.of(settings).under(plugin));
  }
}
