package org.orbweaver.common.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class ScratchFolderTest {
  private static final String NAME = "orbweaver-" + System.getProperty("user.name") + "-";

  @TempDir private Path tmp;
  private final Configuration conf = new Configuration();

  @BeforeEach
  void setUp() {
    conf.set("hadoop.tmp.dir", tmp.toString());
  }

  @Test
  void aLocalJobWorksInAPrivateFolder() throws IOException {
    Configuration job = JobRunner.newJob(conf, "j", ScratchFolderTest.class).getConfiguration();
    Path own = ScratchFolder.in(tmp);
    assertEquals(tmp, own.getParent());
    assertTrue(own.getFileName().toString().startsWith(NAME + ProcessHandle.current().pid()));
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own)));
    for (String key :
        new String[] {
          "hadoop.tmp.dir", "mapreduce.cluster.local.dir", "mapreduce.jobtracker.staging.root.dir"
        }) {
      assertTrue(Path.of(job.get(key)).startsWith(own), key + "=" + job.get(key));
    }
    assertEquals(tmp.toString(), conf.get("hadoop.tmp.dir"), "the caller's is left as it was");
    assertEquals(own, ScratchFolder.in(own), "one is enough");
  }

  @Test
  void localDisksOfTheUsersChoiceAreUsed() throws IOException {
    conf.set("mapreduce.cluster.local.dir", tmp.resolve("a") + ", " + tmp.resolve("b"));
    Job job = JobRunner.newJob(conf, "j", ScratchFolderTest.class);
    String[] dirs = job.getConfiguration().getTrimmedStrings("mapreduce.cluster.local.dir");
    assertEquals(ScratchFolder.in(tmp.resolve("a")).toString(), dirs[0]);
    assertEquals(ScratchFolder.in(tmp.resolve("b")).toString(), dirs[1]);
  }

  @Test
  void whatADeadProcessLeftIsRemoved() throws IOException {
    Path dead = Files.createDirectories(tmp.resolve(NAME + "1-dead/mapred/staging"));
    Files.writeString(tmp.resolve(NAME + "1-dead/.lock"), "");
    Path young = Files.createDirectories(tmp.resolve(NAME + "2-young"));
    Path other = Files.createDirectories(tmp.resolve("orbweaver-someone else-3-x"));
    Files.writeString(other.resolve(".lock"), "");
    Path alive = Files.createDirectories(tmp.resolve(NAME + "4-alive"));
    try (FileChannel channel =
        FileChannel.open(
            alive.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock();
      ScratchFolder.in(tmp);
    }
    assertFalse(Files.exists(dead.getParent().getParent()), "its owner holds no lock");
    assertTrue(Files.exists(young), "it may be about to be locked");
    assertTrue(Files.exists(other), "another user's");
    assertTrue(Files.exists(alive), "its owner holds the lock");
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.writeString(tmp.resolve("file"), "");
    OrbException e = assertThrows(OrbException.class, () -> ScratchFolder.in(file));
    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    assertTrue(e.getMessage().contains("hadoop.tmp.dir"), e.getMessage());
  }
}
