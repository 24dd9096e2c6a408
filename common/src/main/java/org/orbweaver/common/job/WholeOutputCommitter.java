package org.orbweaver.common.job;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.NamedCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Count;

/**
 * Commits a job if the output of all its tasks is there, and else fails.
 *
 * <p>When a NodeManager dies and its containers live on, YARN starts a second application master,
 * which takes over what the tasks of the first have committed. If the first then aborts the job,
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

  /** Creates the task's folder, so that even a task without a record leaves one. */
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
    TaskType type = last(context);
    int tasks =
        type == TaskType.REDUCE
            ? context.getNumReduceTasks()
            : context.getConfiguration().getInt(MRJobConfig.NUM_MAPS, 0);
    // As Hadoop names the folders of committed tasks.
    String kind = "_" + TaskID.getRepresentingCharacter(type) + "_";
    FileStatus[] found = fs.globStatus(new Path(committed, "task_*" + kind + "*"));
    if (found.length < tasks) {
      throw OrbException.failed(
          "the output of "
              + (tasks - found.length)
              + " of "
              + Count.of(tasks, "task")
              + " is missing, as can happen when a node is lost; run the same command again");
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
