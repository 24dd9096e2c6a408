package org.orbweaver.common.sorted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;

class StoreInputFormatTest {
  private static final int RECORDS = 20_000;

  @TempDir private java.nio.file.Path temp;
  private Job job;

  @BeforeEach
  void job() throws IOException {
    // Checksums would find the damage done here before our own check.
    Configuration conf = new Configuration();
    conf.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    conf.setBoolean("fs.file.impl.disable.cache", true);
    job = Job.getInstance(conf);
  }

  private Path write(String name, SequenceFile.CompressionType compression, int records)
      throws IOException {
    Path file = new Path(temp.resolve(name).toUri());
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            job.getConfiguration(),
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(LongWritable.class),
            SequenceFile.Writer.compression(compression))) {
      for (int i = 0; i < records; i++) {
        out.append(new Text(name + "/" + i), new LongWritable(i));
      }
    }
    FileInputFormat.addInputPath(job, file);
    return file;
  }

  private int read(Set<String> found) throws Exception {
    StoreInputFormat<LongWritable> format = new StoreInputFormat<>();
    List<InputSplit> splits = format.getSplits(job);
    for (InputSplit split : splits) {
      TaskAttemptContext context =
          new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
      try (RecordReader<Text, LongWritable> reader = format.createRecordReader(split, context)) {
        reader.initialize(split, context);
        while (reader.nextKeyValue()) {
          String key = reader.getCurrentKey().toString();
          assertTrue(found.add(key), key);
          assertTrue(key.endsWith("/" + reader.getCurrentValue().get()));
          assertTrue(
              context
                  .getConfiguration()
                  .get(MRJobConfig.MAP_INPUT_FILE)
                  .endsWith("/" + key.substring(0, key.indexOf('/'))));
        }
        assertEquals(1f, reader.getProgress(), 0.1f);
      }
    }
    return splits.size();
  }

  @Test
  void everyRecordIsReadOnceHoweverTheFilesAreCut() throws Exception {
    write("none", SequenceFile.CompressionType.NONE, RECORDS);
    write("empty", SequenceFile.CompressionType.NONE, 0);
    write("block", SequenceFile.CompressionType.BLOCK, RECORDS);
    for (long size : new long[] {1 << 12, 1 << 16, 1 << 30}) {
      FileInputFormat.setMaxInputSplitSize(job, size);
      Set<String> found = new TreeSet<>();
      assertTrue(read(found) >= 3);
      assertEquals(2 * RECORDS, found.size());
    }
  }

  @Test
  void smallFilesShareATask() throws Exception {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      files.add(write("f" + i, SequenceFile.CompressionType.NONE, i == 4 ? 0 : 10));
    }
    StoreInputFormat.read(job, FileInputFormat.getInputPaths(job));
    Set<String> found = new TreeSet<>();
    assertEquals(1, read(found));
    assertEquals(10 * (files.size() - 1), found.size());
  }

  @Test
  void aFileThatWasCutShortIsNamed() throws Exception {
    write("a", SequenceFile.CompressionType.BLOCK, RECORDS);
    Path cut = write("b", SequenceFile.CompressionType.BLOCK, RECORDS);
    write("c", SequenceFile.CompressionType.BLOCK, RECORDS);
    try (RandomAccessFile file = new RandomAccessFile(cut.toUri().getPath(), "rw")) {
      file.setLength(file.length() - 100);
    }
    StoreInputFormat.read(job, FileInputFormat.getInputPaths(job));
    OrbException e = assertThrows(OrbException.class, () -> read(new TreeSet<>()));
    assertTrue(e.getMessage().contains(cut.getName() + " is corrupt"), e::getMessage);
  }
}
