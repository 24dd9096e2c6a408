package org.orbweaver.index.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.index.conf.IndexKeys;

class LocalShardsTest {
  @TempDir private Path folder;

  private Path cached(String build) throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(IndexKeys.CACHE_DIR.name(), folder.toString());
    var path = new org.apache.hadoop.fs.Path(folder.toUri().toString(), "indexes/" + build);
    return LocalShards.cached(
        conf,
        FileSystem.getLocal(conf),
        path,
        ".suggest",
        Set.of(),
        part -> Files.writeString(part.resolve("file"), build));
  }

  @Test
  void aNewCopyRemovesOlderOnesAndWhatKilledProcessesLeft() throws IOException {
    Path old = cached("20260101000000");
    Path cache = old.getParent();
    String uuid = ".6c84fb90-12c4-11e1-840d-7b25c5ee775a";
    Path killed = Files.createDirectory(cache.resolve(".20260101000001" + uuid));
    Path busy = Files.createDirectory(cache.resolve(".20260101000002" + uuid));
    Path other = Files.createDirectory(cache.resolve(".other"));
    FileTime past = FileTime.from(Instant.now().minus(Duration.ofHours(25)));
    Files.setLastModifiedTime(killed, past);
    Files.setLastModifiedTime(other, past);
    Path made = cached("20260102000000");
    assertEquals("20260102000000", Files.readString(made.resolve("file")));
    try (Stream<Path> left = Files.list(cache)) {
      assertEquals(Set.of(busy, other, made), new TreeSet<>(left.toList()));
    }
    assertTrue(Files.isDirectory(cached("20260102000000")));
  }
}
