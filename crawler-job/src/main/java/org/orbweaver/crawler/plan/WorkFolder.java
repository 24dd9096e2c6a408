package org.orbweaver.crawler.plan;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;

/**
 * A folder outside the crawl for what a reader has to write: on the local disk where jobs run here,
 * else in the user's home on the crawl's file system, which all tasks reach. It is deleted at the
 * end, also when the process is told to stop.
 */
final class WorkFolder implements Closeable {
  private static final FsPermission OWN = new FsPermission((short) 0700);

  private final FileSystem fs;
  private final Path path;
  private final Thread hook;

  private WorkFolder(FileSystem fs, Path path) {
    this.fs = fs;
    this.path = path;
    this.hook = new Thread(this::delete, "plan-clean-up");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  static WorkFolder make(Configuration conf, CrawlDir crawl) throws IOException {
    if (JobRunner.isLocal(conf)) {
      Path folder = new Path(Files.createTempDirectory("orb-plan-").toUri());
      return new WorkFolder(FileSystem.getLocal(conf), folder);
    }
    FileSystem fs = crawl.fs();
    Path folder = new Path(fs.getHomeDirectory(), ".orb-plan-" + UUID.randomUUID());
    fs.mkdirs(folder, OWN);
    return new WorkFolder(fs, folder);
  }

  Path path() {
    return path;
  }

  private void delete() {
    try {
      fs.delete(path, true);
    } catch (IOException e) {
      // The system clears its temporary folder; there is nobody to tell.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    fs.delete(path, true);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook runs already.
      return;
    }
  }
}
