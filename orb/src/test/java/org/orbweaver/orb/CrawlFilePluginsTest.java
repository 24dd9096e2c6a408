package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.crawlfile.CrawlFileWriter;
import org.orbweaver.common.error.OrbException;

/** The plugins of a crawl file. */
class CrawlFilePluginsTest {
  @TempDir private Path folder;

  private Configuration read(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("crawl.yaml"), "directory: crawl\n" + text);
    Configuration conf = new Configuration(false);
    CrawlFile.read(file.toString()).apply(conf);
    return conf;
  }

  @Test
  void foldersAreBesideTheFileAndSettingsComeBack() throws Exception {
    Configuration conf =
        read(
            """
            plugins:
              folders: [plugins, /opt/more]
              nutch-folders: nutch/plugins
              settings:
                css-fields:
                  select: {price: ".price, .cost", name: 'h1@id'}
                  types: [text/html, text/xml]
                csv: {separator: "|", header: true}
            """);
    Path beside = folder.toAbsolutePath().normalize();
    assertEquals(beside.resolve("plugins") + ",/opt/more", conf.get("orbweaver.plugins"));
    assertEquals(beside.resolve("nutch/plugins").toString(), conf.get("plugin.folders"));
    String lines =
        """
        css-fields.select.price=.price, .cost
        css-fields.select.name=h1@id
        css-fields.types=text/html,text/xml
        csv.separator=|
        csv.header=true""";
    assertEquals(lines, conf.getRaw("orbweaver.plugins.settings"));
    String written =
        CrawlFileWriter.yaml(
            "crawl",
            name ->
                name.equals("orbweaver.plugins.settings")
                    ? Optional.of(new CrawlFileWriter.Value(lines, ""))
                    : Optional.empty());
    String again = written.replaceFirst("directory: .*\n", "");
    assertEquals(lines, read(again).getRaw("orbweaver.plugins.settings"), again);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{settings: {css: 3}}|plugins.settings.css: expected",
        "{settings: {'a b': {x: 1}}}|plugins.settings.a b.x: expected",
        "{settings: [css]}|names and values",
        "{settings: {css: {x: \"a\\nb\"}}}|plugins.settings.css.x: expected one line",
        "{folder: x}|did you mean folders",
      })
  void faultsAreNamed(String plugins, String told) {
    OrbException fault = assertThrows(OrbException.class, () -> read("plugins: " + plugins + "\n"));
    String text = fault.getMessage() + fault.details();
    assertTrue(text.contains(told), text);
  }
}
