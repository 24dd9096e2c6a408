package org.orbweaver.webgraph.build;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;
import org.orbweaver.webgraph.format.GraphSink;

/**
 * Small files that tasks write beside their output, for the client. They are committed with it;
 * names begin with {@code _}, so that a job that reads the output passes them over.
 */
final class SideFiles {
  private SideFiles() {}

  /** Writes one file. */
  @FunctionalInterface
  interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  /** Reads one file; called in the order of the tasks. */
  @FunctionalInterface
  interface Reader {
    void read(DataInputStream in) throws IOException;
  }

  /** The number of the task at work, from 0. */
  static int task(TaskInputOutputContext<?, ?, ?, ?> context) {
    return context.getTaskAttemptID().getTaskID().getId();
  }

  /** The folder whose content is committed with the task. */
  static GraphSink sink(TaskInputOutputContext<?, ?, ?, ?> context)
      throws IOException, InterruptedException {
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    return GraphDir.sink(folder.getFileSystem(context.getConfiguration()), folder);
  }

  static void write(TaskInputOutputContext<?, ?, ?, ?> context, String kind, Writer writer)
      throws IOException, InterruptedException {
    String name = String.format(Locale.ROOT, "_%s-%05d", kind, task(context));
    try (DataOutputStream out = new DataOutputStream(sink(context).create(name))) {
      writer.write(out);
    }
  }

  /** Reads all files of a kind in a job's output. */
  static void read(FileSystem fs, Path output, String kind, Reader reader) throws IOException {
    List<Path> files = new ArrayList<>();
    for (FileStatus status : fs.listStatus(output)) {
      if (status.getPath().getName().startsWith("_" + kind + "-")) {
        files.add(status.getPath());
      }
    }
    files.sort((a, b) -> Integer.compare(number(a), number(b)));
    for (Path file : files) {
      try (DataInputStream in = new DataInputStream(fs.open(file))) {
        reader.read(in);
      }
    }
  }

  private static int number(Path file) {
    String name = file.getName();
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }

  static void writePart(DataOutputStream out, GraphMeta.Part part) throws IOException {
    out.writeUTF(part.file());
    out.writeInt(part.first());
    out.writeInt(part.count());
    out.writeLong(part.arcs());
    out.writeInt(part.longest());
    out.writeLong(part.bytes());
    out.writeUTF(part.crc32c());
  }

  static GraphMeta.Part readPart(DataInputStream in) throws IOException {
    return new GraphMeta.Part(
        in.readUTF(),
        in.readInt(),
        in.readInt(),
        in.readLong(),
        in.readInt(),
        in.readLong(),
        in.readUTF());
  }

  static void writeLongs(DataOutputStream out, long[] values) throws IOException {
    out.writeInt(values.length);
    for (long value : values) {
      WritableUtils.writeVLong(out, value);
    }
  }

  static long[] readLongs(DataInputStream in) throws IOException {
    long[] values = new long[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = WritableUtils.readVLong(in);
    }
    return values;
  }
}
