package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The iterations of a fused task: up to k, fewer when the {@link StopRule} is content. */
public final class FusedLoop {

  private static final String TOLERANCE = "orbweaver.internal.rank.tolerance";
  private static final String LIMIT = "orbweaver.internal.rank.limit";
  private static final String EXACTLY = "orbweaver.internal.rank.exactly";
  private static final String PATIENCE = "orbweaver.internal.rank.patience";

  /** One iteration of a ranking. */
  public interface Body {
    /** Makes it with the help of {@code workers}. */
    Iteration iterate(Workers workers) throws IOException;

    /** What the rule says of the history that {@link #iterate} has lengthened. */
    default StopRule.Verdict after(StopRule rule, List<Iteration> history) {
      return rule.after(history);
    }
  }

  private FusedLoop() {}

  /** Gives the rule to the tasks that see {@code conf}. */
  public static void setRule(Configuration conf, StopRule rule) {
    conf.setDouble(TOLERANCE, rule.tolerance());
    conf.setInt(LIMIT, rule.limit());
    conf.setBoolean(EXACTLY, rule.exactly());
    conf.setInt(PATIENCE, rule.patience());
  }

  /** In a task: the rule. */
  public static StopRule rule(Configuration conf) {
    return new StopRule(
        conf.getDouble(TOLERANCE, 0),
        conf.getInt(LIMIT, 0),
        conf.getBoolean(EXACTLY, false),
        conf.getInt(PATIENCE, 0));
  }

  /**
   * Iterates.
   *
   * @param before the history up to now
   * @param heartbeat called after each iteration
   * @return the new iterations, one at least
   */
  public static List<Iteration> run(
      Configuration conf, List<Iteration> before, Runnable heartbeat, Body body)
      throws IOException {
    StopRule rule = rule(conf);
    int most = KernelKeys.ITERATIONS_PER_JOB.get(conf);
    List<Iteration> history = new ArrayList<>(before);
    try (Workers workers = new Workers(KernelKeys.threads(conf))) {
      do {
        history.add(body.iterate(workers));
        heartbeat.run();
      } while (history.size() - before.size() < most && body.after(rule, history).goesOn());
    }
    return List.copyOf(history.subList(before.size(), history.size()));
  }
}
