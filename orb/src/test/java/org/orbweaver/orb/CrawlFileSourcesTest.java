package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.crawlfile.CrawlFileWriter;
import org.orbweaver.common.error.OrbException;

/** The sources of a crawl file. */
class CrawlFileSourcesTest {
  @TempDir private Path folder;

  private String read(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("crawl.yaml"), "directory: crawl\n" + text);
    Configuration conf = new Configuration(false);
    CrawlFile.read(file.toString()).apply(conf);
    return conf.get("orbweaver.sources");
  }

  @Test
  void rootsArePathsAndUrlsAndComeBack() throws Exception {
    String beside = folder.toAbsolutePath().normalize().toUri().toString();
    String lines =
        read(
            """
            sources:
              - a b%
              - /srv/x
              - {root: "hdfs://nn:8020/data/", connections: 4, bytes-per-second: 20 MB}
            """);
    assertEquals(
        List.of(
            beside + "a%20b%25",
            "file:///srv/x",
            "hdfs://nn:8020/data/ connections=4 bytes-per-second=20000000"),
        lines.lines().toList());
    String written =
        CrawlFileWriter.yaml(
            "crawl",
            name ->
                name.equals("orbweaver.sources")
                    ? Optional.of(new CrawlFileWriter.Value(lines, ""))
                    : Optional.empty());
    assertEquals(lines, read(written.replaceFirst("directory: .*\n", "")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[smb://host/share]|mount the share",
        "['ftp://me:s3cret@host/']|no password",
        "[{connections: 2}]|expected 'root'",
        "[{root: /x, connections: 0}]|connections",
        "[{root: /x, speed: 1}]|unknown key sources.speed",
        "/x|expected a list",
        "['http://a.org/']|expected"
      })
  void faultsAreNamed(String sources, String told) {
    OrbException fault = assertThrows(OrbException.class, () -> read("sources: " + sources + "\n"));
    String text = fault.getMessage() + fault.details();
    assertTrue(text.contains(told), text);
    assertFalse(text.contains("s3cret"), text);
  }
}
