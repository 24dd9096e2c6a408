package org.orbweaver.common.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class JobJarTest {
  /** More than fits on a line of a manifest. */
  private static final List<String> LIBRARIES =
      IntStream.range(0, 12).mapToObj(i -> "library-" + i + "-1.0.jar").toList();

  @TempDir private Path tmp;
  private Path home;

  @BeforeEach
  void install() throws IOException {
    home = Files.createDirectories(tmp.resolve("Größe und Maß"));
    Files.createDirectories(home.resolve("lib"));
    for (String library : LIBRARIES) {
      Files.writeString(home.resolve("lib").resolve(library), "bytes of " + library);
    }
  }

  private Path jobJar(List<String> classPath) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, "org.orbweaver.Main");
    if (!classPath.isEmpty()) {
      main.put(Attributes.Name.CLASS_PATH, String.join(" ", classPath));
    }
    Path jar = Files.createDirectories(home.resolve("jobs")).resolve("x-job.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new JarEntry("org/"));
      out.putNextEntry(new JarEntry("org/Main.class"));
      out.write("a class".getBytes(UTF_8));
    }
    return jar;
  }

  @Test
  void goesToTheClusterWithItsLibraries() throws Exception {
    Path jar = jobJar(LIBRARIES.stream().map(name -> "../lib/" + name).toList());
    Path whole = tmp.resolve("whole.jar");
    try (OutputStream out = Files.newOutputStream(whole)) {
      new JobJar(jar.toFile()).write(out);
    }
    try (JarFile read = new JarFile(whole.toFile())) {
      Attributes main = read.getManifest().getMainAttributes();
      assertEquals("org.orbweaver.Main", main.getValue(Attributes.Name.MAIN_CLASS));
      assertNull(main.getValue(Attributes.Name.CLASS_PATH));
      assertEquals("a class", text(read, "org/Main.class"));
      assertTrue(read.getEntry("org/").isDirectory());
      for (String library : LIBRARIES) {
        assertEquals("bytes of " + library, text(read, "lib/" + library));
      }
      assertEquals(LIBRARIES.size() + 3, read.size());
    }
  }

  @Test
  void goesAsItIsWithItsLibrariesInIt() throws Exception {
    Path jar = jobJar(List.of());
    Path whole = tmp.resolve("whole.jar");
    try (OutputStream out = Files.newOutputStream(whole)) {
      new JobJar(jar.toFile()).write(out);
    }
    assertArrayEquals(Files.readAllBytes(jar), Files.readAllBytes(whole));
  }

  @Test
  void aLibraryThatIsMissingIsNamed() throws Exception {
    Path jar = jobJar(List.of("../lib/gone.jar"));
    String said = assertThrows(OrbException.class, () -> new JobJar(jar.toFile())).getMessage();
    assertTrue(said.contains(home.resolve("lib/gone.jar").toString()), said);
  }

  private static String text(JarFile jar, String entry) throws IOException {
    return new String(jar.getInputStream(jar.getEntry(entry)).readAllBytes(), UTF_8);
  }
}
