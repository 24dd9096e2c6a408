package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.Origin;
import org.orbweaver.common.crawlfile.CrawlFile;
import org.orbweaver.common.crawlfile.CrawlFileKeys;
import org.orbweaver.common.crawlfile.CrawlFileWriter;
import org.orbweaver.common.crawlfile.CrawlFileWriter.Value;
import org.orbweaver.common.error.OrbException;

class CrawlFileTest {
  @TempDir private Path folder;

  private Path written(String text) throws Exception {
    return Files.writeString(folder.resolve("crawl.yaml"), text);
  }

  private Configuration read(String text) throws Exception {
    Configuration conf = new Configuration(false);
    CrawlFile.read(written(text).toString()).apply(conf);
    return conf;
  }

  private List<String> faults(String text) throws Exception {
    String file = written(text).toString();
    OrbException thrown = assertThrows(OrbException.class, () -> CrawlFile.read(file));
    List<String> lines =
        thrown.details().isEmpty() ? List.of(thrown.getMessage()) : thrown.details();
    return lines.stream().map(line -> line.replace(file, "F")).toList();
  }

  @Test
  void everySettingHasAKeyAndEveryKeyASetting() {
    Set<String> two = Set.of("db.ignore.external.links", "db.ignore.external.links.mode");
    for (Key<?> key : KeySource.all()) {
      assertEquals(
          !two.contains(key.name()), CrawlFileKeys.ofSetting(key.name()).isPresent(), key.name());
    }
    for (CrawlFileKeys.Entry entry : CrawlFileKeys.all()) {
      assertTrue(entry.key().isPresent() || entry.setting().equals("-"), entry.name());
      assertTrue(entry.name().matches("[a-z-]+(\\.[a-z0-9-]+)?"), entry.name());
    }
  }

  @Test
  void settingsHaveReadableNamesAndUnits() throws Exception {
    Files.writeString(folder.resolve("words.txt"), "");
    Configuration conf =
        read(
            """
            directory: crawl
            seeds: [https://a.org/, seeds.txt, /all/seeds]
            rounds: until-done
            agent: {name: mybot, robots-names: [one, two]}
            scope:
              stay: domain
              rules:
                - include: https://a.org/docs/
                - exclude: ["*.pdf", "*/print/*"]
                - include: {domain: a.org, regex: 'x{2}$'}
            limits: {pages: 1000, bytes: 2 GB, time: 1.5 h, depth: 3}
            politeness:
              delay: 500 ms
              back-off-max: 2 minutes
            schedule: {interval: 30 d}
            duplicates: {near: false}
            search: {synonyms-file: words.txt}
            parsing: {process-heap: 1 GiB}
            """);
    assertEquals(
        "https://a.org/\n" + folder.resolve("seeds.txt") + "\n/all/seeds",
        conf.get("orbweaver.crawl.seeds"));
    assertEquals("until-done", conf.get("orbweaver.crawl.rounds"));
    assertEquals("mybot", conf.get("http.agent.name"));
    assertEquals("one,two", conf.get("http.robots.agents"));
    assertEquals("true", conf.get("db.ignore.external.links"));
    assertEquals("byDomain", conf.get("db.ignore.external.links.mode"));
    assertEquals(
        """
        +prefix https://a.org/docs/
        -glob *.pdf
        -glob */print/*
        +domain a.org
        +regex x{2}$""",
        conf.getRaw("orbweaver.scope.rules"));
    assertEquals("2000000000", conf.get("orbweaver.crawl.bytes.max"));
    assertEquals("90", conf.get("orbweaver.crawl.minutes.max"));
    assertEquals("3", conf.get("orbweaver.crawl.depth.max"));
    assertEquals("0.5", conf.get("fetcher.server.delay"));
    assertEquals("120000", conf.get("orbweaver.fetch.wait.max.ms"));
    assertEquals("2592000", conf.get("db.fetch.interval.default"));
    assertEquals("false", conf.get("orbweaver.duplicates.near"));
    assertEquals("1024", conf.get("orbweaver.parse.process.heap.mb"));
    assertEquals(
        folder.resolve("words.txt").toString(), conf.get("orbweaver.search.synonyms.file"));
    assertEquals(folder.resolve("crawl").toString(), directory());
    assertEquals(
        "crawl file " + folder.resolve("crawl.yaml") + " line 3",
        Origin.of(conf, "orbweaver.crawl.rounds"));
  }

  private String directory() {
    return CrawlFile.read(folder.resolve("crawl.yaml").toString()).directory();
  }

  @Test
  void theCommandLineComesFirst() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("fetcher.server.delay", "9", "from command line");
    CrawlFile.read(written("directory: c\npoliteness: {delay: 1}\n").toString()).apply(conf);
    assertEquals("9", conf.get("fetcher.server.delay"));
  }

  @Test
  void allFaultsAreReportedWithTheirPlaces() throws Exception {
    assertEquals(
        List.of(
            "F:1:1: unknown key politness; did you mean politeness?",
            "F:4:3: unknown key agent.nmae; did you mean name?",
            "F:5:1: unknown key fetcher.server.delay; did you mean politeness.delay?",
            "F:7:10: politeness.delay: expected a number from 0 to 86400, got '-1'",
            "F:8:9: politeness.unit: expected byHost, byDomain or byIP, got 'planet'",
            "F:9:18: politeness.back-off-max: unknown unit 'yards': use ms, s, min, h, d",
            "F:10:3: duplicate key delay",
            "F:11:10: politeness.tdmrep has no value: give one, or remove the line",
            "F:13:9: scope.stay: expected host, domain or anywhere, got 'home'",
            "F:15:24: scope.rules: expected rules such as '+prefix https://example.org/docs/'"
                + " (scope.rules:1: invalid rule '-regex (': Unclosed group), got '-regex ('",
            "F:16:16: scope.rules: 'a.org' is neither a URL's beginning nor a pattern with *; say"
                + " what it is: {domain: a.org}, or host, prefix, glob, regex",
            "F:17:7: unknown key scope.rules.reject; known here: include, exclude"),
        faults(
            """
            politness: {delay: 1}
            directory: crawl
            agent:
              nmae: bot
            fetcher.server.delay: 1
            politeness:
              delay: -1
              unit: planet
              back-off-max:  2 yards
              delay: 1
              tdmrep:
            scope:
              stay: home
              rules:
                - exclude: {regex: "("}
                - include: a.org
                - reject: x
            """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "''| F: the file is empty",
        "[a]| F:1:1: expected keys such as 'directory' and 'seeds'",
        "agent: {name: x}| F: 'directory' is missing: where the crawl is kept",
        "directory: [a]| F:1:12: directory: expected one value",
        "a: b: c| F:1:5: not YAML: mapping values are not allowed here",
        "directory: c\\nagent: mybot| F:2:8: expected keys of agent",
        "directory: c\\nagent: {description: '${user.home}'}| F:2:22: agent.description: only passwords and the like are read from ${...}",
        "directory: c\\nrounds: many| F:2:9: rounds: expected a number or until-done, got 'many'",
        "directory: c\\nhits: {inlinks: 3}| F:2:8: unknown key hits.inlinks; did you mean inlinks-per-page?",
        "directory: c\\nnetwork: {proxy-password: abc}| F:2:27: network.proxy-password: a secret does not belong in this file: write ${env:NAME} or ${file:PATH}",
        "directory: c\\nnetwork: {proxy-password: '${env:NOT_THERE_}'}| F:2:27: network.proxy-password: environment variable NOT_THERE_ is not set",
        "directory: c\\n---\\ndirectory: d| F:2:1: not YAML: but found another document",
        "seeds: {url: a}\\ndirectory: c| F:1:9: unknown key seeds.url; did you mean urls?",
      })
  void aFaultNamesItsPlaceAndTheRemedy(String text, String fault) throws Exception {
    assertEquals(
        List.of(fault.strip()),
        faults(
            text.replace("\\n", "\n")
                .replace("''", "")
                .replace("description: $", "description: '$")
                .replace("home}}", "home}'}")));
  }

  @Test
  void secretsComeFromFilesAndAreNotPrinted() throws Exception {
    Files.writeString(folder.resolve("password"), "s3cret\n");
    Configuration conf = read("directory: c\nnetwork: {proxy-password: \"${file:password}\"}\n");
    assertEquals("s3cret", conf.get("http.proxy.password"));
    String printed =
        CrawlFileWriter.yaml(
            "c", name -> Optional.ofNullable(conf.getRaw(name)).map(v -> new Value(v, "")));
    assertFalse(printed.contains("s3cret"), printed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0000", "directory: \"\\xZZ\"", "&a [*a]", "? [a]\n: b", "%TAG ! x"})
  void whatIsNoCrawlFileIsRefusedAsSuch(String text) throws Exception {
    assertFalse(faults(text).isEmpty());
  }

  @Test
  void deepNestingIsRefused() throws Exception {
    assertTrue(faults("[".repeat(100_000)).get(0).startsWith("F"));
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws Exception {
    Path file = folder.resolve("crawl.yaml");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    OrbException thrown = assertThrows(OrbException.class, () -> CrawlFile.read(file.toString()));
    assertEquals("cannot read " + file + ": not UTF-8", thrown.getMessage());
  }

  /** All settings at values other than the default, as far as one is known, survive. */
  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    Configuration conf = new Configuration(false);
    for (Key<?> key : KeySource.all()) {
      if (!key.isSecret() && !key.isFile()) {
        conf.set(key.name(), key.defaultText());
      }
    }
    conf.set("orbweaver.crawl.seeds", "https://a.org/\n/x/seeds.txt");
    conf.set("orbweaver.crawl.sitemaps", "https://a.org/sitemap.xml");
    conf.set("orbweaver.scope.rules", "-glob *.pdf\n+regex ^https?://[^ ]*'\"#: x$\n+host a.org");
    conf.set("http.agent.description", "a 'crawler': #1, \"yes\" \u00e4 - true");
    conf.set("http.agent.version", "1.10");
    conf.set("orbweaver.crawl.outputs", "tsv /a, {b}: #c\nwarc /d");
    conf.set("orbweaver.fetch.private.addresses", "10.0.0.0/8,127.0.0.1/32");
    conf.set("db.ignore.external.links", "true");
    conf.set("db.ignore.external.links.mode", "byDomain");
    String text =
        CrawlFileWriter.yaml(
            "c", name -> Optional.ofNullable(conf.getRaw(name)).map(v -> new Value(v, "note")));
    Configuration again = read(text);
    for (Key<?> key : KeySource.all()) {
      String value = conf.getRaw(key.name());
      if (value != null && !value.isEmpty()) {
        assertEquals(key.name() + "=" + key.get(conf), key.name() + "=" + key.get(again), text);
      }
    }
    assertEquals("1.10", again.get("http.agent.version"));
  }

  @Test
  void theSchemaKnowsAllKeys() throws Exception {
    String schema = CrawlFileSchema.json();
    Set<String> unknown =
        CrawlFileKeys.all().stream()
            .map(CrawlFileKeys.Entry::shortName)
            .filter(name -> !schema.contains("\"" + name + "\""))
            .collect(Collectors.toSet());
    assertEquals(Set.of(), unknown);
  }
}
