package org.orbweaver.common.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class ExportFolderTest {
  private final Configuration conf = new Configuration();

  @TempDir Path parent;

  private ExportFolder begin(String text) throws IOException {
    ExportFolder folder =
        new ExportFolder(conf, new org.apache.hadoop.fs.Path(parent.toString(), "out"));
    try (OutputStream file = folder.create("file")) {
      file.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return folder;
  }

  private List<String> visible() throws IOException {
    try (Stream<Path> all = Files.walk(parent)) {
      return all.filter(path -> !path.equals(parent))
          .map(path -> parent.relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void appearsWhole() throws IOException {
    try (ExportFolder folder = begin("text")) {
      assertTrue(visible().stream().allMatch(name -> name.startsWith(".out.part")));
      assertEquals(4, folder.commit());
    }
    assertEquals(List.of("out", "out/file"), visible());
    assertTrue(
        assertThrows(OrbException.class, () -> begin("more")).getMessage().contains("exists"));
  }

  @Test
  void failedExportLeavesNothing() throws IOException {
    begin("half").close();
    assertEquals(List.of(), visible());
  }

  @Test
  void exportThatCannotBeRenamedLeavesNothing() throws IOException {
    try (ExportFolder folder = begin("text")) {
      Files.createDirectory(parent.resolve("out"));
      assertThrows(IOException.class, folder::commit);
    }
    assertEquals(List.of("out"), visible());
  }

  @Test
  void killedExportIsRemovedByTheNext() throws IOException {
    begin("half"); // neither committed nor closed
    try (ExportFolder folder = begin("text")) {
      folder.commit();
    }
    assertEquals(List.of("out", "out/file"), visible());
  }

  @Test
  @SuppressWarnings("try") // The first is closed early.
  void ofTwoToTheSamePlaceTheLaterWins() throws IOException {
    try (ExportFolder first = begin("first");
        ExportFolder second = begin("second")) {
      assertThrows(OrbException.class, first::commit);
      first.close();
      assertEquals(6, second.commit());
    }
    assertEquals("second", Files.readString(parent.resolve("out/file")));
  }
}
