package org.orbweaver.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.orbweaver.common.store.HdfsClient;

/**
 * An in-process HDFS with one data node: one for all tests of a JVM, each with its own folders. It
 * ends with the JVM.
 */
final class MiniHdfs {
  private static final MiniDFSCluster CLUSTER = start();

  private MiniHdfs() {}

  private static MiniDFSCluster start() {
    try {
      Path folder = Files.createTempDirectory("orbweaver-hdfs-");
      Configuration conf = new Configuration();
      conf.setBoolean(DFSConfigKeys.DFS_PERMISSIONS_ENABLED_KEY, false);
      HdfsClient.prepare(conf);
      MiniDFSCluster cluster =
          new MiniDFSCluster.Builder(conf, folder.toFile()).numDataNodes(1).format(true).build();
      cluster.waitActive();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> cluster.shutdown(true)));
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A fresh configuration of a client for which this is the default file system. */
  static Configuration conf() {
    Configuration conf = new Configuration();
    conf.set(FileSystem.FS_DEFAULT_NAME_KEY, uri());
    // As commands do: the file system is cached, and the first client's settings are those of all.
    HdfsClient.prepare(conf);
    return conf;
  }

  /** {@code hdfs://localhost:PORT}. */
  static String uri() {
    return CLUSTER.getURI().toString();
  }

  static DistributedFileSystem fs() throws IOException {
    return CLUSTER.getFileSystem();
  }
}
