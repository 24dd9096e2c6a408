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
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.util.ConfigUtil;
import org.apache.hadoop.util.GenericOptionsParser;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Similar;

/**
 * The settings as a whole: {@code orbweaver-default.xml} (generated, in this module's jar), then a
 * {@code nutch-site.xml} and an {@code orbweaver-site.xml} where the class path has them, then
 * those kept with the crawl, then what the command line says. {@link Origin} tells which it was.
 *
 * <p>They are loaded as a command line is read ({@link #load}) and checked before its command does
 * anything ({@link #check}).
 */
public final class Settings {
  static final String DEFAULTS = "orbweaver-default.xml";

  private static final String AUTHENTICATION = "hadoop.security.authentication";

  /** From Java 22 on a thread does not inherit the user it was started for. */
  private static final int FIRST_JAVA_TO_LOSE_USERS = 22;

  private static final String PREFIX = "orbweaver.";

  /** Names that tasks and tests set for themselves. */
  private static final String INTERNAL = "orbweaver.internal.";

  /** Set by {@code --force-unknown}: names that look misspelt are taken as they are. */
  public static final String FORCE_UNKNOWN = INTERNAL + "force.unknown";

  private Settings() {}

  /**
   * Refuses configuration files on the class path that are not well formed, Hadoop's with ours.
   *
   * @throws OrbException (usage) naming file and line
   */
  public static void requireSiteFiles() {
    requireSiteFiles(Settings.class.getClassLoader());
  }

  static void requireSiteFiles(ClassLoader loader) {
    for (String site : new String[] {"core", "hdfs", "mapred", "yarn", "nutch", "orbweaver"}) {
      URL file = loader.getResource(site + "-site.xml");
      if (file != null && file.getProtocol().equals("file")) {
        ConfFile.require(fileName(file));
      }
    }
  }

  /**
   * Loads the settings of the class path and of Hadoop's generic options.
   *
   * @param generic the generic options of a command line
   * @throws OrbException (usage) naming file and line where a file is missing or cannot be read
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
   * Adds the configuration files below what is set already (a value given by {@code -D} or {@code
   * -conf} stays), and passes {@code ORB_JAVA_OPTS} on to a cluster.
   */
  public static void load(Configuration conf) {
    // The cluster's mapred-site.xml and yarn-site.xml, which Hadoop reads only once a job is made.
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

  /** Notes the file of {@code -conf} as the origin of what it sets. */
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

  /** Gives the tasks and the application master on a cluster what the command's JVM was given. */
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
   * Everything that is wrong: names that begin with {@code orbweaver.} and that no part of the
   * program knows, names on the command line that resemble a known one, and values that their
   * setting does not take. Nothing is read but the settings and the files that they name.
   */
  public static List<String> faults(Configuration conf) {
    return faults(conf, key -> true);
  }

  private static List<String> faults(Configuration conf, Predicate<Key<?>> checked) {
    List<String> faults = new ArrayList<>();
    Set<String> known = knownNames();
    for (Map.Entry<String, String> setting : conf) {
      String name = setting.getKey();
      if (name.startsWith(PREFIX) && !name.startsWith(INTERNAL) && !known.contains(name)) {
        faults.add(
            unknown(name, Similar.setting(name, known)) + " (" + Origin.of(conf, name) + ")");
      }
    }
    faults.addAll(misspelt(conf, known));
    KeySource.all().stream().filter(checked).forEach(key -> key.fault(conf).ifPresent(faults::add));
    kerberosFault(conf, Runtime.version().feature()).ifPresent(faults::add);
    return faults;
  }

  /**
   * Refuses Kerberos where a thread of a library could act without the user it was started for.
   *
   * @param java the version that runs
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
   * Refuses what is wrong, all of it in one list. A file that a crawl or a configuration file names
   * and that is gone concerns those alone who read it: they have it among their further faults.
   *
   * @param further faults that the command found in settings that go together
   * @throws OrbException (usage) with a line for each fault
   */
  public static void check(Configuration conf, List<String> further) {
    // A check of several settings stumbles over a value that is wrong by itself, too.
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
   * What the command line sets in vain: Nutch's settings that have no effect here.
   *
   * @return a sentence for each
   */
  public static List<String> warnings(Configuration conf) {
    return inVain(conf, Origin::isGiven);
  }

  /**
   * What the configuration files set in vain: Nutch's settings that have no effect here.
   *
   * @return a sentence for each
   */
  public static List<String> ignored(Configuration conf) {
    return inVain(conf, Origin::isFromSiteFile);
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
    Set<String> known = knownNames();
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, String> setting : conf) {
      String name = setting.getKey();
      if (known.contains(name) || name.startsWith(PREFIX) || !origin.test(conf, name)) {
        continue;
      }
      if (NutchSettings.isIgnored(name, known)) {
        found.add(NutchSettings.warning(name));
      }
    }
    found.sort(null);
    return found;
  }

  private static String unknown(String name, Optional<String> near) {
    return "unknown setting "
        + name
        + near.map(other -> "; did you mean " + other + "?").orElse("; see docs/configuration.md");
  }

  /** Which of some settings have values that they do not take, or name files that are missing. */
  public static List<String> faultsOf(Configuration conf, Collection<? extends Key<?>> keys) {
    return keys.stream().flatMap(key -> key.fault(conf).stream()).toList();
  }

  /** A check that throws an OrbException for what is wrong. */
  @FunctionalInterface
  public interface Check {
    void run() throws IOException;
  }

  /** What checks of settings that go together, or that must not be missing, find wrong. */
  public static List<String> faultsOf(Check... checks) {
    List<String> faults = new ArrayList<>();
    for (Check check : checks) {
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
