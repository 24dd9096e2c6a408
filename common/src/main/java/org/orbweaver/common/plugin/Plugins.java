package org.orbweaver.common.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.PluginSet;
import org.orbweaver.plugin.loader.PluginSource;
import org.orbweaver.plugin.loader.Provided;

/** The plugins of a configuration. */
public final class Plugins {
  private static final String HOME_PROPERTY = "orbweaver.home";
  private static final String DEFAULT_FOLDER = "plugins";

  /** The folders of a task, where YARN unpacks them. */
  private static final String SHIPPED = "orbweaver-plugins";

  private static final String SHIPPED_NUTCH = "nutch-plugins";

  /** The summary of the plugins that a job's tasks must have. */
  private static final String OF_JOB = "orbweaver.internal.plugins.of.job";

  /** Digests of the files of Nutch's plugins, which are many, by their folders. */
  private static final Map<List<Path>, String> NUTCH_HASHES = new ConcurrentHashMap<>();

  private static final int HASH_DIGITS = 12;

  private Plugins() {}

  /**
   * The settings of a plugin of our own: all of the configuration.
   *
   * @param conf not to be changed
   */
  private record OwnSettings(Configuration conf) implements PluginSettings {
    @Override
    public Optional<String> get(String key) {
      return Optional.ofNullable(conf.getTrimmed(key)).filter(value -> !value.isEmpty());
    }

    @Override
    public Map<String, String> under(String word) {
      return conf.getPropsWithPrefix(word + ".");
    }
  }

  /** The configuration, for a plugin of our own. */
  public static Configuration conf(PluginSettings own) {
    return ((OwnSettings) own).conf();
  }

  /** The folder of the installation, if it is there. */
  private static List<Path> installed() {
    String home = System.getProperty(HOME_PROPERTY);
    return Stream.ofNullable(home)
        .map(folder -> Path.of(folder, DEFAULT_FOLDER))
        .filter(Files::isDirectory)
        .toList();
  }

  /**
   * Whether there may be plugins besides our own, as far as can be told without the configuration.
   *
   * @param options Hadoop's options of the command line
   */
  public static boolean mayBeAdded(List<String> options) {
    return !installed().isEmpty()
        || options.contains("-conf")
        || options.stream().anyMatch(option -> option.startsWith(PluginKeys.FOLDERS.name() + "="))
        || Settings.siteFilesName(PluginKeys.FOLDERS.name());
  }

  /** Where the plugins are, and their settings. */
  public static PluginSource source(Configuration conf) {
    List<Path> folders = PluginKeys.FOLDERS.get(conf).stream().map(Path::of).toList();
    if (folders.isEmpty()) {
      folders = installed();
    }
    return new PluginSource(folders, PluginKeys.settings(PluginKeys.SETTINGS.get(conf)));
  }

  /** The folders that the settings name and that are not there; a sentence for each. */
  public static List<String> missing(Configuration conf) {
    return Stream.of(PluginKeys.FOLDERS, PluginKeys.NUTCH_FOLDERS)
        .filter(key -> key == PluginKeys.FOLDERS || Origin.isSet(conf, key.name()))
        .flatMap(
            key ->
                key.get(conf).stream()
                    .filter(folder -> !Files.isDirectory(Path.of(folder)))
                    .map(
                        folder ->
                            String.format(
                                Locale.ROOT,
                                "setting %s: no folder %s (%s)",
                                key.name(),
                                folder,
                                Origin.of(conf, key.name()))))
        .toList();
  }

  /**
   * The plugins.
   *
   * @throws OrbException (failed) in a task that has not those of the command that began its job
   */
  public static PluginSet set(Configuration conf) {
    PluginSet set = PluginSet.of(source(conf).folders());
    String expected = conf.get(OF_JOB);
    if (expected != null && !expected.equals(set.summary())) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "this machine cannot load the plugins of the job: expected %s, got %s%s",
              expected,
              set.summary().isEmpty() ? "none" : set.summary(),
              set.faults().isEmpty() ? "" : " (" + String.join("; ", set.faults()) + ")"));
    }
    return set;
  }

  /** The folders of Nutch's plugins that a file of settings names and that are not there. */
  public static List<String> warnings(Configuration conf) {
    return PluginKeys.NUTCH_FOLDERS.get(conf).stream()
        .filter(folder -> !Files.isDirectory(Path.of(folder)))
        .map(folder -> "plugin.folders: no folder " + folder + "; none of its plugins is used")
        .toList();
  }

  /** The settings of a plugin. */
  public static PluginSettings settings(Configuration conf, String plugin) {
    return plugin.equals(PluginSet.OWN) ? new OwnSettings(conf) : source(conf).settingsOf(plugin);
  }

  /** Whether there are any besides our own. */
  public static boolean areAdded(Configuration conf) {
    return !set(conf).added().isEmpty() || !nutchFolders(conf).isEmpty();
  }

  /**
   * The parts of a kind, Orbweaver's own first.
   *
   * @throws OrbException (failed) naming the plugin that throws
   */
  public static <T> List<Provided<T>> all(
      Configuration conf, BiFunction<Plugin, PluginSettings, List<T>> kind) {
    try {
      return set(conf).all(kind, name -> settings(conf, name));
    } catch (PluginException e) {
      throw OrbException.failed(
          e.getMessage() + "; correct its settings or its jars, or remove its folder", e);
    }
  }

  /**
   * The folders that Nutch's plugins are in; empty if the setting is not made. A file of settings
   * may come from a Nutch whose folders are not here.
   */
  public static List<Path> nutchFolders(Configuration conf) {
    return PluginKeys.NUTCH_FOLDERS.get(conf).stream()
        .map(Path::of)
        .filter(Files::isDirectory)
        .toList();
  }

  /**
   * The plugins in force besides our own, with versions and hashes. Runs with the same ones do the
   * same. Empty if there are none.
   */
  public static String summary(Configuration conf) {
    List<String> all = new ArrayList<>();
    set(conf).added().forEach(plugin -> all.add(plugin.toString()));
    List<Path> nutch = nutchFolders(conf);
    if (!nutch.isEmpty()) {
      String includes = PluginKeys.NUTCH_INCLUDES.get(conf);
      String excludes = PluginKeys.NUTCH_EXCLUDES.get(conf);
      boolean isAll = includes.equals(PluginKeys.NUTCH_INCLUDES.defaultValue());
      all.add(
          "plugins of Nutch "
              + nutchHash(conf)
              + (isAll ? "" : " " + includes)
              + (excludes.isEmpty() ? "" : " without " + excludes));
    }
    return String.join(", ", all);
  }

  /** A digest of the files of Nutch's plugins. */
  public static String nutchHash(Configuration conf) {
    return NUTCH_HASHES.computeIfAbsent(nutchFolders(conf), Plugins::nutchHash);
  }

  private static String nutchHash(List<Path> folders) {
    try {
      return Shipment.of(SHIPPED_NUTCH, folders).hash().substring(0, HASH_DIGITS);
    } catch (IOException | UncheckedIOException e) {
      throw unreadable(folders, e);
    }
  }

  private static OrbException unreadable(List<Path> folders, Exception e) {
    return OrbException.failed("cannot read the plugins in " + folders + ": " + e.getMessage(), e);
  }

  /** What a job on a cluster has to ship, and changes its settings to what its tasks will find. */
  public static List<Shipment> shipments(Configuration job) {
    List<Shipment> shipments = new ArrayList<>();
    List<Path> folders = source(job).folders();
    try {
      if (!set(job).added().isEmpty()) {
        shipments.add(Shipment.of(SHIPPED, folders));
        job.set(OF_JOB, set(job).summary());
        PluginKeys.FOLDERS.set(job, inTask(SHIPPED, folders.size()));
      }
      List<Path> nutch = nutchFolders(job);
      if (!nutch.isEmpty()) {
        shipments.add(Shipment.of(SHIPPED_NUTCH, nutch));
        PluginKeys.NUTCH_FOLDERS.set(job, inTask(SHIPPED_NUTCH, nutch.size()));
      }
      return shipments;
    } catch (IOException | UncheckedIOException e) {
      throw unreadable(folders, e);
    }
  }

  private static List<String> inTask(String name, int folders) {
    return IntStream.range(0, folders).mapToObj(number -> name + "/" + number).toList();
  }
}
