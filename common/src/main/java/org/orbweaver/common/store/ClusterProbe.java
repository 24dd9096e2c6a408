package org.orbweaver.common.store;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.orbweaver.common.error.OrbException;

/**
 * Checks that a service of the cluster can be reached before Hadoop's clients try: they would retry
 * silently for up to a quarter of an hour. Services with several addresses (high availability) are
 * left to them.
 */
public final class ClusterProbe {
  private static final int ATTEMPTS = 3;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final long PAUSE_MILLIS = 1_000;

  /** Internal: a URI on the file system of the crawl. */
  private static final String CRAWL_FILES = "orbweaver.internal.crawl.files";

  private static final String YARN = "YARN's ResourceManager";

  /** The remedy after an outage. */
  public static final String AGAIN =
      "run the same command again: finished steps are kept, and a fetch resumes where it stopped";

  private ClusterProbe() {}

  /** True if jobs run in this process. */
  public static boolean isLocal(Configuration conf) {
    return MRConfig.LOCAL_FRAMEWORK_NAME.equals(
        conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME));
  }

  /**
   * Requires the server of a crawl's file system, and remembers the URI for {@link
   * #fileSystemOutage}.
   *
   * @param uri of a path; only {@code hdfs://host:port} is probed
   * @throws OrbException (failed) naming the address
   */
  public static void requireFileSystem(Configuration conf, URI uri) {
    if (isNameNode(uri)) {
      conf.set(CRAWL_FILES, uri.toString());
      require("HDFS", new InetSocketAddress(uri.getHost(), uri.getPort()), setting(conf, uri));
    }
  }

  private static boolean isNameNode(URI uri) {
    return "hdfs".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0;
  }

  private static String setting(Configuration conf, URI uri) {
    return uri.getAuthority().equals(FileSystem.getDefaultUri(conf).getAuthority())
        ? "fs.defaultFS"
        : "that address";
  }

  /**
   * Requires the ResourceManager.
   *
   * @throws OrbException (failed) naming the address
   */
  public static void requireResourceManager(Configuration conf) {
    if (!conf.getBoolean(YarnConfiguration.RM_HA_ENABLED, false)) {
      require(YARN, resourceManager(conf), YarnConfiguration.RM_ADDRESS);
    }
  }

  /**
   * The message if the HDFS of the crawl, or by default the configured one, does not answer now;
   * else empty.
   */
  public static Optional<String> fileSystemOutage(Configuration conf) {
    URI files = FileSystem.getDefaultUri(conf);
    return Stream.of(URI.create(conf.get(CRAWL_FILES, "file:///")), files)
        .filter(ClusterProbe::isNameNode)
        .distinct()
        .map(
            uri ->
                outage(
                    "HDFS",
                    new InetSocketAddress(uri.getHost(), uri.getPort()),
                    setting(conf, uri)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** As {@link #fileSystemOutage}, or for the ResourceManager if that does not answer. */
  public static Optional<String> outage(Configuration conf) {
    return fileSystemOutage(conf).or(() -> resourceManagerOutage(conf));
  }

  private static Optional<String> resourceManagerOutage(Configuration conf) {
    return conf.getBoolean(YarnConfiguration.RM_HA_ENABLED, false)
        ? Optional.empty()
        : outage(YARN, resourceManager(conf), YarnConfiguration.RM_ADDRESS);
  }

  /**
   * True if a file can be written, which takes a NameNode and a DataNode.
   *
   * @param folder an existing folder, in which a file is written and deleted
   * @param seconds for which to keep trying
   */
  public static boolean canStore(Configuration conf, Path folder, int seconds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (true) {
      Path file = new Path(folder, ".probe-" + UUID.randomUUID());
      try {
        FileSystem fs = folder.getFileSystem(conf);
        try (OutputStream out = fs.create(file)) {
          out.write(0);
        }
        fs.delete(file, false);
        return true;
      } catch (IOException e) {
        if (System.nanoTime() > deadline || !pause()) {
          return false;
        }
      }
    }
  }

  private static Optional<String> outage(
      String service, InetSocketAddress address, String setting) {
    try {
      connect(address);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(unreachable(service, address, setting, e));
    }
  }

  private static String unreachable(
      String service, InetSocketAddress address, String setting, IOException why) {
    return "cannot reach "
        + service
        + " at "
        + address.getHostString()
        + ":"
        + address.getPort()
        + " ("
        + why.getMessage()
        + "): is the cluster up, and "
        + setting
        + " correct? Then "
        + AGAIN;
  }

  /** True if the ResourceManager can be reached; probed only once. */
  static boolean hasResourceManager(Configuration conf) {
    return resourceManagerOutage(conf).isEmpty();
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
      if (!pause()) {
        break;
      }
    }
    throw OrbException.failed(unreachable(service, address, setting, why), why);
  }

  /** Waits before the next attempt; false if interrupted. */
  private static boolean pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
