package org.orbweaver.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An in-process HDFS with one data node. */
final class MiniHdfs implements Closeable {
  private final MiniDFSCluster cluster;

  private MiniHdfs(MiniDFSCluster cluster) {
    this.cluster = cluster;
  }

  static MiniHdfs start(Path folder) throws IOException {
    Configuration conf = new Configuration();
    conf.setBoolean(DFSConfigKeys.DFS_PERMISSIONS_ENABLED_KEY, false);
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder.toFile()).numDataNodes(1).format(true).build();
    cluster.waitActive();
    return new MiniHdfs(cluster);
  }

  /** A fresh configuration of a client for which this is the default file system. */
  Configuration conf() {
    Configuration conf = new Configuration();
    conf.set(FileSystem.FS_DEFAULT_NAME_KEY, uri());
    return conf;
  }

  /** {@code hdfs://localhost:PORT}. */
  String uri() {
    return cluster.getURI().toString();
  }

  MiniDFSCluster cluster() {
    return cluster;
  }

  FileSystem fs() throws IOException {
    return cluster.getFileSystem();
  }

  @Override
  public void close() {
    cluster.shutdown(true);
  }
}
