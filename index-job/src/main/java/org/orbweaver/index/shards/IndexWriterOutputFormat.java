package org.orbweaver.index.shards;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.schema.Page;

/** Writes shards of pages with an IndexWriter. */
final class IndexWriterOutputFormat extends ShardOutputFormat<Page> {
  @Override
  ShardWriter<Page> open(File folder, TaskAttemptContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    long buffer = Math.min(IndexKeys.BUFFER_BYTES.get(conf), Runtime.getRuntime().maxMemory() / 4);
    return new PageWriter(folder, buffer, IndexKeys.STORED_MAX_CHARS.get(conf));
  }
}
