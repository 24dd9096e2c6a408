package org.orbweaver.crawler.generate;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.UrlRules;
import org.orbweaver.crawler.fetch.HostAddresses;

/**
 * Selects the best URLs. The only reducer writes the list, where the committer takes the files
 * from; one of several writes candidates, (sort key, CrawlDatum).
 */
final class SelectReducer extends Reducer<BytesWritable, CrawlDatum, BytesWritable, CrawlDatum> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    GenerateSettings settings = GenerateSettings.of(conf);
    Exclusions exclusions = Exclusions.of(conf);
    Selection selection =
        new Selection(
            settings,
            UrlRules.filters(conf),
            HostAdmission.of(conf, settings.dueBy()),
            counter -> context.getCounter(counter).increment(1),
            exclusions);
    Path folder = FileOutputFormat.getWorkOutputPath(context);
    try (FetchListWriter list =
        context.getNumReduceTasks() == 1
            ? new FetchListWriter(conf, folder, settings.parts())
            : null) {
      while (!selection.isFull() && context.nextKey()) {
        BytesWritable key = context.getCurrentKey();
        CrawlDatum datum = context.getValues().iterator().next();
        String url = SortKey.url(key);
        if (selection.take(url, datum)) {
          if (list == null) {
            context.write(key, datum);
          } else {
            list.add(key, url, HostAddresses.groupOf(settings.divideBy(), url, datum), datum);
          }
        }
      }
      if (list != null) {
        list.writeHosts(context);
      }
    }
    if (exclusions != null) {
      exclusions.write(context);
    }
  }
}
