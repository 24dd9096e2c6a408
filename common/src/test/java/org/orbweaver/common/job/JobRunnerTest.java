package org.orbweaver.common.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
      context.write(line, NullWritable.get());
    }
  }

  @Test
  void runsAndCountsWithoutMarkerFile() throws Exception {
    Counters counters = JobRunner.run(job("a\nb\n"), Console.silent());
    assertEquals(2, counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue());
    assertTrue(Files.exists(folder.resolve("out/part-m-00000")));
    assertFalse(Files.exists(folder.resolve("out/_SUCCESS")));
  }

  /** Neither asks the cluster for anything: there is none. */
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

  private static boolean isLocal(Configuration conf, Path... reads) throws IOException {
    var paths =
        Stream.of(reads)
            .map(path -> new org.apache.hadoop.fs.Path(path.toUri()))
            .toArray(org.apache.hadoop.fs.Path[]::new);
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

  private Job job(String input) throws IOException {
    Files.writeString(folder.resolve("in"), input);
    Job job = JobRunner.newJob(new Configuration(), "lines", JobRunnerTest.class);
    job.setMapperClass(Lines.class);
    job.setNumReduceTasks(0);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(folder + "/in"));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(folder + "/out"));
    return job;
  }
}
