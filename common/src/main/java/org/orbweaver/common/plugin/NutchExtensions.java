package org.orbweaver.common.plugin;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.plugin.Extension;
import org.apache.nutch.plugin.ExtensionPoint;
import org.apache.nutch.plugin.PluginDescriptor;
import org.apache.nutch.plugin.PluginManifestParser;
import org.apache.nutch.plugin.PluginRepository;
import org.apache.nutch.plugin.PluginRuntimeException;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.plugin.loader.PluginException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The extensions of Apache Nutch's plugins in {@code plugin.folders}. A plugin that cannot be
 * loaded is logged and costs only itself; one that refuses its settings ends the command.
 *
 * <p>Nutch's repository gets only those plugins that have an extension of use here and no fault,
 * since a single bad one would make it fail. As it is made, it becomes the JVM's factory of URL
 * stream handlers; it has no protocol plugins, so it leaves all handlers to the JDK.
 */
public final class NutchExtensions {
  private static final Logger LOG = LoggerFactory.getLogger(NutchExtensions.class);
  private static final String DEFAULTS = "nutch-default.xml";
  private static final String NORMALIZER_ORDER = "urlnormalizer.order";
  private static final String INCLUDES = "plugin.includes";

  /** Ours are not for Nutch's plugins; Hadoop's differ between jobs and tasks. */
  private static final Pattern NOT_PASSED =
      Pattern.compile("(orbweaver|mapreduce|mapred)\\..*|hadoop\\.tmp\\.dir");

  private static final Map<String, String> USED =
      Map.of(
          "org.apache.nutch.net.URLFilter", "a URL rule",
          "org.apache.nutch.net.URLNormalizer", "a URL rule",
          "org.apache.nutch.parse.HtmlParseFilter", "a page filter",
          "org.apache.nutch.indexer.IndexingFilter", "fields of the index",
          "org.apache.nutch.scoring.ScoringFilter", "a part of the order of crawling 'nutch'");

  private static final Map<String, String> NOT_USED =
      Map.of(
          "org.apache.nutch.protocol.Protocol", "Orbweaver fetches by itself",
          "org.apache.nutch.parse.Parser", "Orbweaver's parsers work in processes without Hadoop",
          "org.apache.nutch.indexer.IndexWriter", "the index consists of Lucene shards; see export",
          "org.apache.nutch.net.URLExemptionFilter", "external links have no exemptions here",
          "org.apache.nutch.segment.SegmentMergeFilter", "segments are not merged here");

  /** By the settings that are passed on. */
  private static final Map<Map<String, String>, NutchExtensions> LOADED = new ConcurrentHashMap<>();

  /** Null if no plugin is of use. */
  private final PluginRepository repository;

  private final Configuration conf;
  private final Map<String, PluginDescriptor> found;

  /** Why plugins cannot be used, by their ids, or by their folders if they have none. */
  private final Map<String, String> faults = new TreeMap<>();

  private final Map<String, Configuration> confs = new ConcurrentHashMap<>();

  /** Why classes cannot be loaded, by their names. */
  private final Map<String, String> failed = new ConcurrentHashMap<>();

  private NutchExtensions(Configuration conf, List<Path> folders) {
    this.conf = conf;
    this.found = read(folders);
    Pattern includes = Pattern.compile(conf.get(INCLUDES, ""));
    Pattern excludes = Pattern.compile(conf.get("plugin.excludes", ""));
    Set<String> points = new HashSet<>();
    found.values().forEach(it -> pointsOf(it).forEach(points::add));
    Set<String> good = new TreeSet<>();
    found.forEach(
        (id, plugin) -> {
          boolean included = includes.matcher(id).matches() && !excludes.matcher(id).matches();
          included &= targets(plugin).anyMatch(USED::containsKey);
          String fault = included ? fault(plugin, points, new HashSet<>()) : null;
          if (fault != null) {
            faults.put(id, "in " + plugin.getPluginPath() + ": " + fault);
          } else if (plugin.getExtensions().length == 0
              ? pointsOf(plugin).findAny().isPresent()
              : included) {
            good.add(id);
          }
        });
    faults.forEach((id, why) -> LOG.warn("Nutch's plugin {} is left out, {}", id, why));
    conf.set(INCLUDES, good.stream().map(Pattern::quote).collect(Collectors.joining("|")));
    conf.set("plugin.excludes", "");
    conf.setBoolean("plugin.auto-activation", true);
    repository = good.isEmpty() ? null : PluginRepository.get(conf);
  }

  private static Stream<String> pointsOf(PluginDescriptor plugin) {
    return Arrays.stream(plugin.getExtenstionPoints()).map(ExtensionPoint::getId);
  }

  private static Stream<String> targets(PluginDescriptor plugin) {
    return Arrays.stream(plugin.getExtensions()).map(Extension::getTargetPoint);
  }

  private Map<String, PluginDescriptor> read(List<Path> folders) {
    List<Path> plugins = new ArrayList<>();
    List<String> there = new ArrayList<>();
    for (Path folder : folders) {
      try (Stream<Path> entries = Files.list(folder)) {
        entries
            .filter(it -> Files.isDirectory(it) && !it.getFileName().toString().startsWith("."))
            .forEach(plugins::add);
        there.add(folder.toString());
      } catch (IOException e) {
        faults.put(folder.toString(), "plugin.folders: the folder cannot be read: " + e);
      }
    }
    Map<String, PluginDescriptor> all =
        new TreeMap<>(
            new PluginManifestParser(conf, null).parsePluginFolder(there.toArray(new String[0])));
    Set<Path> read =
        all.values().stream().map(it -> Path.of(it.getPluginPath())).collect(Collectors.toSet());
    for (Path plugin : plugins) {
      if (!read.contains(plugin)) {
        faults.put(
            plugin.getFileName().toString(),
            "in "
                + plugin
                + ": its plugin.xml is missing or cannot be read, or another plugin has its id");
      }
    }
    return all;
  }

  /** Why a plugin or one that it needs cannot be loaded; null if it can. */
  private String fault(PluginDescriptor plugin, Set<String> points, Set<String> branch) {
    String id = plugin.getPluginId();
    if (!branch.add(id)) {
      return "the plugins "
          + String.join(", ", new TreeSet<>(branch))
          + " need each other in a circle";
    }
    List<URL> jars = new ArrayList<>(List.of(plugin.getExportedLibUrls()));
    jars.addAll(List.of(plugin.getNotExportedLibUrls()));
    for (URL jar : jars) {
      File file = new File(plugin.getPluginPath(), new File(jar.getPath()).getName());
      if (!new File(jar.getPath()).exists() && !file.exists()) {
        return "its library " + file.getName() + " is missing";
      }
    }
    for (String point : targets(plugin).toList()) {
      if (!points.contains(point)) {
        return "no plugin defines the extension point " + point;
      }
    }
    for (String needed : plugin.getDependencies()) {
      PluginDescriptor other = found.get(needed);
      String fault =
          other == null ? "it is in none of plugin.folders" : fault(other, points, branch);
      if (fault != null) {
        return "it needs the plugin " + needed + ": " + fault;
      }
    }
    branch.remove(id);
    return null;
  }

  private static NutchExtensions of(Configuration conf) {
    List<Path> folders =
        Plugins.nutchFolders(conf).stream().map(it -> it.toAbsolutePath().normalize()).toList();
    Map<String, String> passed = new TreeMap<>();
    for (Map.Entry<String, String> setting : conf) {
      if (!NOT_PASSED.matcher(setting.getKey()).matches()) {
        passed.put(setting.getKey(), setting.getValue());
      }
    }
    passed.put(
        PluginKeys.NUTCH_FOLDERS.name(),
        folders.stream().map(Path::toString).collect(Collectors.joining(",")));
    passed.put(INCLUDES, PluginKeys.NUTCH_INCLUDES.get(conf)); // ours by default, not Nutch's
    return LOADED.computeIfAbsent(
        passed,
        settings -> {
          Configuration nutch = new Configuration(Defaults.CONF);
          settings.forEach(nutch::set);
          nutch.set("nutch.conf.uuid", UUID.randomUUID().toString()); // known by it in caches
          return new NutchExtensions(nutch, folders);
        });
  }

  /** Read once, if ever. */
  private static final class Defaults {
    static final Configuration CONF = new Configuration(false);

    static {
      CONF.addResource(PluginRepository.class.getClassLoader().getResource(DEFAULTS));
    }
  }

  /**
   * New objects of the extensions of a point, in the order of a setting, else by the names of their
   * plugins; none if {@code plugin.folders} is empty.
   *
   * @param order the setting that lists the names of the classes to use, as {@code urlfilter.order}
   * @throws OrbException (failed) if an extension throws as it is made or gets its settings
   */
  public static <T> List<T> of(Configuration conf, Class<T> point, String order) {
    if (Plugins.nutchFolders(conf).isEmpty()) {
      return List.of();
    }
    NutchExtensions all = of(conf);
    Map<String, T> made = new LinkedHashMap<>();
    for (Extension extension : all.extensions(point.getName())) {
      T one = all.make(extension, point);
      if (one != null) {
        made.putIfAbsent(extension.getClazz(), one);
      }
    }
    List<T> ordered = new ArrayList<>();
    for (String name : all.conf.get(order, "").trim().split("\\s+")) {
      if (made.containsKey(name)) {
        ordered.add(made.remove(name));
      }
    }
    // As in Nutch: an order of normalizers says which come first, others say which are used.
    if (order.equals(NORMALIZER_ORDER) || all.conf.get(order, "").isBlank()) {
      ordered.addAll(made.values());
    }
    return ordered;
  }

  private List<Extension> extensions(String point) {
    ExtensionPoint known = repository == null ? null : repository.getExtensionPoint(point);
    return known == null
        ? List.of()
        : Arrays.stream(known.getExtensions())
            .sorted(Comparator.comparing(it -> it.getDescriptor().getPluginId()))
            .toList();
  }

  private <T> T make(Extension extension, Class<T> point) {
    PluginDescriptor plugin = extension.getDescriptor();
    try {
      repository.getPluginInstance(plugin);
      Object made =
          plugin.getClassLoader().loadClass(extension.getClazz()).getConstructor().newInstance();
      T one = point.cast(made);
      if (made instanceof Configurable configurable) {
        configurable.setConf(confs.computeIfAbsent(plugin.getPluginId(), id -> confOf(plugin)));
      }
      return one;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof LinkageError cause) {
        leaveOut(extension, cause);
        return null;
      }
      throw refusal(plugin, e.getCause());
    } catch (RuntimeException e) {
      throw refusal(plugin, e);
    } catch (ReflectiveOperationException | PluginRuntimeException | LinkageError e) {
      leaveOut(extension, e);
      return null;
    }
  }

  private void leaveOut(Extension extension, Throwable e) {
    if (failed.put(extension.getClazz(), PluginException.reason(e)) == null) {
      LOG.warn("{}; it is left out", message(extension.getDescriptor(), e), e);
    }
  }

  private static OrbException refusal(PluginDescriptor plugin, Throwable e) {
    return OrbException.failed(
        message(plugin, e)
            + "; correct its settings or files, or name it in "
            + PluginKeys.NUTCH_EXCLUDES.name(),
        e);
  }

  private static String message(PluginDescriptor plugin, Throwable e) {
    return "Nutch's plugin "
        + plugin.getPluginId()
        + " in "
        + plugin.getPluginPath()
        + ": "
        + PluginException.reason(e);
  }

  /**
   * The settings for a plugin, which finds its files in its folder or in the folder of all plugins
   * (a cluster's tasks have both), else on the class path.
   */
  private Configuration confOf(PluginDescriptor plugin) {
    Configuration own = new Configuration(conf);
    own.setClassLoader(new FileLoader(plugin));
    return own;
  }

  private static final class FileLoader extends URLClassLoader {
    private final PluginDescriptor plugin;

    FileLoader(PluginDescriptor plugin) {
      super(folders(plugin), plugin.getClassLoader());
      this.plugin = plugin;
    }

    private static URL[] folders(PluginDescriptor plugin) {
      File folder = new File(plugin.getPluginPath());
      try {
        return new URL[] {folder.toURI().toURL(), folder.getParentFile().toURI().toURL()};
      } catch (MalformedURLException e) {
        throw new IllegalStateException("each path has a URL", e);
      }
    }

    @Override
    public URL getResource(String name) {
      URL own = name.isEmpty() ? null : findResource(name);
      URL file = own == null ? super.getResource(name) : own;
      if (file == null) {
        LOG.warn(
            "Nutch's plugin {} cannot find the file '{}': neither conf/ nor {} has it",
            plugin.getPluginId(),
            name,
            plugin.getPluginPath());
      }
      return file;
    }
  }

  /** An extension, for messages. */
  public static String origin(Object extension) {
    return "Nutch's " + extension.getClass().getSimpleName();
  }

  /** A name by the rules for fields: {@code metatag.og_title} of Nutch's metatag.og:title. */
  public static String fieldName(String nutch) {
    String name = nutch.replaceAll("[^A-Za-z0-9_.-]", "_");
    return name.matches("[A-Za-z].*") ? name : "f" + name;
  }

  /**
   * What becomes of an extension of a plugin.
   *
   * @param plugin its id
   * @param point the extension point; empty if the plugin cannot be loaded
   * @param use "used as ..." or "not used: REASON"
   */
  public record Use(String plugin, String version, String point, String use) {}

  /** What becomes of each plugin; empty if {@code plugin.folders} is. */
  public static List<Use> report(Configuration conf) {
    if (Plugins.nutchFolders(conf).isEmpty()) {
      return List.of();
    }
    NutchExtensions all = of(conf);
    List<Use> uses = new ArrayList<>();
    all.faults.forEach((id, why) -> uses.add(new Use(id, "", "", "not used: " + why)));
    all.found.forEach(
        (id, plugin) -> {
          if (!all.faults.containsKey(id)) {
            for (Extension extension : plugin.getExtensions()) {
              String point = extension.getTargetPoint();
              uses.add(new Use(id, plugin.getVersion(), point, all.use(extension)));
            }
          }
        });
    return uses;
  }

  private String use(Extension extension) {
    String id = extension.getDescriptor().getPluginId();
    String point = extension.getTargetPoint();
    if (!USED.containsKey(point)) {
      return "not used: " + NOT_USED.getOrDefault(point, "this point has no counterpart here");
    }
    if (repository == null || repository.getPluginDescriptor(id) == null) {
      return "not used: excluded by " + INCLUDES + " or plugin.excludes";
    }
    try {
      return make(extension, Object.class) == null
          ? "not used: it cannot be loaded: " + failed.get(extension.getClazz())
          : "used as " + USED.get(point);
    } catch (OrbException e) {
      return "not used: " + e.getMessage();
    }
  }
}
