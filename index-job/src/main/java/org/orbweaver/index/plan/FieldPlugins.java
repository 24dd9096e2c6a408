package org.orbweaver.index.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.indexer.IndexingFilter;
import org.orbweaver.common.plugin.NutchExtensions;
import org.orbweaver.common.plugin.PluginKeys;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.loader.LoadedPlugin;
import org.orbweaver.plugin.loader.Provided;

/** The plugins that add fields to pages, or leave pages out. */
public final class FieldPlugins {
  private static final String ORDER = "indexingfilter.order";

  /** What Nutch's indexing filters read begins so. */
  private static final List<String> NUTCH_SETTINGS = List.of("index", "indexer");

  private FieldPlugins() {}

  /**
   * These plugins and their settings: pages get the same fields from the same ones. Plugins that do
   * other things do not count, so that no index is built anew for them. Empty if there are none.
   */
  public static String summary(Configuration conf) {
    Set<String> names =
        Plugins.all(conf, Plugin::indexFields).stream()
            .map(Provided::plugin)
            .collect(Collectors.toSet());
    PluginSettings settings = PluginSettings.of(Plugins.source(conf).settings());
    List<String> all = new ArrayList<>();
    for (LoadedPlugin plugin : Plugins.set(conf).added()) {
      if (names.contains(plugin.name())) {
        all.add(withHash(plugin.toString(), settings.under(plugin.name())));
      }
    }
    List<String> nutch =
        NutchExtensions.of(conf, IndexingFilter.class, ORDER).stream()
            .map(filter -> filter.getClass().getName())
            .toList();
    if (!nutch.isEmpty()) {
      TreeMap<String, Object> read = new TreeMap<>();
      read.put("filters", nutch);
      read.put(ORDER, conf.get(ORDER, ""));
      read.put(PluginKeys.NUTCH_INCLUDES.name(), PluginKeys.NUTCH_INCLUDES.get(conf));
      read.put(PluginKeys.NUTCH_EXCLUDES.name(), PluginKeys.NUTCH_EXCLUDES.get(conf));
      NUTCH_SETTINGS.forEach(
          word -> read.put(word, new TreeMap<>(conf.getPropsWithPrefix(word + "."))));
      all.add(withHash("plugins of Nutch " + Plugins.nutchHash(conf), read));
    }
    return String.join(", ", all);
  }

  private static String withHash(String plugin, Object settings) {
    return String.format(Locale.ROOT, "%s %08x", plugin, settings.hashCode());
  }
}
