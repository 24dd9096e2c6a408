package org.orbweaver.testkit.disk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.disk.Mutation.Kind;

class FaultyFileSystemTest {
  @TempDir private java.nio.file.Path folder;
  private FaultyDisk disk;

  @AfterEach
  void noFault() {
    FaultyDisk.begin();
  }

  private Path path(String name) {
    return new Path(folder.resolve(name).toUri());
  }

  private String read(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  /** A process whose n-th mutation has the fault. */
  private FaultyFileSystem process(int at, Fault fault) throws IOException {
    disk = FaultyDisk.begin(at, fault, 1);
    FaultyFileSystem fs = new FaultyFileSystem();
    fs.initialize(URI.create("file:///"), new Configuration());
    return fs;
  }

  /** Mutations 1 create, 2 set permission, 3 write, 4 sync, 5 write, 6 close, 7 rename. */
  private void work(FaultyFileSystem fs) throws IOException {
    try (FSDataOutputStream out = fs.create(path("part"))) {
      out.write("synced".getBytes(US_ASCII));
      out.hsync();
      out.write(" and not".getBytes(US_ASCII));
    }
    if (!fs.rename(path("part"), path("file"))) {
      throw new IOException("not renamed");
    }
  }

  private FaultyFileSystem failed(int at, Fault fault) throws IOException {
    FaultyFileSystem fs = process(at, fault);
    assertThrows(IOException.class, () -> work(fs));
    assertTrue(disk.isStruck());
    return fs;
  }

  @Test
  void everyMutationIsCountedInOrder() throws IOException {
    work(process(0, null));
    assertEquals(
        List.of(
            Kind.CREATE,
            Kind.SET_PERMISSION,
            Kind.WRITE,
            Kind.SYNC,
            Kind.WRITE,
            Kind.CLOSE,
            Kind.RENAME),
        disk.mutations().stream().map(Mutation::kind).toList());
    assertEquals(folder.resolve("part"), disk.mutations().get(6).file());
    assertFalse(disk.isStruck());
    assertEquals("synced and not", read("file"));
  }

  @Test
  void afterACrashEveryOperationOfTheProcessFails() throws IOException {
    FaultyFileSystem dead = failed(7, Fault.CRASH_BEFORE);
    assertEquals("synced and not", read("part"));
    assertThrows(IOException.class, () -> dead.exists(path("part")));
    assertThrows(IOException.class, () -> dead.open(path("part")));
    assertThrows(IOException.class, () -> dead.listStatus(path("")));
    assertThrows(IOException.class, () -> dead.mkdirs(path("new")));
    assertThrows(IOException.class, () -> dead.delete(path("part"), true));
    assertTrue(process(0, null).exists(path("part")), "the next process lives");
  }

  @Test
  void aCrashAfterARenameHasRenamed() throws IOException {
    failed(7, Fault.CRASH_AFTER);
    assertEquals("synced and not", read("file"));
  }

  @Test
  void aLossOfPowerTakesWhatWasNotSynced() throws IOException {
    failed(7, Fault.CRASH_UNSYNCED);
    assertEquals("synced", read("file"), "under the new name");
    Files.delete(folder.resolve("file"));
    failed(3, Fault.CRASH_UNSYNCED);
    assertEquals("", read("part"));
  }

  @Test
  void aTornBlockIsZeros() throws IOException {
    failed(7, Fault.CRASH_TORN);
    byte[] torn = Files.readAllBytes(folder.resolve("file"));
    assertTrue(torn.length > 6 && torn.length < 14, "kept " + torn.length);
    assertEquals("synced", new String(torn, 0, 6, US_ASCII));
    for (int i = 6; i < torn.length; i++) {
      assertEquals(0, torn[i]);
    }
  }

  @Test
  void aFullDiskHasHalfOfTheWrite() throws IOException {
    FaultyFileSystem once = failed(3, Fault.FULL_ONCE);
    once.create(path("other"), true).close();
    FaultyFileSystem full = failed(3, Fault.FULL);
    assertTrue(read("part").matches("(syn)+"), "as often as the buffer is written");
    assertThrows(IOException.class, () -> full.create(path("another"), true).close());
    assertThrows(IOException.class, () -> full.mkdirs(path("folder")));
    assertTrue(full.rename(path("other"), path("moved")));
    assertTrue(full.delete(path("moved"), false));
  }

  @Test
  void aRenameCanHappenUnreported() throws IOException {
    FaultyFileSystem fs = failed(7, Fault.RENAME_UNREPORTED);
    assertEquals("synced and not", read("file"));
    assertTrue(fs.exists(path("file")));
  }

  @Test
  void aFaultFallsOnTheNextMutationThatAllowsIt() throws IOException {
    failed(3, Fault.RENAME_UNREPORTED);
    assertEquals(7, disk.mutations().size(), "a write is no rename");
    work(process(8, Fault.RENAME_UNREPORTED));
    assertFalse(disk.isStruck(), "nothing is left to fail");
  }

  /** Half a folder can be left. */
  @Test
  void aFolderIsDeletedFileByFile() throws IOException {
    FaultyFileSystem whole = process(0, null);
    for (String name : List.of("a", "b", "c", "d")) {
      whole.create(path("folder/" + name)).close();
    }
    FaultyFileSystem fs = process(3, Fault.CRASH_BEFORE);
    assertThrows(IOException.class, () -> fs.delete(path("folder"), true));
    try (var left = Files.list(folder.resolve("folder"))) {
      assertEquals(2, left.count());
    }
  }
}
