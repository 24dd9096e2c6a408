package org.orbweaver.common.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class OutputFileTest {
  @TempDir Path folder;

  @Test
  void replacesAPlainFileOnlyWhereAsked() throws IOException {
    Path file = folder.resolve("x.html");
    OutputFile.write(file, "one", false);
    refuses(file, false, "it already exists (--overwrite replaces it)");
    assertEquals("one", Files.readString(file));
    OutputFile.write(file, "two", true);
    assertEquals("two", Files.readString(file));
    try (var left = Files.list(folder)) {
      assertEquals(List.of(file), left.toList());
    }
  }

  @Test
  void neverReplacesWhatIsNoPlainFile() throws IOException {
    Path target = Files.writeString(folder.resolve("target"), "kept");
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    refuses(link, true, "it is a link");
    refuses(folder, true, "it is a folder");
    refuses(Path.of("/dev/null"), true, "it is a device, not a regular file");
    refuses(folder.resolve("absent/x"), true, "no such folder");
    assertEquals("kept", Files.readString(target));
    assertTrue(Files.isSymbolicLink(link));
  }

  private static void refuses(Path file, boolean overwrite, String why) {
    for (OrbException e :
        List.of(
            assertThrows(OrbException.class, () -> OutputFile.check(file, overwrite)),
            assertThrows(OrbException.class, () -> OutputFile.write(file, "new", overwrite)))) {
      assertTrue(e.getMessage().startsWith("cannot write " + file), e.getMessage());
      assertTrue(e.getMessage().contains(why), e.getMessage());
    }
  }
}
