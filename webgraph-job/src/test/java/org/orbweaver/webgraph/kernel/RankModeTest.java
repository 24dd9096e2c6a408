package org.orbweaver.webgraph.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.cli.OrbException;

class RankModeTest {

  private static Configuration cluster() {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.framework.name", "yarn");
    return conf;
  }

  @Test
  void fusedWhenTheGraphFitsTheTask() {
    Configuration conf = cluster();
    conf.set("mapreduce.map.java.opts", "-Xmx100m -Xmx1g");
    assertEquals(1L << 30, RankMode.taskHeap(conf));
    assertEquals(RankMode.FUSED, RankMode.choose(conf, 700L << 20));
    assertEquals(RankMode.PULL, RankMode.choose(conf, 800L << 20));
    KernelKeys.MODE.set(conf, "fused");
    assertEquals(RankMode.FUSED, RankMode.choose(conf, 800L << 20));
    KernelKeys.MODE.set(conf, "pull");
    assertEquals(RankMode.PULL, RankMode.choose(conf, 1));
  }

  @Test
  void heapFollowsFromTheContainerWhenNothingElseIsSaid() {
    Configuration conf = cluster();
    assertTrue(Math.abs(RankMode.taskHeap(conf) - (1024L << 20)) <= 210L << 20);
    conf.setInt("mapreduce.map.memory.mb", 4000);
    assertTrue(Math.abs(RankMode.taskHeap(conf) - (3200L << 20)) <= 1L << 20);
  }

  @Test
  void refusesAnotherMode() {
    Configuration conf = cluster();
    KernelKeys.MODE.set(conf, "blocked");
    OrbException e = assertThrows(OrbException.class, () -> RankMode.choose(conf, 1));
    assertEquals("orbweaver.rank.mode=blocked: must be auto, fused or pull", e.getMessage());
  }
}
