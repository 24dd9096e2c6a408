package org.orbweaver.index;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local file system under another scheme, which programs take for a remote one. */
public final class RemoteFileSystem extends RawLocalFileSystem {
  private static final URI ROOT = URI.create("remote:///");

  /** Registers {@code remote:}. */
  public static Configuration in(Configuration conf) {
    conf.setClass("fs.remote.impl", RemoteFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
    return conf;
  }

  @Override
  public String getScheme() {
    return ROOT.getScheme();
  }

  @Override
  public URI getUri() {
    return ROOT;
  }
}
