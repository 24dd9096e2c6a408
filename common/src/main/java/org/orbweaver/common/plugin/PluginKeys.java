package org.orbweaver.common.plugin;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;

/** The settings of plugins. */
public final class PluginKeys implements KeySource {
  // Not kept with a crawl: opening somebody else's crawl must never run code that it names.
  @Heading("Plugins")
  public static final Key<List<String>> FOLDERS =
      Key.ofStrings(
              "orbweaver.plugins",
              List.of(),
              "Folders that have a folder for each plugin, with its jars. Empty: the folder plugins"
                  + " of the installation, if there is one.")
          .local();

  public static final Key<String> SETTINGS =
      Key.ofString(
              "orbweaver.plugins.settings",
              "",
              "The settings of plugins, one a line: NAME.KEY=VALUE, where NAME is the plugin's"
                  + " folder.")
          .readBy("lines of the form NAME.KEY=VALUE", PluginKeys::settings)
          .local();

  public static final Key<List<String>> NUTCH_FOLDERS =
      Key.ofStrings(
              "plugin.folders",
              List.of(),
              "Folders of Apache Nutch's plugins, in its layout: a folder for each plugin, with its"
                  + " plugin.xml. Empty: none are used.")
          .local();

  public static final Key<String> NUTCH_INCLUDES =
      Key.ofString(
              "plugin.includes",
              ".*",
              "A regular expression that the names of Nutch's plugins must match to be used.")
          .readBy("a regular expression", PluginKeys::regex)
          .local();

  public static final Key<String> NUTCH_EXCLUDES =
      Key.ofString(
              "plugin.excludes",
              "",
              "A regular expression of the names of Nutch's plugins that are not used.")
          .readBy("a regular expression", PluginKeys::regex)
          .local();

  private static void regex(String expression) {
    Pattern.compile(expression);
  }

  /**
   * The settings by {@code NAME.KEY}.
   *
   * @throws IllegalArgumentException naming the line that is none
   */
  static Map<String, String> settings(String lines) {
    Map<String, String> settings = new TreeMap<>();
    for (String line : lines.lines().filter(text -> !text.isBlank()).toList()) {
      int sign = line.indexOf('=');
      String name = line.substring(0, Math.max(sign, 0)).strip();
      if (!name.matches("[A-Za-z][A-Za-z0-9_-]*\\.\\S+")) {
        throw new IllegalArgumentException("'" + line.strip() + "'");
      }
      settings.put(name, line.substring(sign + 1).strip());
    }
    return settings;
  }
}
