package org.orbweaver.crawler.generate;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.UrlRules;
import org.orbweaver.crawler.fetch.HostAddresses;

/**
 * Selects the best URLs: the only reducer writes the list, one of several its part's candidates.
 * The files are written where the committer takes them from.
 */
final class SelectReducer extends Reducer<BytesWritable, CrawlDatum, NullWritable, NullWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    GenerateSettings settings = GenerateSettings.of(conf);
    LeftOut leftOut = LeftOut.of(conf);
    Selection selection =
        new Selection(
            settings,
            UrlRules.filters(conf),
            HostAdmission.of(conf, settings.dueBy()),
            counter -> context.getCounter(counter).increment(1),
            leftOut);
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    long hosts;
    try (SelectedUrls selected =
        context.getNumReduceTasks() == 1
            ? new FetchListWriter(conf, folder, settings.parts(), context)
            : new CandidateWriter(conf, folder, context.getTaskAttemptID().getTaskID().getId())) {
      while (!selection.isFull() && context.nextKey()) {
        BytesWritable key = context.getCurrentKey();
        CrawlDatum datum = context.getValues().iterator().next();
        String url = SortKey.url(key);
        if (selection.take(url, datum)) {
          selected.add(key, url, HostAddresses.groupOf(settings.divideBy(), url, datum), datum);
        }
      }
      hosts = selected.finish();
    }
    context.getCounter(GenerateCounter.HOSTS).increment(hosts);
    if (leftOut != null) {
      leftOut.write(context);
    }
  }
}
