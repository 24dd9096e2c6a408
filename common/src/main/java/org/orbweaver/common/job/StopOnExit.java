package org.orbweaver.common.job;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills a job on the cluster when the user stops the command (Ctrl-C): a fetch that nobody waits
 * for would go on contacting hosts. A local job ends with the process.
 */
final class StopOnExit {
  private static final Logger LOG = LoggerFactory.getLogger(StopOnExit.class);

  private final Thread hook;

  StopOnExit(Job job, boolean local) {
    hook = local ? null : new Thread(() -> kill(job), "stop-job");
    if (hook != null) {
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  void cancel() {
    if (hook == null) {
      return;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the process is ending", e);
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
