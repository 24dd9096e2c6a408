package org.orbweaver.common.job;

import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;

/** The settings of jobs of all kinds. */
public final class JobKeys implements KeySource {
  @Heading("Jobs on a cluster")
  public static final Key<Integer> LOCAL_MAX_MB =
      Key.ofInt(
              "orbweaver.job.local.max.mb",
              64,
              "On a cluster, a job that reads at most this many megabytes runs in the command's own"
                  + " process instead: that takes a second, where YARN takes ten to start a job."
                  + " A fetch always goes to the cluster. 0: so does every other job.")
          .from(0)
          .local();

  public static final Key<Integer> MASTER_MAX_KB =
      Key.ofInt(
              "orbweaver.job.master.max.kb",
              64,
              "On a cluster, a fetch list of one part and at most this many kilobytes (thirty URLs"
                  + " each) is fetched within the job's application master, which saves the start"
                  + " of a task. If that fails, a task fetches what is left. 0: never.")
          .from(0)
          .local();

  /** For the service loader. */
  public JobKeys() {}
}
