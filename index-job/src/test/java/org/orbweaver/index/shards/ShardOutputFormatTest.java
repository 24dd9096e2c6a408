package org.orbweaver.index.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.index.RemoteFileSystem;
import org.orbweaver.index.schema.Page;

class ShardOutputFormatTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"file", "remote"})
  void aShardIsVisibleWhenItsTaskIsCommitted(String scheme) throws Exception {
    Path output = folder.resolve("out");
    Path local = folder.resolve("local");
    Configuration conf = RemoteFileSystem.in(new Configuration());
    conf.set(FileOutputFormat.OUTDIR, scheme + "://" + output);
    conf.set(MRConfig.LOCAL_DIR, local.toString());
    conf.setInt("mapreduce.fileoutputcommitter.algorithm.version", 1);
    TaskAttemptContext context =
        new TaskAttemptContextImpl(conf, new TaskAttemptID("job", 1, TaskType.REDUCE, 7, 0));
    IndexWriterOutputFormat format = new IndexWriterOutputFormat();
    OutputCommitter committer = format.getOutputCommitter(context);
    committer.setupJob(context);
    committer.setupTask(context);

    RecordWriter<NullWritable, Page> writer = format.getRecordWriter(context);
    for (int i = 0; i < 3; i++) {
      writer.write(
          NullWritable.get(),
          new Page("http://a/" + i, Page.Content.of("t", "body", "en"), Page.Facts.NONE));
    }
    writer.close(context);
    Path shard = output.resolve("shard-00007");
    assertFalse(Files.exists(shard));
    committer.commitTask(context);
    committer.commitJob(context);

    assertEquals("3", Files.readString(output.resolve("shard-00007.docs")));
    try (DirectoryReader reader = DirectoryReader.open(FSDirectory.open(shard))) {
      assertEquals(3, reader.numDocs());
    }
    assertFalse(Files.exists(shard.resolve("write.lock")));
    assertEquals(0, filesIn(local), "nothing is left in the task's folder");
  }

  private static long filesIn(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return 0;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  @Test
  void allOfABodyIsIndexedAndItsBeginningStored() throws IOException {
    String url = "http://a/";
    Path shard = folder.resolve("shard");
    try (PageWriter writer = new PageWriter(shard.toFile(), 16 << 20, 4)) {
      writer.add(new Page(url, Page.Content.of("t", "long body", "en"), Page.Facts.NONE));
      assertEquals(1, writer.docs());
    }
    try (DirectoryReader reader = DirectoryReader.open(FSDirectory.open(shard))) {
      assertEquals("long", reader.storedFields().document(0).get("main"), "cut to 4 characters");
      assertTrue(reader.leaves().get(0).reader().terms("main").size() >= 2);
    }
  }
}
