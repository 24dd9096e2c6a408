package org.orbweaver.common.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;

class ClusterProbeTest {
  @Test
  void aNameNodeThatIsDownIsNamed() throws IOException {
    String uri = "hdfs://127.0.0.1:" + freePort();
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", uri);
    OrbException e = assertThrows(OrbException.class, () -> CrawlDir.open(conf, "/crawl"));
    assertEquals(ExitCode.FAILED, e.exitCode());
    assertTrue(e.getMessage().contains(uri.substring("hdfs://".length())), e.getMessage());
    assertTrue(e.getMessage().contains("fs.defaultFS"), e.getMessage());
  }

  @Test
  void aResourceManagerThatIsDownIsNamed() throws IOException {
    Configuration conf = new Configuration();
    conf.set("yarn.resourcemanager.address", "127.0.0.1:" + freePort());
    OrbException e =
        assertThrows(OrbException.class, () -> ClusterProbe.requireResourceManager(conf));
    assertTrue(e.getMessage().contains("ResourceManager"), e.getMessage());
  }

  @Test
  void aServerThatListensIsEnough() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ClusterProbe.requireFileSystem(
          new Configuration(), URI.create("hdfs://127.0.0.1:" + server.getLocalPort()));
    }
  }

  @Test
  void anOutageIsSoughtWhereTheCrawlIs() throws IOException {
    Configuration conf = new Configuration();
    assertEquals(Optional.empty(), ClusterProbe.fileSystemOutage(conf));
    String address = "127.0.0.1:" + freePort();
    assertThrows(
        OrbException.class, () -> CrawlDir.open(conf, "hdfs://" + address + "/crawl"), "a crawl");
    String said = ClusterProbe.fileSystemOutage(conf).orElse("nothing");
    assertTrue(said.startsWith("cannot reach HDFS at " + address), said);
    assertFalse(said.contains("fs.defaultFS"), said);
  }

  @Test
  void whatTakesAFileStores(@TempDir File folder) throws IOException {
    Configuration conf = new Configuration();
    assertTrue(ClusterProbe.canStore(conf, new Path(folder.toString()), 0));
    assertEquals(0, folder.list().length, "it is deleted");
    File file = new File(folder, "file");
    assertTrue(file.createNewFile());
    assertFalse(ClusterProbe.canStore(conf, new Path(file.toString()), 0));
  }

  private static int freePort() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return server.getLocalPort();
    }
  }
}
