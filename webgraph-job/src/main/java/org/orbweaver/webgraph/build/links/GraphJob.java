package org.orbweaver.webgraph.build.links;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Json;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.files.GraphSink;

/** Configures one of the build's jobs; it reads and writes sequence files by default. */
public final class GraphJob {
  private static final String SETTINGS = "orbweaver.internal.graph.settings";

  public final Job job;
  private final Session session;

  public GraphJob(Session session, String name) throws IOException {
    this.session = session;
    job = JobRunner.newJob(session, name, GraphJob.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
  }

  public GraphJob input(Path... paths) throws IOException {
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, paths);
    return this;
  }

  /** Passes settings to the tasks, in one value of the configuration. */
  public GraphJob settings(Record settings) {
    job.getConfiguration().set(SETTINGS, Json.line(settings));
    return this;
  }

  /** In a task: the settings. */
  public static <R extends Record> R settings(Configuration conf, Class<R> type)
      throws IOException {
    return Json.parse(conf.get(SETTINGS), type);
  }

  public GraphJob map(Class<? extends Mapper<?, ?, ?, ?>> mapper, Class<?> key, Class<?> value) {
    job.setMapperClass(mapper);
    return mapped(key, value);
  }

  /** The output types of a mapper that is set elsewhere or passes its input on. */
  public GraphJob mapped(Class<?> key, Class<?> value) {
    job.setMapOutputKeyClass(key);
    job.setMapOutputValueClass(value);
    return this;
  }

  public GraphJob reduce(
      Class<? extends Reducer<?, ?, ?, ?>> reducer, int tasks, Class<?> key, Class<?> value) {
    job.setReducerClass(reducer);
    job.setNumReduceTasks(tasks);
    job.setOutputKeyClass(key);
    job.setOutputValueClass(value);
    return this;
  }

  public Counters run(Path output) throws IOException {
    FileOutputFormat.setOutputPath(job, output);
    return JobRunner.run(job, session.console());
  }

  /** In a task: its number, from 0. */
  public static int task(TaskInputOutputContext<?, ?, ?, ?> context) {
    return context.getTaskAttemptID().getTaskID().getId();
  }

  /** In a task: the folder whose content is committed with it. */
  public static GraphSink sink(TaskInputOutputContext<?, ?, ?, ?> context)
      throws IOException, InterruptedException {
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    return GraphDir.sink(folder.getFileSystem(context.getConfiguration()), folder);
  }

  /**
   * In a task: writes a small file beside its output, for the client. It is committed with the
   * output; its name begins with {@code _}, so that a job that reads the output ignores it.
   */
  public static void writeSide(
      TaskInputOutputContext<?, ?, ?, ?> context, String kind, byte[] bytes)
      throws IOException, InterruptedException {
    try (OutputStream out =
        sink(context).create(String.format(Locale.ROOT, "_%s-%09d", kind, task(context)))) {
      out.write(bytes);
    }
  }

  /** All side files of a kind in a job's output, in the order of the tasks. */
  public static List<Path> sideFiles(FileSystem fs, Path output, String kind) throws IOException {
    return Arrays.stream(fs.listStatus(output))
        .map(FileStatus::getPath)
        .filter(file -> file.getName().startsWith("_" + kind + "-"))
        .sorted(Comparator.comparing(Path::getName))
        .toList();
  }

  /** The records that tasks wrote as JSON. */
  public static <R extends Record> List<R> sides(
      FileSystem fs, Path output, String kind, Class<R> type) throws IOException {
    List<R> records = new ArrayList<>();
    for (Path file : sideFiles(fs, output, kind)) {
      records.add(Json.parse(new String(Files.read(fs, file), StandardCharsets.UTF_8), type));
    }
    return records;
  }

  /** Writes a record for {@link #sides}. */
  public static void writeSide(
      TaskInputOutputContext<?, ?, ?, ?> context, String kind, Record record)
      throws IOException, InterruptedException {
    writeSide(context, kind, Json.line(record).getBytes(StandardCharsets.UTF_8));
  }
}
