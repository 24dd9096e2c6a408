package org.orbweaver.orb.doctor;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.VersionInfo;
import org.orbweaver.common.job.JobRunner;

/** Checks which Hadoop is installed, and whether the class path is consistent. */
final class HadoopChecks {
  private static final Pattern VERSION = Pattern.compile("-(\\d+(?:\\.\\d+)*)[^/]*\\.jar!");

  /** Classes of which only one copy may be on the class path, with their libraries. */
  private static final Map<String, String> ONCE = new LinkedHashMap<>();

  static {
    ONCE.put("org/apache/hadoop/conf/Configuration.class", "Hadoop");
    ONCE.put("org/apache/hadoop/mapreduce/Job.class", "Hadoop MapReduce");
    ONCE.put("org/apache/commons/cli/CommandLine.class", "commons-cli");
    ONCE.put("org/apache/nutch/crawl/CrawlDatum.class", "Nutch");
    ONCE.put("org/apache/lucene/index/IndexWriter.class", "Lucene");
    ONCE.put("org/apache/tika/Tika.class", "Tika");
    ONCE.put("org/slf4j/LoggerFactory.class", "slf4j");
    ONCE.put("picocli/CommandLine.class", "picocli");
  }

  private HadoopChecks() {}

  static Finding version(Configuration conf) {
    String where =
        JobRunner.isLocal(conf)
            ? "jobs run in this process"
            : "jobs go to " + conf.get("yarn.resourcemanager.address", "YARN");
    return Finding.ok(
        "Hadoop "
            + VersionInfo.getVersion()
            + "; "
            + where
            + ", files are on "
            + FileSystem.getDefaultUri(conf));
  }

  /** Copies of a library, and a commons-cli too old for Hadoop. */
  static List<Finding> classPath(ClassLoader loader) throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (Map.Entry<String, String> entry : ONCE.entrySet()) {
      List<URL> places = Collections.list(loader.getResources(entry.getKey()));
      // One jar may be listed twice.
      TreeSet<String> jars = new TreeSet<>();
      places.forEach(place -> jars.add(jar(place.toString())));
      if (jars.size() > 1) {
        findings.add(
            Finding.error(
                "the class path has " + entry.getValue() + " twice: " + String.join(" and ", jars),
                "remove one of them, from HADOOP_CLASSPATH or from the lib folder"));
      }
      if (entry.getValue().equals("commons-cli") && !places.isEmpty()) {
        cli(places.get(0).toString(), findings);
      }
    }
    if (findings.isEmpty()) {
      findings.add(Finding.ok("no library is on the class path twice"));
    }
    return findings;
  }

  private static void cli(String place, List<Finding> findings) {
    Matcher version = VERSION.matcher(place);
    if (version.find()) {
      String[] numbers = version.group(1).split("\\.", -1);
      int minor = numbers.length < 2 ? 0 : Integer.parseInt(numbers[1]);
      if (numbers[0].equals("1") && minor < 5) {
        findings.add(
            Finding.error(
                "commons-cli " + version.group(1) + " is too old for Hadoop: " + jar(place),
                "remove it, or put commons-cli 1.9.0 before it"));
      }
    }
  }

  private static String jar(String url) {
    int end = url.indexOf("!/");
    return end < 0 ? url : url.substring(url.lastIndexOf('/', end) + 1, end);
  }

  /** The variables by which scripts/orb finds Hadoop. */
  static List<Finding> environment(Map<String, String> environment) {
    List<Finding> findings = new ArrayList<>();
    folder(environment, "HADOOP_CONF_DIR", "core-site.xml", "using local settings", findings);
    folder(environment, "HADOOP_HOME", "bin/hadoop", "using the bundled Hadoop", findings);
    return findings;
  }

  private static void folder(
      Map<String, String> environment,
      String name,
      String file,
      String without,
      List<Finding> findings) {
    String value = environment.get(name);
    if (value == null || value.isEmpty()) {
      findings.add(Finding.ok(name + " is not set: " + without));
    } else if (java.nio.file.Files.exists(java.nio.file.Path.of(value, file))) {
      findings.add(Finding.ok(name + " is " + value));
    } else {
      findings.add(
          Finding.error(
              name + " is " + value + ", which has no " + file, "correct it, or unset it"));
    }
  }
}
