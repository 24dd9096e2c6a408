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
  void fusedWhenTheGraphFitsTheTaskThenPullThenBlocked() {
    Configuration conf = cluster();
    conf.set("mapreduce.map.java.opts", "-Xmx100m -Xmx1g");
    assertEquals(1L << 30, RankMode.taskHeap(conf));
    assertEquals(RankMode.FUSED, RankMode.choose(conf, 650L << 20, 1000, 1));
    assertEquals(RankMode.PULL, RankMode.choose(conf, 800L << 20, 1000, 1));
    // Mapped, a vector of 64 million pages takes half of a task's memory.
    assertEquals(RankMode.PULL, RankMode.choose(conf, 800L << 20, 64 << 20, 1));
    assertEquals(RankMode.BLOCKED, RankMode.choose(conf, 800L << 20, (64 << 20) + 1, 1));
    assertEquals(RankMode.BLOCKED, RankMode.choose(conf, 800L << 20, (32 << 20) + 1, 2));
    conf.setInt("mapreduce.map.memory.mb", 2048);
    assertEquals(RankMode.PULL, RankMode.choose(conf, 800L << 20, 128 << 20, 1));
    for (RankMode mode : RankMode.values()) {
      KernelKeys.MODE.set(conf, mode.toString());
      assertEquals(mode, RankMode.choose(conf, 800L << 20, 1000, 1));
    }
  }

  @Test
  void tooSmallATaskIsAnErrorThatNamesTheSetting() {
    Configuration conf = cluster();
    conf.set("mapreduce.map.java.opts", "-Xmx80m");
    KernelKeys.MODE.set(conf, "fused");
    OrbException e =
        assertThrows(OrbException.class, () -> RankMode.choose(conf, 90L << 20, 1000, 1));
    assertEquals(
        "fused mode needs 91 MB for this graph; of a task's heap of 80 MB, 54 MB are available:"
            + " raise mapreduce.map.memory.mb or -Xmx in mapreduce.map.java.opts, or leave"
            + " orbweaver.rank.mode at auto",
        e.getMessage());
    KernelKeys.MODE.set(conf, "auto");
    assertEquals(RankMode.BLOCKED, RankMode.choose(conf, 1L << 40, 1_000_000_000, 1));
    e = assertThrows(OrbException.class, () -> RankMode.choose(conf, 1L << 40, 2_000_000_000, 1));
    assertTrue(e.getMessage().startsWith("even blocked mode needs "), e.getMessage());
    assertTrue(e.getMessage().contains("mapreduce.map.memory.mb"), e.getMessage());
  }

  @Test
  void blocksFillTheMemoryThatIsThere() {
    Configuration conf = cluster();
    conf.set("mapreduce.map.java.opts", "-Xmx80m");
    int pages = RankMode.blockPages(conf, 1_000_000_000, 1);
    assertTrue(16L * pages + (8 << 20) <= .65 * (60 << 20), pages + " pages");
    assertTrue(pages > 2_000_000, pages + " pages");
    assertEquals(500, RankMode.blockPages(conf, 500, 1), "no more than there are");
    KernelKeys.BLOCK_PAGES.set(conf, 7);
    assertEquals(7, RankMode.blockPages(conf, 1_000_000_000, 1));
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
    KernelKeys.MODE.set(conf, "fast");
    OrbException e = assertThrows(OrbException.class, () -> RankMode.choose(conf, 1, 1, 1));
    assertEquals(
        "setting orbweaver.rank.mode: expected auto, fused, pull or blocked, got 'fast'"
            + " (the program)",
        e.getMessage());
  }
}
