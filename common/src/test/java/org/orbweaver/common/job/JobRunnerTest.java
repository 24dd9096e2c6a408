package org.orbweaver.common.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

class JobRunnerTest {
  @TempDir private Path folder;

  static final class Lines extends Mapper<LongWritable, Text, Text, NullWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (line.toString().equals("bad")) {
        throw OrbException.failed("line 2 is bad");
      }
      if (line.toString().equals("worse")) {
        throw new IllegalStateException("worse still");
      }
      int copies = line.toString().equals("large") ? 100 : 1;
      for (int i = 0; i < copies; i++) {
        context.write(copies == 1 ? line : new Text("x".repeat(1 << 20)), NullWritable.get());
      }
    }
  }

  @Test
  void runsAndCountsWithoutMarkerFile() throws Exception {
    Counters counters = JobRunner.run(job("a\nb\n"), Console.silent());
    assertEquals(2, counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue());
    assertTrue(Files.exists(folder.resolve("out/part-m-00000")));
    assertFalse(Files.exists(folder.resolve("out/_SUCCESS")));
  }

  /** Must not contact the cluster: there is none. */
  @Test
  void aSmallJobOfAClusterRunsHere() throws Exception {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "yarn");
    Path few = Files.write(folder.resolve("few"), new byte[1 << 20]);
    Path many = Files.write(folder.resolve("many"), new byte[3 << 20]);
    JobKeys.LOCAL_MAX_MB.set(conf, 3);
    assertTrue(isLocal(conf, few));
    assertTrue(isLocal(conf, few, folder.resolve("missing")));
    assertTrue(isLocal(conf, many));
    assertFalse(isLocal(conf, few, many));
    assertFalse(isLocal(conf), "nothing is said of what it reads");
    JobKeys.LOCAL_MAX_MB.set(conf, 0);
    assertFalse(isLocal(conf, folder.resolve("missing")));
  }

  @Test
  void aSmallJobOfOneTaskRunsInItsMaster() throws Exception {
    Configuration conf = new Configuration();
    Job local = JobRunner.newJob(conf, "a job", JobRunnerTest.class);
    org.apache.hadoop.fs.Path list = path(Files.write(folder.resolve("list"), new byte[1 << 10]));
    assertFalse(JobRunner.inMasterIfSmall(local, list), "there is no master");
    conf.set("mapreduce.framework.name", "yarn");
    conf.setInt("mapreduce.map.memory.mb", 3000);
    String master = "yarn.app.mapreduce.am.command-opts";
    Job small = JobRunner.newJob(conf, "a job", JobRunnerTest.class);
    assertTrue(JobRunner.inMasterIfSmall(small, list));
    assertTrue(small.getConfiguration().getBoolean("mapreduce.job.ubertask.enable", false));
    assertEquals(3000, small.getConfiguration().getInt("yarn.app.mapreduce.am.resource.mb", 0));
    assertEquals("-XX:TieredStopAtLevel=1 -Xmx1024m", small.getConfiguration().get(master));
    Files.write(folder.resolve("list"), new byte[(64 << 10) + 1]);
    conf.set(master, "-Xmx2g -XX:TieredStopAtLevel=4");
    Job large = JobRunner.newJob(conf, "a job", JobRunnerTest.class);
    assertFalse(JobRunner.inMasterIfSmall(large, list));
    assertEquals("-Xmx2g -XX:TieredStopAtLevel=4", large.getConfiguration().get(master));
    Files.write(folder.resolve("list"), new byte[1 << 10]);
    assertTrue(JobRunner.inMasterIfSmall(large, list));
    assertTrue(
        large.getConfiguration().get(master).endsWith(" -XX:TieredStopAtLevel=4"),
        "the user's option is the last, which wins");
  }

  @Test
  void theUsersOptionsOfATaskComeLast() throws Exception {
    Configuration conf = new Configuration();
    String tasks = "mapreduce.map.java.opts";
    Job job = JobRunner.newJob(conf, "a job", JobRunnerTest.class);
    JobRunner.addMapOptions(job, "-Dours");
    assertEquals("-Dours", job.getConfiguration().get(tasks));
    conf.set("mapred.child.java.opts", "-Xmx900m");
    job = JobRunner.newJob(conf, "a job", JobRunnerTest.class);
    JobRunner.addMapOptions(job, "-Dours");
    assertEquals("-Dours -Xmx900m", job.getConfiguration().get(tasks));
    conf.set(tasks, "-Xmx800m");
    job = JobRunner.newJob(conf, "a job", JobRunnerTest.class);
    JobRunner.addMapOptions(job, "-Dours");
    assertEquals("-Dours -Xmx800m", job.getConfiguration().get(tasks));
  }

  private static org.apache.hadoop.fs.Path path(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  private static boolean isLocal(Configuration conf, Path... reads) throws IOException {
    var paths = Stream.of(reads).map(JobRunnerTest::path).toArray(org.apache.hadoop.fs.Path[]::new);
    Job job = JobRunner.newJob(conf, "a job", JobRunnerTest.class, paths);
    return JobRunner.isLocal(job.getConfiguration());
  }

  @Test
  void aTaskErrorBecomesTheJobs() throws Exception {
    Job job = job("a\nbad\n");
    OrbException e = assertThrows(OrbException.class, () -> JobRunner.run(job, Console.silent()));
    assertEquals("lines: line 2 is bad", e.getMessage());
  }

  @Test
  void anUnforeseenTaskErrorIsNamed() throws Exception {
    Job job = job("worse\n");
    OrbException e = assertThrows(OrbException.class, () -> JobRunner.run(job, Console.silent()));
    assertTrue(e.getMessage().contains("worse still"), e.getMessage());
  }

  private Job job(String input, org.apache.hadoop.fs.Path... reads) throws IOException {
    Files.writeString(folder.resolve("in"), input);
    Job job = JobRunner.newJob(new Configuration(), "lines", JobRunnerTest.class, reads);
    job.setMapperClass(Lines.class);
    job.setNumReduceTasks(0);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(folder + "/in"));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(folder + "/out"));
    return job;
  }

  /** Reads one record, and leaves the rest of its input on the disk. */
  static final class First extends Reducer<Text, NullWritable, Text, NullWritable> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      if (context.nextKey()) {
        context.write(context.getCurrentKey(), NullWritable.get());
      }
    }
  }

  @Test
  void nothingIsLeftOfALocalJobWhoseReducerEndsEarly() throws Exception {
    Job job = job("b\na\nc\n");
    job.setReducerClass(First.class);
    job.setNumReduceTasks(1);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(NullWritable.class);
    Path local = Files.createDirectory(folder.resolve("local"));
    job.getConfiguration().set("mapreduce.cluster.local.dir", local.toString());
    Path staging = Files.createDirectory(folder.resolve("staging"));
    job.getConfiguration().set("mapreduce.jobtracker.staging.root.dir", staging.toString());
    assertEquals(1, reduced(JobRunner.run(job, Console.silent())));
    assertEquals(0, staging.toFile().list().length);
    try (Stream<Path> left = Files.walk(local)) {
      assertEquals(List.of(), left.filter(path -> path.toString().contains("job_")).toList());
    }
  }

  @Test
  void metricsOfLocalJobsDoNotPileUp() throws Exception {
    ObjectName metrics = new ObjectName("Hadoop:service=JobTracker,name=LocalJobRunnerMetrics*");
    for (int i = 0; i <= JobRunner.METRICS_OF_JOBS; i++) {
      Job job = job("a\n");
      FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(folder + "/out" + i));
      JobRunner.run(job, Console.silent());
      Set<ObjectName> kept = ManagementFactory.getPlatformMBeanServer().queryNames(metrics, null);
      assertTrue(kept.size() <= JobRunner.METRICS_OF_JOBS, () -> kept.size() + " are kept");
    }
  }

  private static long reduced(Counters counters) {
    return counters.findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue();
  }

  @Test
  void aFewRecordsAreReducedInMemory() throws Exception {
    Counters counters = JobRunner.run(inMemory("b\na\nb\nc\n"), Console.silent());
    assertEquals(4, counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue());
    assertEquals(4, counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue());
    assertEquals(3, counters.findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue());
    try (Stream<Path> parts = Files.list(folder.resolve("out"))) {
      List<String> lines = new ArrayList<>();
      for (Path part : parts.filter(path -> !path.toString().endsWith(".crc")).sorted().toList()) {
        lines.add(part.getFileName().toString());
        lines.addAll(Files.readAllLines(part));
      }
      assertEquals(List.of("part-r-00000", "a", "c", "part-r-00001", "b"), lines);
    }
  }

  @Test
  void aJobWithoutReducersIsRunInMemory() throws Exception {
    Job job = job("b\na\n", new org.apache.hadoop.fs.Path(folder + "/in"));
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    Counters counters = JobRunner.run(job, Console.silent());
    assertEquals(null, job.getJobID(), "not submitted");
    assertEquals(2, counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue());
    assertEquals(List.of("b", "a"), Files.readAllLines(folder.resolve("out/part-m-00000")));
  }

  @Test
  void aFewRecordsThatBecomeLargeAreReducedByHadoop() throws Exception {
    Job job = inMemory("a\nlarge\n");
    Counters counters = JobRunner.run(job, Console.silent());
    assertNotNull(job.getJobID(), "submitted");
    assertEquals(101, counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue());
    assertEquals(2, counters.findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue());
  }

  @Test
  void anErrorInMemoryIsTheJobsAndLeavesNoOutput() throws Exception {
    Job known = inMemory("a\nbad\n");
    OrbException e = assertThrows(OrbException.class, () -> JobRunner.run(known, Console.silent()));
    assertEquals("lines: line 2 is bad", e.getMessage());
    Files.delete(folder.resolve("out")); // It is empty.
    Job unforeseen = inMemory("worse\n");
    e = assertThrows(OrbException.class, () -> JobRunner.run(unforeseen, Console.silent()));
    assertTrue(e.getMessage().contains("worse still"), e.getMessage());
    try (Stream<Path> left = Files.list(folder.resolve("out"))) {
      assertEquals(List.of(), left.toList());
    }
  }

  private Job inMemory(String input) throws IOException {
    Job job = job(input, new org.apache.hadoop.fs.Path(folder + "/in"));
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setReducerClass(Distinct.class);
    job.setNumReduceTasks(2);
    return job;
  }

  static final class Distinct extends Reducer<Text, NullWritable, Text, NullWritable> {
    @Override
    protected void reduce(Text line, Iterable<NullWritable> nothing, Context context)
        throws IOException, InterruptedException {
      context.write(line, NullWritable.get());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[2026-11-26 16:49:43.358]No space available in any of the local directories /data on n1"
            + " | cannot write: no space left on device; free some, then run the same command again",
        "Application application_1_0011 failed 2 times due to AM Container for"
            + " appattempt_1_0011_000002 exited with  exitCode: -1000~Failing this"
            + " attempt.Diagnostics: [2026-11-26 16:45:50.247]~java.lang.reflect"
            + ".UndeclaredThrowableException~  at org.example.A.b(A.java:1)~Caused by:"
            + " org.apache.hadoop.fs.FSError: java.io.IOException: No space left on device"
            + " | cannot write: no space left on device; free some, then run the same command again",
        "Application application_1_0012 failed 2 times due to AM Container for"
            + " appattempt_1_0012_000002 exited with  exitCode: 1~Failing this attempt"
            + ".Diagnostics: [2026-11-26 16:45:50.247]Exception from container-launch.~Exit code: 1"
            + " | Application application_1_0012 failed 2 times due to AM Container for"
            + " appattempt_1_0012_000002 exited with  exitCode: 1",
        "Job commit failed: org.orbweaver.common.error.OrbException: the output is missing~  at a.B"
            + " | the output is missing",
        "Task failed task_1_m_000000~Job failed as tasks failed. | Task failed task_1_m_000000",
        "``| no reason given"
      })
  void saysTheCauseThatYarnGives(String said, String reason) {
    assertEquals(reason, JobRunner.reason(said.replace('~', '\n')));
  }
}
