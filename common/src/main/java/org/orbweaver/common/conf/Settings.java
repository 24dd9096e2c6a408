package org.orbweaver.common.conf;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.util.ConfigUtil;
import org.orbweaver.common.cli.OrbException;

/**
 * The settings as a whole: {@code orbweaver-default.xml} (generated, in this module's jar), then a
 * {@code nutch-site.xml} and an {@code orbweaver-site.xml} where the class path has them, then what
 * the command line says.
 */
public final class Settings {
  static final String DEFAULTS = "orbweaver-default.xml";

  /** Letters that may be wrong in a name. */
  private static final int MISSPELT = 2;

  private static final String PREFIX = "orbweaver.";

  /** Names that tasks and tests set for themselves. */
  private static final String INTERNAL = "orbweaver.internal.";

  private Settings() {}

  /**
   * Adds the configuration files below what is set already (a value given by {@code -D} or {@code
   * -conf} stays), and passes {@code ORB_JAVA_OPTS} on to a cluster.
   */
  public static void load(Configuration conf) {
    // The cluster's mapred-site.xml and yarn-site.xml, which Hadoop reads only once a job is made.
    ConfigUtil.loadResources();
    loadFiles(conf);
    passJavaOptions(conf);
  }

  private static void loadFiles(Configuration conf) {
    ClassLoader loader = Settings.class.getClassLoader();
    Configuration files = new Configuration(false);
    boolean any = false;
    for (String name : new String[] {"nutch-site.xml", "orbweaver-site.xml"}) {
      URL file = loader.getResource(name);
      if (file != null) {
        files.addResource(file);
        any = true;
      }
    }
    if (!any) {
      return;
    }
    for (Map.Entry<String, String> setting : files) {
      if (conf.getRaw(setting.getKey()) == null) {
        conf.set(setting.getKey(), setting.getValue(), DEFAULTS);
      }
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
   * Refuses settings whose name begins with {@code orbweaver.} and that no part of the program
   * knows.
   *
   * @throws OrbException (usage) naming the setting and the nearest known name
   */
  public static void refuseUnknown(Configuration conf) {
    Set<String> known = knownNames();
    for (Map.Entry<String, String> setting : conf) {
      String name = setting.getKey();
      if (name.startsWith(PREFIX) && !name.startsWith(INTERNAL) && !known.contains(name)) {
        throw OrbException.usage(
            "unknown setting " + name + "; the nearest known name is " + nearest(name, known));
      }
    }
  }

  /**
   * Finds settings of the command line that nothing knows but that look like one of ours: Nutch's
   * names cannot be refused, for it has many that we do not use.
   *
   * @return a sentence for each
   */
  public static List<String> likelyMisspelt(Configuration conf) {
    Set<String> known = knownNames();
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, String> setting : conf) {
      String name = setting.getKey();
      String[] sources = conf.getPropertySources(name);
      if (known.contains(name)
          || sources == null
          || !Arrays.stream(sources).allMatch(source -> source.contains("command line"))) {
        continue;
      }
      known.stream()
          .filter(candidate -> distance(name, candidate) <= MISSPELT)
          .findFirst()
          .ifPresent(
              near -> found.add("nothing knows the setting " + name + "; is " + near + " meant?"));
    }
    return found;
  }

  /** The names in the defaults file; read as XML, for Hadoop drops those with an empty value. */
  private static Set<String> knownNames() {
    Set<String> names = new TreeSet<>();
    try (InputStream file = Settings.class.getClassLoader().getResourceAsStream(DEFAULTS)) {
      if (file == null) {
        throw OrbException.failed(DEFAULTS + " is missing from the program's jars: build it anew");
      }
      XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      XMLStreamReader xml = factory.createXMLStreamReader(file);
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("name")) {
          names.add(xml.getElementText().strip());
        }
      }
    } catch (IOException | XMLStreamException e) {
      throw OrbException.failed(DEFAULTS + " in the program's jars cannot be read", e);
    }
    return names;
  }

  static String nearest(String name, Set<String> known) {
    String best = "none";
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      int distance = distance(name, candidate);
      if (candidate.startsWith(PREFIX) && distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
