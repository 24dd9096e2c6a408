package org.orbweaver.webgraph.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.format.meta.GraphMeta;
import org.orbweaver.webgraph.format.meta.NameKind;

class RankModeTest {

  private static Configuration cluster() {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.framework.name", "yarn");
    return conf;
  }

  /** A graph in one partition, whose lists take one byte a link. */
  private static GraphMeta graph(int nodes, long arcs, int longest) {
    GraphMeta.Part part = new GraphMeta.Part("p", 0, nodes, arcs, longest, arcs, "");
    return new GraphMeta(
        nodes,
        arcs,
        0,
        NameKind.NUMBERED,
        List.of(),
        List.of(part),
        List.of(part),
        List.of(part),
        false,
        Map.of(),
        Map.of());
  }

  @Test
  void fusedWhenTheGraphFitsTheTask() {
    Configuration conf = cluster();
    KernelKeys.THREADS.set(conf, 2);
    conf.set("mapreduce.map.java.opts", "-Xmx100m -Xmx1g");
    assertEquals(1L << 30, RankMode.taskHeap(conf));
    GraphMeta graph = graph(1000, 9000, 100);
    assertEquals(RankMode.FUSED, RankMode.choose(conf, 650L << 20, graph, 1));
    assertEquals(RankMode.DISTRIBUTED, RankMode.choose(conf, 800L << 20, graph, 1));
    // Two threads decode lists of two million links.
    GraphMeta longLists = graph(3_000_000, 9_000_000, 2_000_000);
    assertEquals(RankMode.DISTRIBUTED, RankMode.choose(conf, 650L << 20, longLists, 1));
    for (RankMode mode : RankMode.values()) {
      conf.set(KernelKeys.MODE.name(), mode.toString());
      assertEquals(mode, RankMode.choose(conf, 800L << 20, graph, 1));
    }
  }

  @Test
  void tooSmallATaskIsAnErrorThatNamesTheSetting() {
    Configuration conf = cluster();
    conf.set("mapreduce.map.java.opts", "-Xmx80m");
    conf.set(KernelKeys.MODE.name(), "fused");
    GraphMeta graph = graph(1000, 0, 0);
    OrbException e =
        assertThrows(OrbException.class, () -> RankMode.choose(conf, 90L << 20, graph, 1));
    assertEquals(
        "fused mode needs 91 MB for this graph; of a task's heap of 80 MB, 54 MB are available:"
            + " raise mapreduce.map.memory.mb or -Xmx in mapreduce.map.java.opts, or leave"
            + " orbweaver.rank.mode at auto",
        e.getMessage());
    GraphMeta vast = graph(2_000_000_000, 20_000_000_000L, 1_500_000);
    e = assertThrows(OrbException.class, () -> RankMode.blocks(conf, vast, Direction.IN, false, 1));
    assertTrue(e.getMessage().startsWith("even distributed mode needs "), e.getMessage());
    assertTrue(e.getMessage().contains("mapreduce.map.memory.mb"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "     1000,         9000, 1, 1,  1",
    " 50000000,    430000000, 1, 2,  1",
    "100000000,   1000000000, 1, 3,  2",
    "100000000,   1000000000, 8, 13, 37",
    "1000000000, 10000000000, 1, 24, 24",
  })
  void blocksFillTheMemoryThatIsThere(int nodes, long arcs, int width, int tasks, int blocks) {
    Configuration conf = cluster();
    KernelKeys.THREADS.set(conf, 1);
    conf.set("mapreduce.map.java.opts", "-Xmx1g");
    RankMode.Blocks cut =
        RankMode.blocks(conf, graph(nodes, arcs, 1000), Direction.IN, false, width);
    assertEquals(tasks, (int) Math.ceil((double) nodes / cut.rows()), cut.toString());
    assertEquals(blocks, (int) Math.ceil((double) nodes / cut.columns()), cut.toString());
    assertTrue(8L * width * ((long) cut.columns() + cut.rows()) < .65 * (1 << 30), cut.toString());
    KernelKeys.BLOCK_PAGES.set(conf, 7);
    assertEquals(
        new RankMode.Blocks(7, 7),
        RankMode.blocks(conf, graph(nodes, arcs, 1000), Direction.IN, false, width));
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
    conf.set(KernelKeys.MODE.name(), "fast");
    OrbException e =
        assertThrows(OrbException.class, () -> RankMode.choose(conf, 1, graph(1, 0, 0), 1));
    assertEquals(
        "setting orbweaver.rank.mode: expected auto, fused or distributed, got 'fast'"
            + " (the program)",
        e.getMessage());
  }
}
