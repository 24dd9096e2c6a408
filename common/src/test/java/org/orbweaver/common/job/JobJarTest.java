package org.orbweaver.common.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import java.util.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
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

  /** Hadoop registers metrics for each local cluster that a test asks for its staging area. */
  @AfterEach
  void dropMetrics() {
    DefaultMetricsSystem.shutdown();
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
    Path archive = tmp.resolve("x-job.zip");
    try (OutputStream out = Files.newOutputStream(archive)) {
      new JobJar(jar.toFile()).write(out);
    }
    try (ZipFile read = new ZipFile(archive.toFile())) {
      assertArrayEquals(Files.readAllBytes(jar), bytes(read, "lib/x-job.jar"));
      for (String library : LIBRARIES) {
        assertEquals("bytes of " + library, new String(bytes(read, "lib/" + library), UTF_8));
      }
      assertEquals(LIBRARIES.size() + 1, read.size());
    }
  }

  @Test
  void isKeptOnANodeForJobsThatFollow() throws Exception {
    Path jar = jobJar(List.of("../lib/" + LIBRARIES.get(0)));
    Job job = job();
    new JobJar(jar.toFile()).ship(job);
    URI archive = job.getCacheArchives()[0];
    assertEquals("job.jar", archive.getFragment(), "whose lib/* Hadoop has on the class path");
    assertNull(job.getJar(), "YARN would unpack it for each job");
  }

  @Test
  void isTheJobsJarIfItHasItsLibrariesInIt() throws Exception {
    Path jar = jobJar(List.of());
    Job job = job();
    new JobJar(jar.toFile()).ship(job);
    Path shipped = Path.of(URI.create(job.getJar()));
    assertArrayEquals(Files.readAllBytes(jar), Files.readAllBytes(shipped));
    assertNull(job.getCacheArchives());
  }

  /** A job whose staging area is a local folder. */
  private Job job() throws IOException {
    Configuration conf = new Configuration();
    conf.set("mapreduce.jobtracker.staging.root.dir", tmp.resolve("staging").toUri().toString());
    return Job.getInstance(conf);
  }

  @Test
  void aLibraryThatIsMissingIsNamed() throws Exception {
    Path jar = jobJar(List.of("../lib/gone.jar"));
    String said = assertThrows(OrbException.class, () -> new JobJar(jar.toFile())).getMessage();
    assertTrue(said.contains(home.resolve("lib/gone.jar").toString()), said);
  }

  private static byte[] bytes(ZipFile zip, String entry) throws IOException {
    return zip.getInputStream(zip.getEntry(entry)).readAllBytes();
  }
}
