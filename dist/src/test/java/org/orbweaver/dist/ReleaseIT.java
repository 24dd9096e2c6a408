package org.orbweaver.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/**
 * The release as used by a {@link BareUser}: unpacked in a folder with spaces and umlauts that he
 * cannot write.
 */
class ReleaseIT {
  @TempDir private Path tmp;
  private Path release;
  private BareUser user;

  @BeforeEach
  void install() throws Exception {
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
    user = new BareUser(tmp, release.resolve("bin/orb"));
  }

  @Test
  void worksFromABareJava() throws Exception {
    Set<String> installed = tree(release);
    assertTrue(user.orb(0, "--version").startsWith("Orbweaver 0."));
    assertTrue(user.orb(0, "demo", "Vorführung").contains("Chapter VII: A Mad Tea-Party"));

    try (FakeWeb web = FakeWeb.start(FakeWebSpec.builder().seed(3).hosts(1).build())) {
      web.page(
          "site.test", "/", "<title>Front</title><a href=/zebra>zebra</a> <a href=/gone>x</a>");
      web.page("site.test", "/zebra", "<title>Zebras</title>A zebra has stripes.");
      String front = web.url("site.test", "/");
      String dir = "ein Crawl für Straßen";
      user.orb(0, user.with(web, "crawl", front, dir, "--rounds", "2", "--stay", "host"));
      assertTrue(user.orb(0, "search", dir, "zebra").contains(front + "zebra"));
      assertTrue(user.orb(0, "why", front + "gone", dir).contains("404"));
      assertTrue(user.orb(0, user.with(web, "try", front + "zebra")).contains("Zebras"));
      assertTrue(user.orb(0, "diff", dir, "1", "2").contains(front + "zebra"));
      user.orb(0, user.with(web, "plan", dir, "--add-days", "100"));
      user.orb(0, user.with(web, "doctor", dir, "--offline"));
    }
    assertEquals(installed, tree(release), "what was installed has changed");
    assertTrue(Files.isDirectory(user.home().resolve("Vorführung")));
  }

  @Test
  void hasEachLibraryOnce() throws Exception {
    long size = Files.size(Path.of(System.getProperty("orbweaver.release")));
    assertTrue(size < 200_000_000, size + " bytes");
    for (String name : List.of("crawler", "webgraph", "pagerank", "hits", "index")) {
      File file = release.resolve("jobs/" + name + "-job.jar").toFile();
      try (JarFile jar = new JarFile(file)) {
        String path = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        List<String> libraries = List.of(path.split(" "));
        assertTrue(libraries.stream().anyMatch(lib -> lib.startsWith("../lib/picocli-")), path);
        for (String library : libraries) {
          assertTrue(new File(file.toURI().resolve(library)).isFile(), library);
        }
        assertTrue(jar.stream().noneMatch(entry -> entry.getName().startsWith("lib/")), name);
      }
    }
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
      assertTrue(
          lib.noneMatch(jar -> jar.getFileName().toString().matches("(testkit|bench)-.*")),
          "a jar of tests or benchmarks");
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
