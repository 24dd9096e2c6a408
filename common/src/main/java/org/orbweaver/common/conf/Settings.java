package org.orbweaver.common.conf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.util.ConfigUtil;
import org.apache.hadoop.util.GenericOptionsParser;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Similar;

/**
 * All settings. In ascending precedence: {@code orbweaver-default.xml} (generated, in this module's
 * jar), {@code nutch-site.xml} and {@code orbweaver-site.xml} if the class path has them, settings
 * kept with the crawl, and the command line. {@link Origin} names the source of each value.
 *
 * <p>Loaded while the command line is read ({@link #load}); checked before the command does
 * anything ({@link #check}).
 */
public final class Settings {
  static final String DEFAULTS = "orbweaver-default.xml";

  private static final String AUTHENTICATION = "hadoop.security.authentication";

  /** From Java 22 on, a thread does not inherit the user it was started for. */
  private static final int FIRST_JAVA_TO_LOSE_USERS = 22;

  private static final String PREFIX = "orbweaver.";

  private static final String NUTCH_PLUGINS = "plugin.folders";

  /** Prefix of names that tasks and tests set for themselves. */
  private static final String INTERNAL = "orbweaver.internal.";

  /** Set by {@code --force-unknown}: accepts names that look misspelt. */
  public static final String FORCE_UNKNOWN = INTERNAL + "force.unknown";

  private Settings() {}

  /**
   * Refuses malformed configuration files on the class path, Hadoop's and ours.
   *
   * @throws OrbException (usage) naming file and line
   */
  public static void requireSiteFiles() {
    requireSiteFiles(Settings.class.getClassLoader());
  }

  static void requireSiteFiles(ClassLoader loader) {
    siteFiles(loader).forEach(ConfFile::require);
  }

  private static List<String> siteFiles(ClassLoader loader) {
    return Stream.of("core", "hdfs", "mapred", "yarn", "nutch", "orbweaver")
        .map(site -> loader.getResource(site + "-site.xml"))
        .filter(file -> file != null && file.getProtocol().equals("file"))
        .map(Settings::fileName)
        .toList();
  }

  /** Whether a configuration file names a setting; reads them without Hadoop. */
  public static boolean siteFilesName(String setting) {
    return siteFiles(Settings.class.getClassLoader()).stream()
        .anyMatch(file -> ConfFile.line(file, setting).isPresent());
  }

  /**
   * Loads the settings of the class path and of Hadoop's generic options.
   *
   * @param generic the generic options of a command line
   * @throws OrbException (usage) naming file and line if a file is missing or cannot be read
   */
  public static void load(Configuration conf, List<String> generic) throws IOException {
    List<String> files = new ArrayList<>();
    for (int i = 0; i + 1 < generic.size(); i++) {
      if (generic.get(i).equals("-conf")) {
        files.add(new org.apache.hadoop.fs.Path(generic.get(i + 1)).toUri().getPath());
      }
    }
    files.forEach(ConfFile::require);
    try {
      new GenericOptionsParser(conf, generic.toArray(new String[0]));
      load(conf);
      files.forEach(file -> note(conf, file));
    } catch (RuntimeException e) {
      throw ConfFile.broken(e);
    }
  }

  /**
   * Adds the configuration files without overriding values already set by {@code -D} or {@code
   * -conf}, and passes {@code ORB_JAVA_OPTS} on to a cluster.
   */
  public static void load(Configuration conf) {
    // Loads the cluster's mapred-site.xml and yarn-site.xml, which Hadoop otherwise reads only when
    // it creates a job.
    ConfigUtil.loadResources();
    ClassLoader loader = Settings.class.getClassLoader();
    for (String name : List.of("orbweaver-site.xml", "nutch-site.xml")) {
      URL file = loader.getResource(name);
      if (file != null) {
        addSiteFile(conf, file);
      }
    }
    passJavaOptions(conf);
  }

  private static void addSiteFile(Configuration conf, URL file) {
    String name = file.getProtocol().equals("file") ? fileName(file) : file.toString();
    if (file.getProtocol().equals("file")) {
      ConfFile.require(name);
    }
    Configuration settings = new Configuration(false);
    settings.addResource(file);
    for (Map.Entry<String, String> setting : settings) {
      if (conf.getRaw(setting.getKey()) == null) {
        conf.set(setting.getKey(), setting.getValue(), Origin.siteFile(name));
      }
    }
  }

  /** Records a {@code -conf} file as the origin of its settings. */
  private static void note(Configuration conf, String file) {
    Configuration settings = new Configuration(false);
    settings.addResource(new org.apache.hadoop.fs.Path(file));
    for (Map.Entry<String, String> setting : settings) {
      String name = setting.getKey();
      if (setting.getValue().equals(conf.getRaw(name)) && !Origin.isGiven(conf, name)) {
        conf.set(name, setting.getValue(), Origin.confFile(file));
      }
    }
  }

  private static String fileName(URL file) {
    try {
      Path path = Path.of(file.toURI());
      Path here = Path.of("").toAbsolutePath();
      return (path.startsWith(here) ? here.relativize(path) : path).toString();
    } catch (java.net.URISyntaxException e) {
      return file.getPath();
    }
  }

  /**
   * Gives the tasks and the application master on a cluster the same JVM options as the command's
   * JVM.
   */
  private static void passJavaOptions(Configuration conf) {
    String options = System.getenv("ORB_JAVA_OPTS");
    boolean cluster = !conf.get("mapreduce.framework.name", "local").equals("local");
    if (cluster && options != null && !options.isBlank()) {
      String base = conf.get("mapred.child.java.opts", "");
      for (String key : new String[] {"mapreduce.map.java.opts", "mapreduce.reduce.java.opts"}) {
        conf.set(key, (conf.get(key, base) + " " + options).strip());
      }
      String master = "yarn.app.mapreduce.am.command-opts";
      conf.set(master, (conf.get(master, "") + " " + options).strip());
    }
  }

  /**
   * All faults: unknown names that begin with {@code orbweaver.}, names on the command line that
   * resemble a known one, and values that their setting does not accept. Reads only the settings
   * and the files that they name. An unknown name kept with a crawl was known when it was kept: it
   * is {@link #retired}.
   */
  public static List<String> faults(Configuration conf) {
    return faults(conf, key -> true);
  }

  private static List<String> faults(Configuration conf, Predicate<Key<?>> checked) {
    List<String> faults = new ArrayList<>();
    Set<String> known = knownNames();
    names(conf)
        .filter(name -> isUnknown(name, known) && !Origin.isFromCrawl(conf, name))
        .map(
            name ->
                unknown(name, Similar.setting(name, known)) + " (" + Origin.of(conf, name) + ")")
        .forEach(faults::add);
    faults.addAll(misspelt(conf, known));
    KeySource.all().stream().filter(checked).forEach(key -> key.fault(conf).ifPresent(faults::add));
    kerberosFault(conf, Runtime.version().feature()).ifPresent(faults::add);
    return faults;
  }

  /**
   * Refuses Kerberos if a library thread could act without the user it was started for.
   *
   * @param java the version of the running Java
   */
  static Optional<String> kerberosFault(Configuration conf, int java) {
    if (java < FIRST_JAVA_TO_LOSE_USERS || !"kerberos".equalsIgnoreCase(conf.get(AUTHENTICATION))) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "setting %s: Kerberos is unsafe on Java %d, whose threads do not inherit their user"
                + " (HADOOP-19906); use Java 17 or 21 (%s)",
            AUTHENTICATION,
            java,
            Origin.of(conf, AUTHENTICATION)));
  }

  /**
   * Refuses invalid settings with one list of all faults. A missing file that a crawl or a
   * configuration file names is a fault only for the commands that read it; they report it among
   * the further faults.
   *
   * @param further faults that the command found in combinations of settings
   * @throws OrbException (usage) with a line for each fault
   */
  public static void check(Configuration conf, List<String> further) {
    // A check of a combination also fails on a value that is invalid by itself.
    List<String> lines =
        Stream.concat(
                faults(conf, key -> !key.isFile() || Origin.isSet(conf, key.name())).stream(),
                further.stream())
            .distinct()
            .sorted()
            .toList();
    if (lines.size() == 1) {
      throw OrbException.usage(lines.get(0));
    }
    if (!lines.isEmpty()) {
      throw OrbException.usage(lines.size() + " settings are invalid:", lines);
    }
  }

  /**
   * Nutch's settings without effect here that the command line sets.
   *
   * @return a sentence for each
   */
  public static List<String> warnings(Configuration conf) {
    return inVain(conf, Origin::isGiven);
  }

  /**
   * Nutch's settings without effect here that the configuration files set.
   *
   * @return a sentence for each
   */
  public static List<String> ignored(Configuration conf) {
    return inVain(conf, Origin::isFromSiteFile);
  }

  /** The names of settings that the crawl keeps from a version that had them. */
  public static List<String> retired(Configuration conf) {
    Set<String> known = knownNames();
    return names(conf)
        .filter(name -> isUnknown(name, known) && Origin.isFromCrawl(conf, name))
        .toList();
  }

  private static Stream<String> names(Configuration conf) {
    return StreamSupport.stream(conf.spliterator(), false).map(Map.Entry::getKey);
  }

  /** Unknown names on the command line that resemble a known one. */
  private static List<String> misspelt(Configuration conf, Set<String> known) {
    List<String> found = new ArrayList<>();
    Configuration hadoop = null;
    for (Map.Entry<String, String> setting : conf) {
      String name = setting.getKey();
      if (known.contains(name)
          || name.startsWith(PREFIX)
          || !Origin.isGiven(conf, name)
          || NutchSettings.isIgnored(name, known)
          || conf.getBoolean(FORCE_UNKNOWN, false)) {
        continue;
      }
      Optional<String> near = Similar.setting(name, known);
      if (near.isPresent()) {
        hadoop = hadoop == null ? new Configuration() : hadoop;
        if (hadoop.getRaw(name) == null) {
          found.add(unknown(name, near) + " (--force-unknown keeps it)");
        }
      }
    }
    return found;
  }

  private static List<String> inVain(
      Configuration conf, BiPredicate<Configuration, String> origin) {
    if (!conf.getTrimmed(NUTCH_PLUGINS, "").isEmpty()) {
      return List.of(); // They may read any of them.
    }
    Set<String> known = knownNames();
    return names(conf)
        .filter(name -> !name.startsWith(PREFIX) && origin.test(conf, name))
        .filter(name -> NutchSettings.isIgnored(name, known))
        .map(NutchSettings::warning)
        .sorted()
        .toList();
  }

  /** Whether a name that no module has may be that of an earlier version's setting. */
  public static boolean isRetired(String name) {
    return name.startsWith(PREFIX) && !name.startsWith(INTERNAL);
  }

  private static boolean isUnknown(String name, Set<String> known) {
    return isRetired(name) && !known.contains(name);
  }

  private static String unknown(String name, Optional<String> near) {
    return "unknown setting "
        + name
        + near.map(other -> "; did you mean " + other + "?").orElse("; see docs/configuration.md");
  }

  /** The faults of the given settings: values that they do not accept, and missing files. */
  public static List<String> faultsOf(Configuration conf, Collection<? extends Key<?>> keys) {
    return keys.stream().flatMap(key -> key.fault(conf).stream()).toList();
  }

  /** A check that throws an OrbException on a fault. */
  @FunctionalInterface
  public interface SettingsCheck {
    void run() throws IOException;
  }

  /**
   * The faults found by checks of combinations of settings, or of settings that must be present.
   */
  public static List<String> faultsOf(SettingsCheck... checks) {
    List<String> faults = new ArrayList<>();
    for (SettingsCheck check : checks) {
      try {
        check.run();
      } catch (OrbException e) {
        faults.add(e.getMessage());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return faults;
  }

  /** The names in the defaults file, which has those of all modules. */
  private static Set<String> knownNames() {
    try (InputStream file = Settings.class.getClassLoader().getResourceAsStream(DEFAULTS)) {
      if (file == null) {
        throw OrbException.failed(DEFAULTS + " is missing from the program's jars: rebuild it");
      }
      return ConfFile.names(file).keySet();
    } catch (IOException | XMLStreamException e) {
      throw OrbException.failed("cannot read " + DEFAULTS + " in the program's jars", e);
    }
  }
}
