package org.orbweaver.common.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbweaver.common.error.OrbException;

/** The calls of two application masters of a job, of which the first lives on. */
class WholeOutputCommitterTest {
  private static final int TASKS = 2;

  @TempDir private java.nio.file.Path folder;

  private TaskAttemptContext task(TaskType type, int number, int master) throws IOException {
    Configuration conf = new Configuration();
    WholeOutputCommitter.use(conf);
    conf.setInt(MRJobConfig.APPLICATION_ATTEMPT_ID, master);
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);
    Job job = Job.getInstance(conf);
    job.setNumReduceTasks(type == TaskType.MAP ? 0 : TASKS);
    job.getConfiguration().setInt(MRJobConfig.NUM_MAPS, TASKS);
    TextOutputFormat.setOutputPath(job, new Path(folder.resolve("out").toUri()));
    return new TaskAttemptContextImpl(
        job.getConfiguration(),
        new TaskAttemptID(new TaskID(new JobID("test", 1), type, number), 1000 * (master - 1)));
  }

  private static WholeOutputCommitter committer(TaskAttemptContext context) throws IOException {
    return assertInstanceOf(
        WholeOutputCommitter.class, new TextOutputFormat<>().getOutputCommitter(context));
  }

  private static void run(TaskAttemptContext task, boolean writes) throws IOException {
    WholeOutputCommitter committer = committer(task);
    committer.setupTask(task);
    if (writes) {
      Path file = new TextOutputFormat<>().getDefaultWorkFile(task, "");
      FileSystem.getLocal(task.getConfiguration()).create(file).close();
    }
    assertTrue(committer.needsTaskCommit(task));
    committer.commitTask(task);
  }

  private List<String> output() {
    return Arrays.stream(folder.resolve("out").toFile().list())
        .filter(name -> name.startsWith("part-") && !name.endsWith(".crc"))
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = TaskType.class,
      names = {"MAP", "REDUCE"})
  void anAbortingMasterTakesNothingFromTheNext(TaskType type) throws IOException {
    TaskAttemptContext before = task(type, 0, 1);
    committer(before).setupJob(before);
    run(before, true);
    TaskAttemptContext after = task(type, 0, 2);
    committer(after).setupJob(after);
    committer(after).recoverTask(after);
    committer(before).abortJob(before, JobStatus.State.KILLED);
    run(task(type, 1, 2), true);
    committer(after).commitJob(after);
    String kind = type == TaskType.MAP ? "m" : "r";
    assertEquals(List.of("part-" + kind + "-00000", "part-" + kind + "-00001"), output());
  }

  @ParameterizedTest
  @EnumSource(
      value = TaskType.class,
      names = {"MAP", "REDUCE"})
  void aJobWithoutTheOutputOfATaskFails(TaskType type) throws IOException {
    TaskAttemptContext first = task(type, 0, 1);
    committer(first).setupJob(first);
    run(first, true);
    OrbException e = assertThrows(OrbException.class, () -> committer(first).commitJob(first));
    assertEquals(
        "the output of 1 of 2 tasks is missing, as can happen when a node is lost; run the same"
            + " command again",
        e.getMessage());
    run(task(type, 1, 1), true);
    committer(first).commitJob(first);
    assertEquals(TASKS, output().size());
    // Now the folder of the committed tasks is gone.
    assertThrows(OrbException.class, () -> committer(first).commitJob(first));
  }

  @Test
  void aTaskMayHaveNothingToWrite() throws IOException {
    TaskAttemptContext first = task(TaskType.REDUCE, 0, 1);
    committer(first).setupJob(first);
    run(first, false);
    run(task(TaskType.REDUCE, 1, 1), true);
    committer(first).commitJob(first);
    assertEquals(List.of("part-r-00001"), output());
  }

  @Test
  void aMapBeforeReducesLeavesNoFolder() throws IOException {
    TaskAttemptContext reduce = task(TaskType.REDUCE, 0, 1);
    TaskAttemptContext map =
        new TaskAttemptContextImpl(
            reduce.getConfiguration(),
            new TaskAttemptID(new TaskID(new JobID("test", 1), TaskType.MAP, 0), 0));
    committer(map).setupTask(map);
    assertEquals(false, committer(map).needsTaskCommit(map));
  }
}
