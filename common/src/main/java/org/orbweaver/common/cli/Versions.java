package org.orbweaver.common.cli;

import java.io.IOException;
import java.io.InputStream;
import java.security.CodeSource;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} shows: the versions of the program and of what it stands on. */
final class Versions implements IVersionProvider {
  private static final Pattern JAR = Pattern.compile(".*-(\\d[^/]*)\\.jar");
  private static final String ABSENT = "not on the class path";

  @Override
  public String[] getVersion() {
    return new String[] {
      "Orbweaver " + jar(Versions.class.getName()),
      "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
      "Hadoop " + hadoop(),
      "Nutch " + jar("org.apache.nutch.crawl.CrawlDatum"),
      "Lucene " + jar("org.apache.lucene.util.Version")
    };
  }

  /** The version in the name of the jar that has the class: not all jars tell theirs inside. */
  private static String jar(String className) {
    try {
      Class<?> known = Class.forName(className, false, Versions.class.getClassLoader());
      CodeSource source = known.getProtectionDomain().getCodeSource();
      Matcher jar = JAR.matcher(source == null ? "" : source.getLocation().getPath());
      return jar.matches() ? jar.group(1) : "(development build)";
    } catch (ClassNotFoundException e) {
      return ABSENT;
    }
  }

  /** The shaded client's jars have other names than an installation's; both have this file. */
  private static String hadoop() {
    ClassLoader loader = Versions.class.getClassLoader();
    try (InputStream file = loader.getResourceAsStream("common-version-info.properties")) {
      if (file == null) {
        return ABSENT;
      }
      Properties properties = new Properties();
      properties.load(file);
      return properties.getProperty("version", ABSENT);
    } catch (IOException e) {
      return ABSENT;
    }
  }
}
