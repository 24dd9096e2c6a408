package org.orbweaver.cluster;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;

/**
 * HBase in its own process: ZooKeeper, a master and a region server on the loopback, data in local
 * files. The process ends with its standard input, and so with the tests.
 */
final class MiniHBase implements Closeable {
  private static final String READY = "ready ";

  private final Process process;
  private final int port;

  MiniHBase(Path folder) throws IOException {
    Path log = folder.resolve("hbase.log");
    process = Processes.start(log, MiniHBase.class, folder.toString());
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    while (line != null && !line.startsWith(READY)) {
      line = out.readLine();
    }
    if (line == null) {
      throw new IOException("HBase did not start:\n" + java.nio.file.Files.readString(log));
    }
    port = Integer.parseInt(line.substring(READY.length()));
  }

  /** {@code base} with the address of HBase. */
  Configuration conf(Configuration base) {
    Configuration conf = HBaseConfiguration.create(base);
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    return conf;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The process; the argument is its folder. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Configuration conf = HBaseConfiguration.create();
    conf.set(HConstants.HBASE_DIR, folder.resolve("hbase").toUri().toString());
    conf.set("hbase.tmp.dir", folder.resolve("hbase-tmp").toString());
    for (String server : new String[] {"master", "regionserver"}) {
      conf.set("hbase." + server + ".hostname", "localhost");
      conf.set("hbase." + server + ".ipc.address", "127.0.0.1");
      conf.setInt("hbase." + server + ".port", 0);
      conf.setInt("hbase." + server + ".info.port", -1);
    }
    // Local files cannot give the guarantees of HDFS.
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set("hbase.wal.provider", "filesystem");
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
    // A machine that stalls for a while is no dead server.
    conf.setInt(HConstants.ZK_SESSION_TIMEOUT, 600_000);
    MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(conf);
    zooKeeper.setTickTime(30_000);
    int port = zooKeeper.startup(folder.resolve("zookeeper").toFile());
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    LocalHBaseCluster cluster = new LocalHBaseCluster(conf, 1);
    cluster.startup();
    while (cluster.getActiveMaster() == null || !cluster.getActiveMaster().isInitialized()) {
      Thread.sleep(50);
    }
    System.out.println(READY + port);
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }
}
