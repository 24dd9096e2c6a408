package org.orbweaver.crawler.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.crawler.fetch.LeastTime;
import org.orbweaver.crawler.plan.HostsOfListJob.HostPlan;

/**
 * The sums over a list's hosts, and the least time of the whole: that of the slowest host, or that
 * of all tasks, if there are more than can run at a time.
 *
 * <p>The number of back queues sets no such limit: a host that must be left alone may leave its
 * queue meanwhile, and come back.
 */
final class Plan {
  /** The factor that decides the least time. */
  enum Limit {
    /** Nothing: no request has to wait. */
    NOTHING,
    /** One host. */
    HOST,
    /** Tasks that run one after the other. */
    TASKS
  }

  /** A host of the list. */
  record PlannedHost(String name, HostPlan plan) {
    /** Orders by least time, the longest first. */
    static final Comparator<PlannedHost> ORDER =
        Comparator.<PlannedHost>comparingLong(host -> -host.plan.bound().leastMs())
            .thenComparingLong(host -> -host.plan.urls())
            .thenComparing(PlannedHost::name);
  }

  final int tasksAtATime;
  private final long[] slowestMs;
  private final long[] busyMs;
  private final HostPlan total = new HostPlan();
  private final TopList<PlannedHost> top;
  long hosts;

  /** Pages that will be requested, as far as that is known. */
  long requests;

  private long robotsFiles;

  /** Deferred: no time, or their hosts must be left alone. */
  long deferred;

  /** When the first host that must be left alone may be contacted; 0: there is none. */
  long until;

  /**
   * A plan without hosts.
   *
   * @param tasksAtATime 0: all
   * @param shown how many hosts to keep, those that take longest
   */
  Plan(int parts, int tasksAtATime, int shown) {
    this.tasksAtATime = tasksAtATime;
    this.slowestMs = new long[parts];
    this.busyMs = new long[parts];
    this.top = new TopList<>(PlannedHost.ORDER, Math.max(1, shown));
  }

  /** An empty plan with the configured number of tasks at a time. */
  static Plan of(Configuration conf, int parts, int shown) {
    int cores = Runtime.getRuntime().availableProcessors();
    int tasks =
        JobRunner.isLocal(conf) ? conf.getInt("mapreduce.local.map.tasks.maximum", cores) : 0;
    return new Plan(parts, tasks, shown);
  }

  void add(PlannedHost host) {
    HostPlan plan = host.plan();
    LeastTime.Bound bound = plan.bound();
    hosts++;
    requests += bound.requests();
    total.add(plan);
    deferred += bound.deferred();
    if (bound.requests() > 0) {
      robotsFiles += plan.robotsFiles();
    }
    if (bound.until() > 0 && (until == 0 || bound.until() < until)) {
      until = bound.until();
    }
    slowestMs[plan.part()] = Math.max(slowestMs[plan.part()], bound.leastMs());
    // A host's initial wait passes while its task waits for its turn.
    busyMs[plan.part()] = Math.max(busyMs[plan.part()], bound.leastMs() - bound.waitMs());
    top.add(host);
  }

  /** The hosts that take longest, the slowest first. */
  List<PlannedHost> top() {
    return top.list();
  }

  private long slowestHostMs() {
    return Arrays.stream(slowestMs).max().orElse(0);
  }

  private long allTasksMs() {
    return tasksAtATime == 0 ? 0 : Arrays.stream(busyMs).sum() / tasksAtATime;
  }

  /** The least time of the whole, milliseconds. */
  long leastMs() {
    return Math.max(slowestHostMs(), allTasksMs());
  }

  /** The factor that decides it. */
  Limit limit() {
    if (leastMs() == 0) {
      return Limit.NOTHING;
    }
    return allTasksMs() > slowestHostMs() ? Limit.TASKS : Limit.HOST;
  }

  long robotsFiles() {
    return robotsFiles;
  }

  /** URLs left out: denied, unreachable or refused. */
  long count(LeastTime.Fate fate) {
    return total.count(fate);
  }
}
