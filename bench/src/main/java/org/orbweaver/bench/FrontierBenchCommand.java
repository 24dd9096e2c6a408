package org.orbweaver.bench;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Measures the frontier; called by {@code scripts/bench frontier}. */
@Command(
    name = "frontier",
    description = {
      "Measure the frontier with a million hosts.",
      "Measure the cost of picking the next URL among a million hosts, and pass ten million URLs of"
          + " a million hosts through a frontier in a JVM of 512 MB. Exits with 1 if a target"
          + " is missed."
    },
    footer = "  scripts/bench frontier")
public final class FrontierBenchCommand extends Bench {
  private static final String BACK_QUEUES = "125000";

  @Override
  protected void measure() throws Exception {
    String program = FrontierProgram.class.getName();
    Map<String, Double> pick = java(List.of("-Xmx2g"), program, "pick").figures();
    Map<String, Double> pass =
        java(List.of("-Xmx512m"), program, "pass", folder().toString(), BACK_QUEUES).figures();
    double picked = pick.get("frontier");
    double peer = pick.get("priorityQueue");
    report(
        new Figures()
            .add("hosts", "hosts", "%,.0f", FrontierProgram.HOSTS)
            .add("pickNs", "ns per pick", "%.0f", picked)
            .atMost("pickNs", 1000)
            .add("priorityQueueNs", "ns per pick, a PriorityQueue of objects", "%.0f", peer)
            .add("timesPriorityQueue", "  relative to it", "%.2f", picked / peer)
            .add("urls", "URLs passed with a heap of 512 MB", "%,.0f", pass.get("urls"))
            .add("seconds", "  seconds", "%.1f", pass.get("seconds"))
            .add("heapMb", "  MB of heap, maximum", "%,.0f", pass.get("heapMb"))
            .add("diskMb", "  MB on disk", "%,.0f", pass.get("diskMb")));
  }
}
