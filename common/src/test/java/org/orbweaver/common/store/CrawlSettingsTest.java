package org.orbweaver.common.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.conf.Settings;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

/** Uses the keys of {@code SettingsTest.TestKeys}. */
class CrawlSettingsTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-22T03:00:00Z"), ZoneOffset.UTC);

  @TempDir private Path folder;
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  /** A command with the given settings; its step makes the crawl an existing one. */
  private Configuration command(String... settings) throws IOException {
    told.reset();
    Configuration conf = new Configuration();
    List<String> words = new ArrayList<>();
    for (String setting : settings) {
      words.addAll(List.of("-D", setting));
    }
    Settings.load(conf, words);
    PrintStream stream = new PrintStream(told, true, UTF_8);
    Console console = new Console(stream, stream, false);
    String dir = folder.resolve("crawl").toString();
    try (Session session = Session.at(conf, CrawlDir.create(conf, dir), console, "test", CLOCK)) {
      session.steps().begin("test", "").commit(Map.of());
    }
    return conf;
  }

  private Map<String, String> kept() throws IOException {
    return CrawlSettings.of(new Configuration(), folder.resolve("crawl").toString()).all().stream()
        .collect(
            Collectors.toMap(CrawlSettings.KeptSetting::name, CrawlSettings.KeptSetting::value));
  }

  @Test
  void whatIsGivenHoldsLaterAndWhatIsGivenAnewWins() throws IOException {
    command("fetcher.server.delay=2", "http.agent.name=bot");
    assertEquals("", told.toString(UTF_8), "the beginning changes nothing");
    assertEquals("2", command().get("fetcher.server.delay"));
    assertEquals("3", command("fetcher.server.delay=3").get("fetcher.server.delay"));
    assertEquals("kept with the crawl: fetcher.server.delay=3 (was 2)\n", told.toString(UTF_8));
    Configuration last = command("http.agent.name=bot");
    assertEquals("3", last.get("fetcher.server.delay"));
    assertEquals("", told.toString(UTF_8), "the same again is no change");
    assertEquals(Map.of("fetcher.server.delay", "3", "http.agent.name", "bot"), kept());
    assertEquals(2, files(".settings"), "a version for each change");
  }

  @Test
  void whatTheProgramSetsWinsAndIsNotKept() throws IOException {
    command("fetcher.server.delay=2");
    Configuration conf = new Configuration();
    conf.set("fetcher.server.delay", "0");
    CrawlSettings.of(conf, folder.resolve("crawl").toString()).apply(conf);
    assertEquals("0", conf.get("fetcher.server.delay"));
  }

  @Test
  void secretsAndWhatHoldsForOneMachineAreNotKept() throws IOException {
    command(
        "http.proxy.password=hunter2",
        "orbweaver.search.cache.dir=/tmp/x",
        "mapreduce.job.maps=7",
        "fs.s3a.secret.key=hunter2",
        "http.agent.name=bot");
    assertEquals(Map.of("http.agent.name", "bot"), kept());
    assertTrue(told.toString(UTF_8).contains("http.proxy.password is secret and not kept"));
    for (String file : List.of(".settings/1", ".state/1")) {
      assertFalse(Files.readString(folder.resolve("crawl").resolve(file)).contains("hunter2"));
    }
  }

  @Test
  void aFileIsKeptByItsWholePath() throws IOException {
    Path rules = Files.writeString(folder.resolve("rules.txt"), "+.");
    Path here = Path.of("").toAbsolutePath();
    command("urlfilter.regex.file=" + here.relativize(rules));
    assertEquals(Map.of("urlfilter.regex.file", rules.toString()), kept());
  }

  @Test
  void nothingGivenLeavesNoTrace() throws IOException {
    command();
    assertFalse(Files.exists(folder.resolve("crawl/.settings")));
    assertEquals(Map.of(), kept());
  }

  @Test
  void aBrokenVersionIsNamed() throws IOException {
    command("http.agent.name=bot");
    Path file = folder.resolve("crawl/.settings/1");
    Files.writeString(file, "{\"settings\":[{\"name\":");
    Files.deleteIfExists(file.resolveSibling(".1.crc"));
    OrbException e = assertThrows(OrbException.class, this::kept);
    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
  }

  private long files(String name) throws IOException {
    try (var files = Files.list(folder.resolve("crawl").resolve(name))) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).count();
    }
  }

  /** Versions without a checksum are read, since earlier programs wrote them; this is not one. */
  @Test
  void aVersionWhoseChecksumHasLostItsNameIsRefused() throws IOException {
    command("fetcher.server.delay=2");
    Path file = folder.resolve("crawl/.settings/1");
    String whole = Files.readString(file);
    Files.deleteIfExists(folder.resolve("crawl/.settings/.1.crc"));
    Files.writeString(
        file, whole.replace("\"value\":\"2\"", "\"value\":\"3\"").replace("crc32c", "crc32b"));
    OrbException refused = assertThrows(OrbException.class, this::kept);
    assertTrue(refused.getMessage().contains(".settings/1"), refused.getMessage());
    Files.writeString(file, whole.replaceFirst(",\"crc32c\":\"[0-9a-f]*\"", ""));
    assertEquals(Map.of("fetcher.server.delay", "2"), kept());
  }

  /** Opening somebody else's crawl must never load classes that it names. */
  @Test
  void aForgedCrawlSetsNothingThatCannotBeKept() throws IOException {
    List<String> forged =
        List.of(
            "orbweaver.plugins",
            "orbweaver.plugins.settings",
            "plugin.folders",
            "plugin.includes",
            "fs.forged.impl",
            "orbweaver.internal.plugins.of.job");
    String setting =
        "{\"name\":\"%s\",\"value\":\"x\",\"origin\":\"-D\",\"since\":\"2026-11-22T03:00:00Z\"}";
    String settings =
        Stream.concat(forged.stream(), Stream.of("orbweaver.no.longer.there"))
            .map(setting::formatted)
            .collect(Collectors.joining(","));
    Files.createDirectories(folder.resolve("crawl/.settings"));
    Files.writeString(
        folder.resolve("crawl/.settings/1"),
        "{\"time\":\"2026-11-22T03:00:00Z\",\"version\":1,\"settings\":[" + settings + "]}\n");
    Configuration conf = new Configuration();
    CrawlSettings.of(conf, folder.resolve("crawl").toString()).apply(conf);
    assertEquals(List.of(), forged.stream().filter(name -> conf.get(name) != null).toList());
    assertEquals("x", conf.get("orbweaver.no.longer.there"), "that of an earlier version is told");
  }
}
