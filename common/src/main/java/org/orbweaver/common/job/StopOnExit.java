package org.orbweaver.common.job;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills a job on the cluster when the wait for it ends early: the user stops the command (Ctrl-C),
 * or an error occurs. A local job ends with the process.
 */
final class StopOnExit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StopOnExit.class);

  private final Job job;
  private final Thread hook;
  private boolean armed;

  StopOnExit(Job job, boolean local) {
    this.job = job;
    this.hook = local ? null : new Thread(() -> kill(job), "stop-job");
    this.armed = !local;
    if (hook != null) {
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  /** To be called when the job has ended. */
  void disarm() {
    armed = false;
  }

  @Override
  public void close() {
    if (hook == null) {
      return;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the process is ending; the hook does it", e);
      return;
    }
    if (armed) {
      kill(job);
    }
  }

  private static void kill(Job job) {
    try {
      if (!job.isComplete()) {
        job.killJob();
      }
    } catch (IOException e) {
      LOG.warn("could not kill {}", job.getJobName(), e);
    }
  }
}
