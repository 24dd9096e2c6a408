package org.orbweaver.common.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

/**
 * Jobs of a crawl that still run on the cluster after the command that submitted them has died
 * (kill -9 runs no shutdown hook). A process that gets the crawl's lock ends them before anything
 * else: they would contact the same hosts, and write to the same staging while it is being cleared.
 * If the ResourceManager cannot be reached at that moment, they are ended before the first job is
 * submitted.
 *
 * <p>They are identified by a tag that {@link #tag} gives to all jobs of a crawl.
 */
public final class StrayJobs {
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long POLL_MILLIS = 250;

  /** NodeManagers learn at their next heartbeat, each second, that containers are to end. */
  private static final long CONTAINERS_MILLIS = 2_500;

  private StrayJobs() {}

  /** Tags all jobs made from {@code conf} as jobs of the crawl in {@code root}. */
  public static void tag(Configuration conf, Path root) {
    UUID id = UUID.nameUUIDFromBytes(root.toString().getBytes(StandardCharsets.UTF_8));
    conf.set(MRJobConfig.JOB_TAGS, "orbweaver-" + id);
  }

  /**
   * Ends them if jobs go to a cluster that can be reached.
   *
   * @throws OrbException (failed) if they do not end
   */
  public static void killReachable(Configuration conf, Console console) throws IOException {
    if (ClusterProbe.isLocal(conf) || !ClusterProbe.hasResourceManager(conf)) {
      return;
    }
    try {
      kill(conf, console);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OrbException.failed("interrupted while ending the jobs of a dead run", e);
    }
  }

  /**
   * Ends the jobs with the tag of {@code conf}, and waits until they have ended.
   *
   * @throws OrbException (failed) if they do not end
   */
  public static void kill(Configuration conf, Console console)
      throws IOException, InterruptedException {
    String tag = conf.get(MRJobConfig.JOB_TAGS);
    if (tag == null) {
      return;
    }
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
      List<ApplicationReport> left = running(yarn, tag);
      boolean any = !left.isEmpty();
      while (!left.isEmpty()) {
        for (ApplicationReport job : left) {
          console.info(
              "ending "
                  + job.getApplicationId()
                  + " ("
                  + job.getName()
                  + "), left behind by a dead run");
          yarn.killApplication(job.getApplicationId());
        }
        if (System.nanoTime() > deadline) {
          throw OrbException.failed(
              left.get(0).getApplicationId()
                  + ", left behind by a dead run, does not stop; kill it");
        }
        Thread.sleep(POLL_MILLIS);
        left = running(yarn, tag);
      }
      if (any) {
        Thread.sleep(CONTAINERS_MILLIS);
      }
    } catch (YarnException e) {
      throw OrbException.failed(
          "cannot look for jobs left behind by a dead run: " + e.getMessage(), e);
    }
  }

  private static List<ApplicationReport> running(YarnClient yarn, String tag)
      throws IOException, YarnException {
    GetApplicationsRequest request =
        GetApplicationsRequest.newInstance(
            EnumSet.of(
                YarnApplicationState.NEW,
                YarnApplicationState.NEW_SAVING,
                YarnApplicationState.SUBMITTED,
                YarnApplicationState.ACCEPTED,
                YarnApplicationState.RUNNING));
    request.setApplicationTags(Set.of(tag));
    return yarn.getApplications(request);
  }
}
