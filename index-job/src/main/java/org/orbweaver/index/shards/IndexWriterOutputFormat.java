package org.orbweaver.index.shards;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.orbweaver.index.schema.Page;

/** Writes shards of pages with an IndexWriter. */
final class IndexWriterOutputFormat extends ShardOutputFormat<Page> {
  @Override
  ShardWriter<Page> open(File folder, TaskAttemptContext context) throws IOException {
    return PageWriter.open(folder, context.getConfiguration());
  }
}
