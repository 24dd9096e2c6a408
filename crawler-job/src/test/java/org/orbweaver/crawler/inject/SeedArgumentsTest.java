package org.orbweaver.crawler.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;
import picocli.CommandLine;

class SeedArgumentsTest {
  private static SeedArguments parse(String line) {
    SeedArguments arguments = new SeedArguments();
    new CommandLine(arguments).parseArgs(line.split(" "));
    return arguments;
  }

  @Test
  void theCrawlDirectoryComesLast() throws IOException {
    SeedArguments arguments = parse("http://a.test/ http://b.test/ crawl");
    assertEquals(List.of("http://a.test/", "http://b.test/"), arguments.seeds());
    assertEquals("crawl", arguments.dir());
    arguments.check(new Configuration());
  }

  @Test
  void sitemapsMayStandInThePlaceOfSeeds() throws IOException {
    SeedArguments arguments =
        parse("--sitemap http://a.test/s.xml crawl --sitemap=http://b.test/s.txt");
    arguments.check(new Configuration());
    assertEquals("crawl", arguments.dir());
    assertEquals(
        new InjectPhase.Options(List.of(), List.of("http://a.test/s.xml", "http://b.test/s.txt")),
        arguments.options());
    assertEquals(List.of(), parse("http://a.test/ crawl").options().sitemaps());
  }

  @ParameterizedTest
  @CsvSource({
    "crawl, USAGE",
    "http://a.test/, USAGE",
    "http://a.test/ http://b.test/, USAGE",
    "crawl https://b.test/, USAGE",
    "no/such/file.txt crawl, FAILED",
    "--sitemap no/such/file.txt crawl, FAILED",
  })
  void whatIsWrongIsFoundBeforeTheDirectoryIsMade(String line, ExitCode code) {
    SeedArguments arguments = parse(line);
    OrbException e = assertThrows(OrbException.class, () -> arguments.check(new Configuration()));
    assertEquals(code, e.exitCode());
  }
}
