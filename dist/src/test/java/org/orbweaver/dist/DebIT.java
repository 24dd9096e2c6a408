package org.orbweaver.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/**
 * The Debian package, installed by dpkg with a folder as the root of a machine, run by a {@link
 * BareUser} and purged again. Needs dpkg, but neither root nor the network.
 */
class DebIT {
  @TempDir private Path tmp;
  private Path root;

  @BeforeEach
  void makeAMachine() throws IOException {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/dpkg")), "no dpkg here: the .deb is not tested");
    root = Files.createDirectory(tmp.resolve("root"));
    Files.createDirectories(root.resolve("var/lib/dpkg/info"));
    Files.createDirectories(root.resolve("var/lib/dpkg/updates"));
    Files.createFile(root.resolve("var/lib/dpkg/status"));
  }

  @Test
  void isInstalledRunAndPurged() throws Exception {
    List<String> before = files();
    dpkg("--install", System.getProperty("orbweaver.deb"));

    assertEquals("Status: install ok installed", status());
    assertTrue(conffiles().contains("/etc/orbweaver/orbweaver-default.xml"));
    assertTrue(conffiles().contains("/etc/orbweaver/regex-urlfilter.txt"));
    assertEquals(
        Path.of("/etc/orbweaver"),
        Files.readSymbolicLink(root.resolve("usr/share/orbweaver/conf")));
    for (String file :
        List.of(
            "bin/orb-recrawl",
            "share/man/man1/orb.1",
            "share/bash-completion/completions/orb",
            "share/zsh/vendor-completions/_orb",
            "share/doc/orbweaver/copyright",
            "share/doc/orbweaver/licenses/THIRD-PARTY.txt",
            "share/orbweaver/jobs/crawler-job.jar")) {
      assertTrue(Files.isRegularFile(root.resolve("usr").resolve(file)), file);
    }

    BareUser user = new BareUser(tmp, root.resolve("usr/bin/orb"));
    assertTrue(user.orb(0, "--version").startsWith("Orbweaver 0."));
    assertTrue(user.orb(0, "--help").contains("doctor"));
    try (FakeWeb web = FakeWeb.start(FakeWebSpec.builder().seed(3).hosts(1).build())) {
      web.page("site.test", "/", "<title>Zebras</title>A zebra has stripes.");
      String page = web.url("site.test", "/");
      user.orb(0, user.with(web, "crawl", page, "crawl", "--rounds", "1"));
      assertTrue(user.orb(0, "search", "crawl", "zebra").contains(page));
    }

    dpkg("--purge", "orbweaver");
    assertEquals(before, files(), "what purging left");
  }

  /** Without the machine's other packages dpkg knows no Java. */
  private void dpkg(String... words) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(
                "/usr/bin/dpkg",
                "--root=" + root,
                "--log=" + tmp.resolve("log"),
                "--force-not-root,depends,bad-path,unsafe-io"));
    line.addAll(List.of(words));
    Process dpkg = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(dpkg.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, dpkg.waitFor(), said);
  }

  private String status() throws IOException {
    return fields().filter(line -> line.startsWith("Status:")).findFirst().orElse("");
  }

  private List<String> conffiles() throws IOException {
    return fields()
        .filter(line -> line.startsWith(" /etc/"))
        .map(line -> line.strip().replaceFirst(" .*", ""))
        .toList();
  }

  private Stream<String> fields() throws IOException {
    return Files.readAllLines(root.resolve("var/lib/dpkg/status")).stream();
  }

  /** The machine's files, without dpkg's own. */
  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.map(file -> root.relativize(file).toString())
          .filter(name -> !name.startsWith("var/lib/dpkg/"))
          .sorted()
          .toList();
    }
  }
}
