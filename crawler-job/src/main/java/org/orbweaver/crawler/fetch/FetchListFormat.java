package org.orbweaver.crawler.fetch;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileRecordReader;
import org.apache.nutch.crawl.CrawlDatum;

/**
 * One file of a fetch list is one task's: a host is in one file, and must not be in two tasks.
 *
 * <p>A task's progress is that of the fetching, not of the reading of its list.
 */
final class FetchListFormat extends SequenceFileInputFormat<Text, CrawlDatum> {
  FetchListFormat() {}

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return false;
  }

  @Override
  public RecordReader<Text, CrawlDatum> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    return new ListReader();
  }

  private static final class ListReader extends SequenceFileRecordReader<Text, CrawlDatum> {
    private TaskAttemptContext context;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext attempt)
        throws IOException, InterruptedException {
      super.initialize(split, attempt);
      context = attempt;
    }

    private float read() {
      try {
        return super.getProgress();
      } catch (IOException e) {
        return 1;
      }
    }

    @Override
    public float getProgress() {
      long total = context.getCounter(FetchProgress.TOTAL).getValue();
      long done = context.getCounter(FetchCounter.FETCHED).getValue();
      float known = total == 0 ? 0 : Math.min(1f, (float) done / total);
      // What has not been read yet is taken to be as long as what has been read.
      return known * read();
    }
  }
}
