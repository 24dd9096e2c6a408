package org.orbweaver.webgraph.build;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.orbweaver.common.cli.Json;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;

/** One of the build's jobs in the making; it reads and writes sequence files by default. */
final class GraphJob {
  private static final String SETTINGS = "orbweaver.internal.graph.settings";

  final Job job;
  private final Session session;

  GraphJob(Session session, String name) throws IOException {
    this.session = session;
    job = JobRunner.newJob(session, name, GraphJob.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
  }

  GraphJob input(Path... paths) throws IOException {
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, paths);
    return this;
  }

  /** What tasks need, in one value of the configuration. */
  GraphJob settings(Record settings) {
    job.getConfiguration().set(SETTINGS, Json.line(settings));
    return this;
  }

  /** In a task: the settings. */
  static <R extends Record> R settings(Configuration conf, Class<R> type) throws IOException {
    return Json.parse(conf.get(SETTINGS), type);
  }

  GraphJob map(Class<? extends Mapper<?, ?, ?, ?>> mapper, Class<?> key, Class<?> value) {
    job.setMapperClass(mapper);
    return mapped(key, value);
  }

  /** What the mapper, which is set elsewhere or passes its input on, writes. */
  GraphJob mapped(Class<?> key, Class<?> value) {
    job.setMapOutputKeyClass(key);
    job.setMapOutputValueClass(value);
    return this;
  }

  GraphJob reduce(
      Class<? extends Reducer<?, ?, ?, ?>> reducer, int tasks, Class<?> key, Class<?> value) {
    job.setReducerClass(reducer);
    job.setNumReduceTasks(tasks);
    job.setOutputKeyClass(key);
    job.setOutputValueClass(value);
    return this;
  }

  Counters run(Path output) throws IOException {
    FileOutputFormat.setOutputPath(job, output);
    return JobRunner.run(job, session.console());
  }
}
