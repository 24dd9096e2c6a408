package org.orbweaver.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.Response;

/** A data node goes down during a fetch, and comes back. */
class DataNodeCrashIT {
  private static final int PAGES = 40;
  private static final int CRASH_AT = 20;

  @TempDir private Path temp;

  private static Configuration conf() {
    Configuration conf = new Configuration();
    conf.setBoolean(DFSConfigKeys.DFS_PERMISSIONS_ENABLED_KEY, false);
    // For a file whose writer is gone, as if that were another process.
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return conf;
  }

  /** The fetch log is left without a length; the same command continues from it. */
  @Test
  void theSameCommandGoesOnWhereItWasAndAsksForNoPageTwice() throws Exception {
    try (MiniDFSCluster hdfs =
            new MiniDFSCluster.Builder(conf(), temp.resolve("hdfs").toFile())
                .numDataNodes(1)
                .build();
        SmallWeb web = new SmallWeb(temp, 1, 1)) {
      hdfs.waitActive();
      AtomicReference<DataNodeProperties> down = new AtomicReference<>();
      StringBuilder links = new StringBuilder("<title>Start</title>");
      for (int i = 0; i < PAGES; i++) {
        links.append("<a href='/p").append(i).append("'>page</a> ");
        web.web().page("many.test", "/p" + i, "<title>Page " + i + "</title><p>words " + i);
      }
      web.web().page("many.test", "/", links.toString());
      web.web()
          .on(
              "many.test",
              "/p" + CRASH_AT,
              (request, count) -> {
                if (down.get() == null) {
                  down.set(hdfs.stopDataNode(0));
                }
                return Response.html("<title>Page</title><p>words of the crash");
              });
      web.web().hostsFile(temp.resolve("hosts"));
      Configuration conf = conf();
      conf.set(FileSystem.FS_DEFAULT_NAME_KEY, hdfs.getURI().toString());
      List<String> crawl =
          new ArrayList<>(List.of("crawl", web.web().url("many.test", "/"), "/crawl"));
      crawl.addAll(List.of("--rounds", "2"));
      crawl.addAll(web.options());
      // Slow enough for the log to be flushed before the crash.
      crawl.addAll(List.of("-D", "fetcher.server.delay=0.1"));
      OrbRun crashed = OrbRun.of(conf, crawl);
      assertNotEquals(0, crashed.exit(), crashed::err);
      assertTrue(hdfs.restartDataNode(down.get(), true));
      hdfs.waitActive();
      hdfs.triggerBlockReports();
      List<String> doctor = new ArrayList<>(List.of("doctor", "/crawl", "--offline"));
      doctor.addAll(web.options());
      String findings = String.join("\n", OrbRun.of(conf, doctor).out());
      assertTrue(findings.contains("log-0-000000 cannot be read"), findings);
      web.web().log().clear();
      OrbRun resumed = OrbRun.of(conf, crawl);
      assertEquals(0, resumed.exit(), resumed::err);
      int asked = web.web().log().requestsFor("many.test").size();
      assertTrue(asked < PAGES, asked + " requests: " + resumed.err());
      assertTrue(resumed.err().contains(" of 40 fetched"), resumed.err());
    }
  }
}
