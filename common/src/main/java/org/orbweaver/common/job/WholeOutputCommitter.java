package org.orbweaver.common.job;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.NamedCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.orbweaver.common.error.OrbException;

/**
 * Commits a job if the output of all its tasks is there, and else fails.
 *
 * <p>When a NodeManager dies and its containers live on, YARN starts a second application master,
 * which takes over what the tasks of the first have committed. The first then aborts, for which
 * Hadoop's committer removes the output of both; the second commits what the remaining tasks write,
 * and the job counts as successful without the rest.
 */
public final class WholeOutputCommitter extends FileOutputCommitter {
  /** For Hadoop, which creates it by reflection. */
  public WholeOutputCommitter(Path output, TaskAttemptContext context) throws IOException {
    super(output, context);
  }

  /** Makes this the committer of a job's files. */
  static void use(Configuration conf) {
    conf.set(
        PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS,
        PathOutputCommitterFactory.NAMED_COMMITTER_FACTORY);
    conf.set(NamedCommitterFactory.NAMED_COMMITTER_CLASS, WholeOutputCommitter.class.getName());
  }

  /** Creates the task's folder, so that also a task without a record leaves one. */
  @Override
  public void setupTask(TaskAttemptContext context) throws IOException {
    super.setupTask(context);
    if (context.getTaskAttemptID().getTaskType() == last(context)) {
      Path folder = getTaskAttemptPath(context);
      folder.getFileSystem(context.getConfiguration()).mkdirs(folder);
    }
  }

  @Override
  public void commitJob(JobContext context) throws IOException {
    Path committed = getJobAttemptPath(context);
    FileSystem fs = committed.getFileSystem(context.getConfiguration());
    String kind = last(context) == TaskType.REDUCE ? "_r_" : "_m_";
    long found =
        Arrays.stream(fs.listStatus(committed))
            .filter(task -> task.getPath().getName().contains(kind))
            .count();
    int tasks =
        last(context) == TaskType.REDUCE
            ? context.getNumReduceTasks()
            : context.getConfiguration().getInt(MRJobConfig.NUM_MAPS, 0);
    if (found < tasks) {
      throw OrbException.failed(
          "of "
              + tasks
              + " tasks, "
              + (tasks - found)
              + " have lost their output, as the application master was started again; run the"
              + " same command again");
    }
    super.commitJob(context);
  }

  /** Leaves the output, which may be another application master's by now, to the step's end. */
  @Override
  public void abortJob(JobContext context, JobStatus.State state) {}

  /** The tasks that write the job's output. */
  private static TaskType last(JobContext context) {
    return context.getNumReduceTasks() > 0 ? TaskType.REDUCE : TaskType.MAP;
  }
}
