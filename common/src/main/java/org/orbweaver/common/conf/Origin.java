package org.orbweaver.common.conf;

import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;

/** The origin of a setting's value, read from the notes in Hadoop's configuration. */
public final class Origin {
  /** Hadoop's note for {@code -D}. */
  private static final String COMMAND_LINE = "from command line";

  /** Hadoop's note for a value set without a source. */
  private static final String PROGRAM = "programmatically";

  private static final String CONF_FILE = "-conf ";
  private static final String CRAWL_FILE = "crawl file ";
  private static final String CRAWL = "kept with the crawl";
  private static final String SITE_FILE = "file ";

  private Origin() {}

  /** The note for a value from a file given by {@code -conf}. */
  static String confFile(String file) {
    return CONF_FILE + file;
  }

  /** The note for a value from a configuration file on the class path. */
  static String siteFile(String file) {
    return SITE_FILE + file;
  }

  /** Sets a value from a line of a crawl file. */
  public static void setFromCrawlFile(
      Configuration conf, String name, String value, String file, int line) {
    conf.set(name, value, CRAWL_FILE + file + " line " + line);
  }

  /** True for the origin, in words, of a value from a crawl file. */
  public static boolean isCrawlFile(String origin) {
    return origin.startsWith(CRAWL_FILE);
  }

  /** Sets a value that was kept with the crawl. */
  public static void setKept(Configuration conf, String name, String value) {
    conf.set(name, value, CRAWL);
  }

  /**
   * The origin in words: "-D", "--top-n", "-conf my.xml line 7", "file conf/orbweaver-site.xml line
   * 12".
   */
  public static String of(Configuration conf, String name) {
    String source = last(conf, name);
    if (source.equals(COMMAND_LINE)) {
      return "-D";
    }
    for (String kind : new String[] {CONF_FILE, SITE_FILE}) {
      if (source.startsWith(kind)) {
        OptionalInt line = ConfFile.line(source.substring(kind.length()), name);
        return source + (line.isPresent() ? " line " + line.getAsInt() : "");
      }
    }
    return source.equals(PROGRAM) ? "the program" : source;
  }

  /**
   * True if the command line gave the value, by {@code -D}, {@code -conf}, an option or a crawl
   * file.
   */
  public static boolean isGiven(Configuration conf, String name) {
    String source = last(conf, name);
    return source.equals(COMMAND_LINE) || source.startsWith("-") || isCrawlFile(source);
  }

  /** True if the command line or the program gave the value, not a file, the crawl or a default. */
  public static boolean isSet(Configuration conf, String name) {
    return isGiven(conf, name) || last(conf, name).equals(PROGRAM);
  }

  /** True if the value comes from a configuration file on the class path. */
  public static boolean isFromSiteFile(Configuration conf, String name) {
    return last(conf, name).startsWith(SITE_FILE);
  }

  /** True if the value was kept with the crawl. */
  public static boolean isFromCrawl(Configuration conf, String name) {
    return last(conf, name).equals(CRAWL);
  }

  private static String last(Configuration conf, String name) {
    String[] sources = conf.getPropertySources(name);
    return sources == null || sources.length == 0 ? "default" : sources[sources.length - 1];
  }
}
