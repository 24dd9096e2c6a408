package org.orbweaver.orb.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbException;

class ProcFsTest {
  /** The 14th to 17th fields of proc(5) are utime, stime, cutime and cstime. */
  private static String stat(String name, int user, int system, int childUser, int childSystem) {
    return "7 (%s) S 1 7 7 0 -1 4194304 100 0 0 0 %d %d %d %d 20 0 3 0 99 1000 10 0\n"
        .formatted(name, user, system, childUser, childSystem);
  }

  @Test
  void readsAProcess(@TempDir Path proc) throws Exception {
    Path task = Files.createDirectories(proc.resolve("7/task/8"));
    Files.writeString(proc.resolve("7/stat"), stat("a (b) c", 150, 25, 30, 5));
    Files.writeString(proc.resolve("7/status"), "Name:\tx\nVmHWM:\t  2048 kB\nVmRSS:\t 12 kB\n");
    Files.writeString(task.resolve("stat"), stat("C2 CompilerThre", 50, 10, 9, 9));
    Path self = Files.createDirectories(proc.resolve("self"));
    Files.writeString(
        self.resolve("limits"),
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             10                   11                   processes
        Max open files            1024                 4096                 files
        """);
    ProcFs fs = new ProcFs(proc);
    assertEquals(Optional.of(new ProcFs.Cpu(1.5, 0.25, 0.35)), fs.cpu(7));
    assertEquals(2.1, fs.cpu(7).orElseThrow().total(), 1e-12);
    assertEquals(Optional.of(2048L * 1024), fs.peakResident(7));
    assertEquals(Map.of("8", new ProcFs.ThreadCpu("C2 CompilerThre", 0.6)), fs.threads(7));
    assertEquals(4_096, fs.openFileLimit());
  }

  @Test
  void aProcessMayBeGone(@TempDir Path proc) {
    ProcFs fs = new ProcFs(proc);
    assertEquals(Optional.empty(), fs.cpu(7));
    assertEquals(Optional.empty(), fs.peakResident(7));
    assertEquals(Map.of(), fs.threads(7));
    assertEquals(Long.MAX_VALUE, fs.openFileLimit());
    OrbException none = assertThrows(OrbException.class, fs::require);
    assertTrue(none.getMessage().contains("needs Linux"), none.getMessage());
  }
}
