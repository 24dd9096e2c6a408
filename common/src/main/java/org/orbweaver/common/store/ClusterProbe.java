package org.orbweaver.common.store;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.orbweaver.common.error.OrbException;

/**
 * Asks whether a service of the cluster can be reached before Hadoop's clients do, who would try
 * for up to a quarter of an hour without a word. Services with several addresses (high
 * availability) are left to them.
 */
public final class ClusterProbe {
  private static final int ATTEMPTS = 3;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final long PAUSE_MILLIS = 1_000;

  private ClusterProbe() {}

  /** Whether jobs run in this process. */
  public static boolean isLocal(Configuration conf) {
    return MRConfig.LOCAL_FRAMEWORK_NAME.equals(
        conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME));
  }

  /**
   * Requires the file system's server.
   *
   * @param uri of a path; only {@code hdfs://host:port} is asked
   * @throws OrbException (failed) naming the address
   */
  public static void requireFileSystem(URI uri) {
    if ("hdfs".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0) {
      require("HDFS", new InetSocketAddress(uri.getHost(), uri.getPort()), "fs.defaultFS");
    }
  }

  /**
   * Requires the ResourceManager.
   *
   * @throws OrbException (failed) naming the address
   */
  public static void requireResourceManager(Configuration conf) {
    if (!conf.getBoolean(YarnConfiguration.RM_HA_ENABLED, false)) {
      require("the ResourceManager", resourceManager(conf), YarnConfiguration.RM_ADDRESS);
    }
  }

  /** Whether the ResourceManager can be reached; asked once. */
  static boolean hasResourceManager(Configuration conf) {
    if (conf.getBoolean(YarnConfiguration.RM_HA_ENABLED, false)) {
      return true;
    }
    try {
      connect(resourceManager(conf));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static InetSocketAddress resourceManager(Configuration conf) {
    return new YarnConfiguration(conf)
        .getSocketAddr(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.DEFAULT_RM_ADDRESS,
            YarnConfiguration.DEFAULT_RM_PORT);
  }

  private static void connect(InetSocketAddress address) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(address.getHostString(), address.getPort()), TIMEOUT_MILLIS);
    }
  }

  private static void require(String service, InetSocketAddress address, String setting) {
    IOException why = null;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        connect(address);
        return;
      } catch (IOException e) {
        why = e;
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw OrbException.failed(
        "cannot reach "
            + service
            + " at "
            + address.getHostString()
            + ":"
            + address.getPort()
            + " ("
            + why.getMessage()
            + "): is the cluster up, and "
            + setting
            + " correct?",
        why);
  }
}
