package org.orbweaver.common.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;

@Timeout(60)
class SharedProgressTest {
  private static final CountDownLatch BEGUN = new CountDownLatch(1);
  private static final CountDownLatch BACK = new CountDownLatch(1);

  /** Holds up each new file until the NameNode is back, so to speak. */
  public static final class StalledFileSystem extends LocalFileSystem {
    @Override
    public FSDataOutputStream create(
        Path file,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      BEGUN.countDown();
      try {
        BACK.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
      return super.create(
          file, permission, overwrite, bufferSize, replication, blockSize, progress);
    }
  }

  @TempDir File tmp;

  @Test
  void theStateIsWrittenForOthers() throws Exception {
    CrawlDir dir = CrawlDir.create(new Configuration(), tmp.getPath());
    Console console = Console.silent();
    try (SharedProgress progress = SharedProgress.begin(dir, console)) {
      console.state("fetch: 5 pages");
      while (SharedProgress.read(dir).isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      assertEquals("fetch: 5 pages", SharedProgress.read(dir));
    }
    assertEquals("", SharedProgress.read(dir));
  }

  @Test
  void aStalledFileSystemHoldsNothingUp() throws Exception {
    Configuration conf = new Configuration();
    conf.set("fs.file.impl", StalledFileSystem.class.getName());
    conf.setBoolean("fs.file.impl.disable.cache", true);
    CrawlDir dir = CrawlDir.create(conf, tmp.getPath());
    Console console = Console.silent();
    SharedProgress progress = SharedProgress.begin(dir, console);
    console.state("map 10 %");
    assertTrue(BEGUN.await(1, TimeUnit.MINUTES));
    console.state("map 20 %");
    BACK.countDown();
    progress.close();
    assertEquals("", SharedProgress.read(dir), "nothing is written after the end");
  }
}
