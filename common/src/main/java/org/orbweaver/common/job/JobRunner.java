package org.orbweaver.common.job;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.ClusterProbe;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.StrayJobs;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Progress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and runs MapReduce jobs.
 *
 * <p>A job created here commits by algorithm 1 (2 is unsafe when a task's commit fails), writes no
 * {@code _SUCCESS} (Nutch's readers stumble over it), runs no speculative attempts unless asked
 * (two attempts of a fetch would contact the same host), and takes its module's job jar along to a
 * cluster.
 */
public final class JobRunner {
  /**
   * The folder that the program runs from; the modules' job jars are in its {@code jobs}. Unset
   * under {@code hadoop jar}.
   */
  public static final String HOME_PROPERTY = "orbweaver.home";

  private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);

  /** Local jobs whose metrics are kept at most; starting Hadoop's metrics again has a cost. */
  static final int METRICS_OF_JOBS = 20;

  private static final AtomicInteger LOCAL_JOBS = new AtomicInteger();

  /** Set for a small job that runs in this process although there is a cluster. */
  private static final String BESIDE_CLUSTER = "orbweaver.internal.job.beside.cluster";

  /** True for a job of a few records, see {@link MemoryRunner}. */
  private static final String IN_MEMORY = "orbweaver.internal.job.in.memory";

  /** Compressed input size limit; {@link MemoryRunner} limits the mappers' output. */
  private static final long IN_MEMORY_BYTES = 1 << 19;

  private static final String IN_MEMORY_MAX_BYTES = "orbweaver.internal.job.in.memory.max.bytes";

  /** A process that lives for seconds spends more on the optimising compiler (C2) than it saves. */
  private static final String C1_ONLY = "-XX:TieredStopAtLevel=1";

  /** What YARN says before a cause: which application failed how often, and the time. */
  private static final Pattern BEFORE_CAUSE =
      Pattern.compile(
          "^(.*?Diagnostics: )?\\[[-0-9 :.]+\\](?!Exception from container-launch)",
          Pattern.DOTALL);

  private static final long LOCAL_REPORT_MILLIS = 1000;
  private static final long LOCAL_POLL_MILLIS = 10;
  private static final long CLUSTER_POLL_MILLIS = 500;

  private JobRunner() {}

  /** True if jobs run in this process. */
  public static boolean isLocal(Configuration conf) {
    return ClusterProbe.isLocal(conf);
  }

  /**
   * Creates a job that reads from the session's crawl.
   *
   * @param reads the job's whole input; if empty, the whole crawl directory
   */
  public static Job newJob(Session session, String name, Class<?> inJobJar, Path... reads)
      throws IOException {
    Path[] all = reads.length > 0 ? reads : new Path[] {session.dir().root()};
    return newJob(session.conf(), name, inJobJar, all);
  }

  /**
   * Creates a job with the settings that all jobs share. A job with little input does not go to the
   * cluster: it runs in this process, against the cluster's file system. One with very little input
   * runs without Hadoop's runner, whose overhead exceeds the job's own time.
   *
   * @param conf copied
   * @param inJobJar a class of the module whose job jar the tasks need
   * @param reads the job's whole input; if empty, the job goes to the cluster if there is one
   */
  public static Job newJob(Configuration conf, String name, Class<?> inJobJar, Path... reads)
      throws IOException {
    Job job = Job.getInstance(conf, name);
    Configuration own = job.getConfiguration();
    // Others may read a job's configuration; what a task needs of them, its job gives it apart.
    KeySource.all().stream().filter(Key::isSecret).forEach(key -> own.unset(key.name()));
    own.setInt("mapreduce.fileoutputcommitter.algorithm.version", 1);
    own.setBoolean("mapreduce.fileoutputcommitter.marksuccessfuljobs", false);
    own.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    own.setBoolean(MRJobConfig.REDUCE_SPECULATIVE, false);
    if (!isLocal(own) && isSmall(own, reads)) {
      own.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
      own.setBoolean(BESIDE_CLUSTER, true);
      // The cluster's value may be meant for a container with one task.
      own.setInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB);
    }
    if (isLocal(own)) {
      ScratchFolder.useFor(own);
      int cores = Runtime.getRuntime().availableProcessors();
      own.setIfUnset("mapreduce.local.map.tasks.maximum", Integer.toString(cores));
      own.setIfUnset("mapreduce.local.reduce.tasks.maximum", Integer.toString(cores));
      // By default a task reports its progress only every six seconds.
      own.setLong(MRJobConfig.TASK_PROGRESS_REPORT_INTERVAL, LOCAL_REPORT_MILLIS);
      long limit = own.getLong(IN_MEMORY_MAX_BYTES, IN_MEMORY_BYTES);
      own.setBoolean(IN_MEMORY, reads.length > 0 && size(own, reads) <= limit);
    } else {
      WholeOutputCommitter.use(own);
      JobJar.ship(job, inJobJar);
    }
    return job;
  }

  private static boolean isSmall(Configuration conf, Path... reads) throws IOException {
    long limit = (long) JobKeys.LOCAL_MAX_MB.get(conf) << 20;
    return limit > 0 && reads.length > 0 && size(conf, reads) <= limit;
  }

  /** The bytes of some files and folders; 0 of one that does not exist. */
  public static long size(Configuration conf, Path... reads) throws IOException {
    long size = 0;
    for (Path path : reads) {
      FileSystem fs = path.getFileSystem(conf);
      size += fs.exists(path) ? fs.getContentSummary(path).getLength() : 0;
    }
    return size;
  }

  /**
   * Lets Hadoop's runner run a local job, however little it reads: a record may take long, so that
   * the job needs progress and several tasks.
   */
  public static void inTasks(Job job) {
    job.getConfiguration().unset(IN_MEMORY);
  }

  /**
   * Lets a map-only job of one task, with little input, run inside its application master on the
   * cluster: no container has to start for the task. If the task fails, the job fails without
   * further attempts. The master compiles with C1 only, unless its options choose otherwise.
   *
   * @param reads the job's whole input
   * @return true if it may; always false if jobs run in this process
   */
  public static boolean inMasterIfSmall(Job job, Path... reads) throws IOException {
    JobConf conf = (JobConf) job.getConfiguration();
    if (isLocal(conf) || size(conf, reads) > (long) JobKeys.MASTER_MAX_KB.get(conf) << 10) {
      return false;
    }
    conf.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, true);
    conf.setInt(MRJobConfig.JOB_UBERTASK_MAXMAPS, 1);
    // Hadoop requires the master's memory to suffice for the task.
    int master = conf.getInt(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB);
    int task = conf.getMemoryRequired(TaskType.MAP);
    conf.setInt(MRJobConfig.MR_AM_VMEM_MB, Math.max(master, task));
    // First, so that the options of the user and of the cluster win.
    String options =
        conf.get(MRJobConfig.MR_AM_COMMAND_OPTS, MRJobConfig.DEFAULT_MR_AM_COMMAND_OPTS);
    conf.set(MRJobConfig.MR_AM_COMMAND_OPTS, C1_ONLY + " " + options);
    return true;
  }

  /** Adds JVM options for map tasks on a cluster; those of the user and of the cluster win. */
  public static void addMapOptions(Job job, String options) {
    Configuration conf = job.getConfiguration();
    String others = conf.get(MRJobConfig.MAP_JAVA_OPTS, conf.get("mapred.child.java.opts", ""));
    conf.set(MRJobConfig.MAP_JAVA_OPTS, (options + " " + others).strip());
  }

  /**
   * Creates a folder outside any crawl for data that jobs hand to this process: on the local disk
   * if jobs run here, else where tasks reach it. Deleted by the caller, or at the end of the
   * process.
   *
   * @param fs the crawl's file system
   * @param name part of the folder's name
   */
  public static Path workFolder(Configuration conf, FileSystem fs, String name) throws IOException {
    Path folder;
    if (isLocal(conf)) {
      folder = new Path(java.nio.file.Files.createTempDirectory("orb-" + name + "-").toUri());
    } else {
      folder = new Path(fs.getHomeDirectory(), ".orb-" + name + "-" + UUID.randomUUID());
      fs.mkdirs(folder, new FsPermission((short) 0700));
    }
    folder.getFileSystem(conf).deleteOnExit(folder);
    return folder;
  }

  /**
   * Runs a job to its end and shows its progress.
   *
   * @return its counters
   * @throws OrbException (failed) with the first failed task's error, if the job fails
   */
  @AllowForbidden("this is the one place that submits")
  public static Counters run(Job job, Console console) throws IOException {
    Configuration conf = job.getConfiguration();
    boolean local = isLocal(conf);
    try (Progress progress = console.progress(job.getJobName());
        LocalRunnerLog log = new LocalRunnerLog(local)) {
      if (!local || conf.getBoolean(BESIDE_CLUSTER, false)) {
        ClusterProbe.requireResourceManager(conf);
        StrayJobs.kill(conf, console);
      }
      if (conf.getBoolean(IN_MEMORY, false)) {
        try {
          return runInMemory(job);
        } catch (MemoryRunner.TooLargeException e) {
          LOG.debug("{} does not fit into memory", job.getJobName());
        }
      }
      if (!local) {
        // Not earlier: the command itself needs the plugins where they are.
        JobJar.shipPlugins(job);
      }
      job.submit();
      // If the wait ends early, the job must not go on running: it would contact hosts and write
      // where the next run writes.
      try (StopOnExit stop = new StopOnExit(job, local);
          RunningTasks tasks = new RunningTasks(conf, job.getJobID())) {
        while (!job.isComplete()) {
          if (progress.isDue()) {
            progress.update(state(job, local ? log::status : tasks::text));
          }
          Thread.sleep(local ? LOCAL_POLL_MILLIS : CLUSTER_POLL_MILLIS);
        }
        stop.disarm();
      }
      if (local) {
        ScratchFolder.removeJob(conf, job.getJobID().toString());
        dropMetrics();
      }
      if (!job.isSuccessful()) {
        throw failure(job, log);
      }
      return job.getCounters();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OrbException.failed(job.getJobName() + " was interrupted", e);
    } catch (IOException e) {
      if (local) {
        throw e;
      }
      String reason = Failure.reason(e);
      String lost =
          Failure.isNoDataNode(e)
              ? job.getJobName() + ": " + reason
              : "lost contact with "
                  + job.getJobName()
                  + " on YARN ("
                  + reason
                  + "): "
                  + ClusterProbe.AGAIN;
      throw OrbException.failed(ClusterProbe.outage(conf).orElse(lost), e);
    } catch (ClassNotFoundException e) {
      throw OrbException.failed(job.getJobName() + ": a class is missing: " + e.getMessage(), e);
    }
  }

  /**
   * Hadoop's local runner registers metrics for each job and reduce task, and never removes them.
   */
  private static void dropMetrics() {
    if (LOCAL_JOBS.incrementAndGet() % METRICS_OF_JOBS == 0) {
      DefaultMetricsSystem.shutdown();
    }
  }

  private static Counters runInMemory(Job job)
      throws InterruptedException, MemoryRunner.TooLargeException {
    try {
      return MemoryRunner.run(job);
    } catch (InterruptedException | MemoryRunner.TooLargeException e) {
      throw e;
    } catch (Exception e) { // whatever a task throws
      throw failure(job, e);
    }
  }

  private static String state(Job job, Supplier<String> said) throws IOException {
    float map = job.mapProgress() * 100;
    float reduce = job.reduceProgress() * 100;
    if (job.getNumReduceTasks() > 0) {
      return String.format(Locale.ROOT, "map %.0f %%, reduce %.0f %%", map, reduce);
    }
    String text = said.get();
    return String.format(Locale.ROOT, "%.0f %%", map) + (text.isEmpty() ? "" : ", " + text);
  }

  private static OrbException failure(Job job, LocalRunnerLog log)
      throws IOException, InterruptedException {
    Throwable cause = log.first();
    if (cause != null) {
      return failure(job, cause);
    }
    Optional<String> outage = ClusterProbe.outage(job.getConfiguration());
    return OrbException.failed(
        outage.isPresent() ? outage.get() : job.getJobName() + " failed: " + diagnosis(job));
  }

  private static OrbException failure(Job job, Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof OrbException known) {
        return OrbException.failed(job.getJobName() + ": " + known.getMessage(), cause);
      }
    }
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return OrbException.failed(
        job.getJobName() + " failed: " + oneLine(Failure.reason(root)), cause);
  }

  private static String diagnosis(Job job) throws IOException, InterruptedException {
    for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, 10_000)) {
      if (event.getStatus() == TaskCompletionEvent.Status.FAILED
          || event.getStatus() == TaskCompletionEvent.Status.TIPFAILED) {
        String[] messages = job.getTaskDiagnostics(event.getTaskAttemptId());
        if (messages.length > 0) {
          return event.getTaskAttemptId() + ": " + reason(messages[0]);
        }
      }
    }
    String info = job.getStatus().getFailureInfo();
    return reason(info == null ? "" : info) + " (" + job.getTrackingURL() + ")";
  }

  /** The reason that YARN gives: its first cause, as far as it has any. */
  static String reason(String said) {
    return Failure.reason(new IOException(rootOf(BEFORE_CAUSE.matcher(said).replaceFirst(""))));
  }

  /** The last «Caused by» of a printed stack trace, or its first line. */
  private static String rootOf(String trace) {
    String found = null;
    for (String line : trace.lines().toList()) {
      if (line.contains(OrbException.class.getSimpleName() + ": ")) {
        return line.substring(line.indexOf("OrbException: ") + "OrbException: ".length());
      }
      if ((found == null && !line.isBlank()) || line.startsWith("Caused by: ")) {
        found = line.replaceFirst("^Caused by: ", "");
      }
    }
    return found == null ? "no reason given" : found;
  }

  private static String oneLine(String text) {
    return text.lines().findFirst().orElse("").strip();
  }
}
