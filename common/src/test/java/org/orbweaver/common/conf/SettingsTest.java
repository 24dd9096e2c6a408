package org.orbweaver.common.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;

class SettingsTest {
  @TempDir private Path folder;
  private final Configuration conf = new Configuration();

  /** Keys of a made-up module. The names of all real keys are known, too. */
  public static final class TestKeys implements KeySource {
    static final Key<Float> DELAY =
        Key.ofFloat("fetcher.server.delay", 5f, "Seconds between requests.").from(0f);
    static final Key<Integer> THREADS =
        Key.ofInt("fetcher.threads.fetch", 50, "Threads of a fetch task.").from(1);

    static final Key<String> AGENT = Key.ofString("http.agent.name", "", "A name.");
    static final Key<String> FILE = Key.ofString("urlfilter.regex.file", "", "Rules.").file();
    static final Key<String> PASSWORD =
        Key.ofString("http.proxy.password", "", "A password.").secret();
    static final Key<String> CACHE =
        Key.ofString("orbweaver.search.cache.dir", "", "A folder.").local();

    @Override
    public List<Key<?>> keys() {
      return List.of(DELAY, THREADS, AGENT, FILE, PASSWORD, CACHE);
    }
  }

  private void load(String... words) throws IOException {
    Settings.load(conf, List.of(words));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("my.xml"), text);
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>\n";
  }

  @Test
  void allFaultsAreInOneListWithTheirOrigin() throws IOException {
    Path file =
        file(
            "<configuration>\n"
                + property("fetcher.threads.fetch", "many")
                + property("orbweaver.index.shrads", "2")
                + "</configuration>");
    load("-D", "fetcher.server.delay=-1", "-conf", file.toString());
    OrbException e = assertThrows(OrbException.class, () -> Settings.check(conf, List.of()));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertEquals("3 settings are invalid:", e.getMessage());
    assertEquals(
        List.of(
            "setting fetcher.server.delay: expected a number of at least 0, got '-1' (-D)",
            "setting fetcher.threads.fetch: expected an integer of at least 1, got 'many' (-conf "
                + file
                + " line 2)",
            "unknown setting orbweaver.index.shrads; did you mean orbweaver.index.shards? (-conf "
                + file
                + " line 3)"),
        e.details());
  }

  @Test
  void oneFaultIsOneLine() throws IOException {
    load("-D", "fetcher.threads.fetch=0");
    OrbException e = assertThrows(OrbException.class, () -> Settings.check(conf, List.of()));
    assertEquals(
        "setting fetcher.threads.fetch: expected an integer of at least 1, got '0' (-D)",
        e.getMessage());
    assertEquals(List.of(), e.details());
  }

  @Test
  void kerberosIsRefusedWhereThreadsLoseTheirUser() throws IOException {
    load("-D", "hadoop.security.authentication=Kerberos");
    assertTrue(Settings.kerberosFault(conf, 21).isEmpty());
    String message = Settings.kerberosFault(conf, 22).orElseThrow();
    assertTrue(message.contains("Java 22") && message.contains("use Java 17"), message);
    assertTrue(Settings.kerberosFault(new Configuration(), 25).isEmpty());
  }

  @Test
  void faultsThatACommandFindsJoinTheList() throws IOException {
    load("-D", "fetcher.threads.fetch=0");
    List<String> more =
        Settings.faultsOf(
            () -> {
              throw OrbException.usage("these two exclude one another");
            },
            () -> TestKeys.DELAY.get(conf),
            () -> TestKeys.THREADS.get(conf));
    OrbException e = assertThrows(OrbException.class, () -> Settings.check(conf, more));
    assertEquals(2, e.details().size(), e.details().toString());
    Settings.check(new Configuration(), List.of());
  }

  @Test
  void theCommandLineWinsOverAFile() throws IOException {
    Path file =
        file("<configuration>" + property("fetcher.server.delay", "2") + "</configuration>");
    load("-D", "fetcher.server.delay=3", "-conf", file.toString());
    assertEquals(3f, TestKeys.DELAY.get(conf));
    assertEquals("-D", Origin.of(conf, "fetcher.server.delay"));
    assertTrue(Origin.isGiven(conf, "fetcher.server.delay"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<configuration>\n<property><name>a</name>\n</configuration>\n",
        "<configuration>\n<property>\n<name>a</name></wrong>",
        "<!-- not\n\n--><settings/>"
      })
  void aBrokenFileIsNamedWithItsLine(String text) throws IOException {
    Path file = file(text);
    OrbException e = assertThrows(OrbException.class, () -> load("-conf", file.toString()));
    assertEquals(ExitCode.USAGE, e.exitCode());
    assertTrue(e.getMessage().startsWith("cannot read " + file + ": line 3: "), e.getMessage());
    assertEquals(1, e.getMessage().lines().count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"core-site.xml", "orbweaver-site.xml"})
  void aBrokenFileOfTheClassPathIsNamedBeforeHadoopReadsIt(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "<configuration>\n<propert");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      OrbException e = assertThrows(OrbException.class, () -> Settings.requireSiteFiles(loader));
      assertTrue(e.getMessage().startsWith("cannot read " + file + ": line 2: "), e.getMessage());
      assertEquals(ExitCode.USAGE, e.exitCode());
      Files.writeString(file, "<configuration/>");
      Settings.requireSiteFiles(loader);
    }
  }

  @Test
  void aMissingFileIsNamed() {
    String file = folder.resolve("nope.xml").toString();
    OrbException e = assertThrows(OrbException.class, () -> load("-conf", file));
    assertEquals("cannot read " + file + ": no such file", e.getMessage());
    assertEquals(ExitCode.USAGE, e.exitCode());
  }

  @ParameterizedTest
  @CsvSource({
    "orbweaver.fetch.thread, fetcher.threads.fetch",
    "orbweaver.fetch.dns.host.file, orbweaver.fetch.dns.hosts.file",
    "orbweaver.server.delay, fetcher.server.delay",
    "orbweaver.agent.name, http.agent.name",
    "orbweaver.index.shrads, orbweaver.index.shards",
    "http.agent.nam, http.agent.name",
    "fetcher.thread.fetch, fetcher.threads.fetch",
    "orbweaver.no.such.thing,",
    "mapreduce.job.maps,",
    "my.own.setting,",
  })
  void theNearestNameIsOfferedWhereOneIsNear(String wrong, String meant) throws IOException {
    load("-D", wrong + "=1");
    List<String> told = new ArrayList<>(Settings.warnings(conf));
    Settings.faults(conf).forEach(told::add);
    String all = told.toString();
    if (meant == null) {
      assertTrue(!all.contains("did you mean"), all);
    } else {
      assertTrue(all.contains("unknown setting " + wrong + "; did you mean " + meant + "?"), all);
    }
  }

  /** An update of the program must not lock a crawl out. */
  @Test
  void aSettingThatOnlyAnEarlierVersionHadIsNoFaultOfTheCrawlThatKeepsIt() throws IOException {
    load();
    Origin.setKept(conf, "orbweaver.no.longer.there", "9");
    Settings.check(conf, List.of());
    assertEquals(List.of("orbweaver.no.longer.there"), Settings.retired(conf));
  }

  @Test
  void aSettingOfNutchWithoutEffectIsWarnedOf() throws IOException {
    load("-D", "urlfilter.order=x", "-D", "db.fetch.schedule.class=y");
    assertEquals(
        List.of(
            "setting db.fetch.schedule.class has no effect: use db.fetch.interval.default",
            "setting urlfilter.order has no effect: a URL must pass all filters whose files exist"),
        Settings.warnings(conf));
    Settings.check(conf, List.of());
  }
}
