package org.orbweaver.common.store;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite;

/** Defaults for a client of HDFS that writes many small files. */
public final class HdfsClient {
  private static final int FIRST_DELAY_MILLIS = 10;

  /** 41 s in all, as each delay is twice the one before; by Hadoop's defaults 12 s. */
  private static final int RETRIES = 12;

  private HdfsClient() {}

  /**
   * Lets the client soon ask again whether a file that it has closed is complete. The first answer
   * is often no, because the DataNode's report to the NameNode is still under way, and by default
   * the client then sleeps for 400 ms. A value that is set anywhere, hdfs-site.xml included, stays.
   */
  public static void prepare(Configuration conf) {
    if (conf.getResource("hdfs-site.xml") != null) {
      // Hadoop reads it only when it opens the file system.
      HdfsConfiguration.init();
    }
    setDefault(conf, BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY, FIRST_DELAY_MILLIS);
    setDefault(conf, BlockWrite.LOCATEFOLLOWINGBLOCK_RETRIES_KEY, RETRIES);
  }

  private static void setDefault(Configuration conf, String name, int value) {
    String[] sources = conf.getPropertySources(name);
    if (sources == null || sources[sources.length - 1].equals("hdfs-default.xml")) {
      conf.setInt(name, value);
    }
  }
}
