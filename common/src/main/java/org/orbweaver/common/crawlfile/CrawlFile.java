package org.orbweaver.common.crawlfile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.error.OrbException;

/**
 * A file that says what a crawl is. Its settings count as if the command line had given them; those
 * of the command line itself take precedence.
 *
 * @param directory of the crawl; a relative path starts where the file is
 */
public record CrawlFile(String name, String directory, List<Setting> settings) {
  /** The number of rounds of a crawl that ends when no URL is due. */
  public static final String UNTIL_DONE = "until-done";

  /** The file in use, for code that has the settings only. */
  private static final String IN_USE = "orbweaver.internal.crawl.file";

  /**
   * A setting.
   *
   * @param name of the setting, not of the file's key
   * @param value as the setting has it
   * @param line of the file, from 1
   */
  public record Setting(String name, String value, int line) {}

  /** True for the name of a file, where a command takes a file or a crawl directory. */
  public static boolean isOne(String argument) {
    String name = argument.toLowerCase(Locale.ROOT);
    return (name.endsWith(".yaml") || name.endsWith(".yml"))
        && !name.contains("://")
        && !Files.isDirectory(Path.of(argument));
  }

  /**
   * Reads a file.
   *
   * @param name as the user gave it
   * @throws OrbException (usage) with all faults, each with line and column
   */
  public static CrawlFile read(String name) {
    return new CrawlFileReader(name).read();
  }

  /** Sets the settings that the command line did not. */
  public void apply(Configuration conf) {
    conf.set(IN_USE, name);
    for (Setting setting : settings) {
      if (!Origin.isSet(conf, setting.name)) {
        Origin.setFromCrawlFile(conf, setting.name, setting.value, name, setting.line);
      }
    }
  }

  /** The name of the file whose settings were applied; null if there is none. */
  public static String inUse(Configuration conf) {
    return conf.get(IN_USE);
  }
}
