package org.orbweaver.bench.crash;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.DirectLocalFileSystem;
import org.orbweaver.testkit.disk.FaultyFileSystem;

/** The local file system of the commands, over a disk with a fault. */
public final class FaultyLocalFileSystem extends DirectLocalFileSystem {
  /** For Hadoop, which creates it by reflection. */
  public FaultyLocalFileSystem() {
    super(new FaultyFileSystem());
  }

  @Override
  protected void sync(Path file) throws IOException {
    ((FaultyFileSystem) getRawFileSystem()).sync(file);
  }
}
