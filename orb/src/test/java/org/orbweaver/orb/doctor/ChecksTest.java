package org.orbweaver.orb.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.orb.doctor.Finding.Level;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

class ChecksTest {
  private static final Instant NOW = Instant.parse("2026-11-22T03:00:00Z");

  @TempDir Path temp;

  static Stream<Arguments> machine() {
    return Stream.of(
        Arguments.of(MachineChecks.java(17, "17.0.1"), Level.OK, "Java 17.0.1"),
        Arguments.of(MachineChecks.java(25, "25"), Level.OK, "Java 25"),
        Arguments.of(MachineChecks.java(26, "26"), Level.NOTE, "newer than any"),
        Arguments.of(MachineChecks.heap(2L << 30), Level.OK, "2.0 GB"),
        Arguments.of(MachineChecks.heap(256L << 20), Level.NOTE, "256 MB"),
        Arguments.of(MachineChecks.disk("x", "/x", 50L << 30), Level.OK, "50 GB"),
        Arguments.of(MachineChecks.disk("x", "/x", 1L << 30), Level.NOTE, "1.0 GB"),
        Arguments.of(MachineChecks.disk("x", "/x", 5L << 20), Level.ERROR, "5 MB free for x (/x)"),
        Arguments.of(MachineChecks.openFiles(1024, 50), Level.OK, "1,024 open files"),
        Arguments.of(
            MachineChecks.openFiles(1024, 2000), Level.ERROR, "too low for 2,000 fetcher threads"),
        Arguments.of(MachineChecks.encoding(true, "UTF-8"), Level.OK, "UTF-8"),
        Arguments.of(MachineChecks.encoding(false, "US-ASCII"), Level.NOTE, "US-ASCII"),
        Arguments.of(MachineChecks.clock(NOW, null, NOW), Level.OK, "2026-11-22"),
        Arguments.of(MachineChecks.clock(NOW, NOW.plusSeconds(30), NOW), Level.OK, ""),
        Arguments.of(
            MachineChecks.clock(NOW, NOW.plusSeconds(3600), NOW),
            Level.ERROR,
            "the crawl has data from 2026-11-22T04:00:00Z"),
        Arguments.of(
            MachineChecks.clock(Instant.EPOCH, null, NOW), Level.ERROR, "before this program"));
  }

  @ParameterizedTest
  @MethodSource("machine")
  void machineIsJudged(Finding finding, Level level, String message) {
    assertEquals(level, finding.level(), finding.toString());
    assertTrue(finding.message().contains(message), finding.toString());
    assertEquals(level == Level.OK, finding.remedy().isEmpty(), "whatever is wrong has a remedy");
  }

  @Test
  void nameServiceThatFailsOrIsSilentIsAnError() throws Exception {
    InetAddress there = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
    Duration patience = Duration.ofSeconds(5);
    Finding found = MachineChecks.dns("a.test", host -> new InetAddress[] {there}, patience);
    assertEquals(Level.OK, found.level());
    assertTrue(found.message().startsWith("a.test resolves to 192.0.2.1"), found.message());
    Finding unknown =
        MachineChecks.dns(
            "a.test",
            host -> {
              throw new UnknownHostException(host);
            },
            patience);
    assertEquals(Level.ERROR, unknown.level());
    CountDownLatch never = new CountDownLatch(1);
    Finding silent =
        MachineChecks.dns(
            "a.test",
            host -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return null;
            },
            Duration.ofMillis(20));
    never.countDown();
    assertEquals(Level.ERROR, silent.level());
    assertTrue(silent.message().contains("no DNS answer for a.test"), silent.message());
  }

  private static void add(Path root, String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[] {1});
  }

  @Test
  void librariesThatAreTwiceOnTheClassPathAreNamed() throws Exception {
    String cli = "org/apache/commons/cli/CommandLine.class";
    String hadoop = "org/apache/hadoop/conf/Configuration.class";
    add(temp.resolve("one"), cli);
    add(temp.resolve("one"), hadoop);
    add(temp.resolve("two"), hadoop);
    Path old = temp.resolve("commons-cli-1.2.jar");
    try (var jar = new java.util.jar.JarOutputStream(Files.newOutputStream(old))) {
      jar.putNextEntry(new java.util.zip.ZipEntry(cli));
      jar.closeEntry();
    }
    URL one = temp.resolve("one").toUri().toURL();
    URL two = temp.resolve("two").toUri().toURL();
    try (var loader = new URLClassLoader(new URL[] {one}, null)) {
      assertEquals(
          List.of(Finding.ok("no library is on the class path twice")),
          HadoopChecks.classPath(loader));
    }
    try (var loader = new URLClassLoader(new URL[] {old.toUri().toURL(), one, two}, null)) {
      List<Finding> findings = HadoopChecks.classPath(loader);
      assertEquals(3, findings.size(), findings.toString());
      assertTrue(findings.get(0).message().contains("has Hadoop twice"), findings.toString());
      assertTrue(findings.get(1).message().contains("has commons-cli twice"));
      assertTrue(findings.get(2).message().contains("commons-cli 1.2 is too old"));
      findings.forEach(finding -> assertEquals(Level.ERROR, finding.level()));
    }
  }

  @Test
  void foldersOfHadoopMustHoldIt() throws Exception {
    Files.createFile(temp.resolve("core-site.xml"));
    List<Finding> findings =
        HadoopChecks.environment(
            Map.of("HADOOP_CONF_DIR", temp.toString(), "HADOOP_HOME", temp.toString()));
    assertEquals(Level.OK, findings.get(0).level());
    assertEquals(Level.ERROR, findings.get(1).level());
    assertTrue(findings.get(1).message().contains("which has no bin/hadoop"));
    assertEquals(Level.OK, HadoopChecks.environment(Map.of()).get(0).level());
  }

  @Test
  void pageAboutTheCrawlerMustAnswer() {
    try (FakeWeb web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build())) {
      web.page("me.test", "/bot", "who I am");
      Configuration conf = new Configuration();
      conf.set("http.agent.name", "me");
      conf.set("orbweaver.fetch.dns.hosts.file", web.hostsFile(temp.resolve("hosts")).toString());
      assertEquals(Level.NOTE, SettingChecks.agentUrl(conf, false).level(), "none is set");
      conf.set("http.agent.url", "me at home");
      assertEquals(Level.ERROR, SettingChecks.agentUrl(conf, false).level());
      conf.set("http.agent.url", web.url("me.test", "/bot"));
      Finding refused = SettingChecks.agentUrl(conf, false);
      assertTrue(refused.message().contains("loopback"), "the guard holds: " + refused.message());
      conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
      assertEquals(
          Finding.ok(web.url("me.test", "/bot") + " returns status 200"),
          SettingChecks.agentUrl(conf, false));
      conf.set("http.agent.url", web.url("me.test", "/gone"));
      assertEquals(Level.ERROR, SettingChecks.agentUrl(conf, false).level());
      assertEquals(Level.OK, SettingChecks.agentUrl(conf, true).level(), "--offline");
    }
  }
}
