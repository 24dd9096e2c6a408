package org.orbweaver.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/**
 * The release as its user has it: unpacked in a folder with spaces and umlauts that he cannot
 * write, run under {@code LC_ALL=C} with Java and the shell's own tools on the path and nothing
 * else, by a user without rights elsewhere (where the test runs as root, which can become one).
 */
class ReleaseIT {
  private static final List<String> TOOLS =
      List.of(
          "bash",
          "cat",
          "chmod",
          "date",
          "dirname",
          "env",
          "flock",
          "id",
          "ls",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "stat",
          "whoami");
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  @TempDir private Path tmp;
  private Path release;
  private Path home;
  private Path path;

  @BeforeEach
  void install() throws Exception {
    Files.setPosixFilePermissions(tmp, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path folder = Files.createDirectories(tmp.resolve("Größe und Maß"));
    String tar = System.getProperty("orbweaver.release");
    assertEquals(
        0,
        new ProcessBuilder("tar", "xzf", tar, "-C", folder.toString())
            .inheritIO()
            .start()
            .waitFor());
    try (Stream<Path> unpacked = Files.list(folder)) {
      release = unpacked.findFirst().orElseThrow();
    }
    home = Files.createDirectory(tmp.resolve("home"));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
    path = Files.createDirectory(tmp.resolve("path"));
    Files.createSymbolicLink(
        path.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java"));
    for (String tool : TOOLS) {
      Path found = Path.of("/usr/bin", tool);
      Files.createSymbolicLink(
          path.resolve(tool), Files.exists(found) ? found : Path.of("/bin", tool));
    }
  }

  /** Runs {@code bin/orb} in the home folder; returns what it prints. */
  private String orb(int status, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    if (ROOT) {
      command.addAll(
          List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    command.add(release.resolve("bin/orb").toString());
    command.addAll(List.of(words));
    Path printed = tmp.resolve("printed");
    ProcessBuilder orb = new ProcessBuilder(command).directory(home.toFile());
    orb.environment().clear();
    orb.environment()
        .putAll(Map.of("PATH", path.toString(), "LC_ALL", "C", "HOME", home.toString()));
    Process process = orb.redirectErrorStream(true).redirectOutput(printed.toFile()).start();
    int exit = process.waitFor();
    String text = Files.readString(printed);
    assertEquals(status, exit, () -> String.join(" ", words) + "\n" + text);
    return text;
  }

  @Test
  void worksFromABareJava() throws Exception {
    Set<String> installed = tree(release);
    assertTrue(orb(0, "--version").startsWith("Orbweaver 0."));
    assertTrue(orb(0, "demo", "Vorführung").contains("Chapter VII: A Mad Tea-Party"));

    try (FakeWeb web = FakeWeb.start(FakeWebSpec.builder().seed(3).hosts(1).build())) {
      web.page(
          "site.test", "/", "<title>Front</title><a href=/zebra>zebra</a> <a href=/gone>x</a>");
      web.page("site.test", "/zebra", "<title>Zebras</title>A zebra has stripes.");
      Path hosts = web.hostsFile(home.resolve("hosts"));
      String front = web.url("site.test", "/");
      String[] settings = {
        "-D", "http.agent.name=orbweaver-test",
        "-D", "orbweaver.fetch.private.addresses=127.0.0.0/8",
        "-D", "orbweaver.fetch.dns.hosts.file=" + hosts.toUri(),
        "-D", "fetcher.server.delay=0"
      };
      String dir = "ein Crawl für Straßen";
      orb(0, with(settings, "crawl", front, dir, "--rounds", "2", "--stay", "host"));
      assertTrue(orb(0, "search", dir, "zebra").contains(front + "zebra"));
      assertTrue(orb(0, "why", front + "gone", dir).contains("404"));
      assertTrue(orb(0, with(settings, "try", front + "zebra")).contains("Zebras"));
      assertTrue(orb(0, "diff", dir, "1", "2").contains(front + "zebra"));
      orb(0, with(settings, "plan", dir, "--add-days", "100"));
      orb(0, with(settings, "doctor", dir, "--offline"));
    }
    assertEquals(installed, tree(release), "what was installed has changed");
    assertTrue(Files.isDirectory(home.resolve("Vorführung")));
  }

  private static String[] with(String[] settings, String... words) {
    return Stream.concat(Stream.of(words), Stream.of(settings)).toArray(String[]::new);
  }

  @Test
  void bringsWhatAnInstallationNeeds() throws Exception {
    for (String file :
        List.of(
            "LICENSE",
            "README.md",
            "docs/guide.md",
            "conf/orbweaver-default.xml",
            "jobs/crawler-job.jar",
            "licenses/THIRD-PARTY.txt",
            "share/man/man1/orb.1",
            "share/man/man1/orb-crawl.1",
            "share/completions/orb")) {
      assertTrue(Files.isRegularFile(release.resolve(file)), file);
    }
    try (Stream<Path> lib = Files.list(release.resolve("lib"))) {
      assertTrue(lib.noneMatch(jar -> jar.toString().contains("testkit")), "a test's jar");
    }
    Process complete =
        new ProcessBuilder(
                "bash",
                "-c",
                "source share/completions/orb; COMP_WORDS=(orb cra); COMP_CWORD=1;"
                    + " _complete_orb; echo \"${COMPREPLY[@]}\"")
            .directory(release.toFile())
            .redirectErrorStream(true)
            .start();
    assertEquals("crawl", new String(complete.getInputStream().readAllBytes(), UTF_8).strip());
  }

  private static Set<String> tree(Path folder) throws IOException {
    Set<String> files = new TreeSet<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files.add(file + " " + attributes.size() + " " + attributes.lastModifiedTime());
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
