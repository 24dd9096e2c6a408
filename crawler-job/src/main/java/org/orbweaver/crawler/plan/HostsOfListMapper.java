package org.orbweaver.crawler.plan;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.fetch.LeastTime;
import org.orbweaver.crawler.url.Hosts;

/** Says of each URL of a list which host it belongs to, and what becomes of it. */
final class HostsOfListMapper extends Mapper<Text, CrawlDatum, Text, HostPlan> {
  private final Text key = new Text();
  private final HostPlan one = new HostPlan();

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    int part = Parts.number(((FileSplit) context.getInputSplit()).getPath());
    try (LeastTime least = LeastTime.of(context.getConfiguration())) {
      while (context.nextKeyValue()) {
        String url = context.getCurrentKey().toString();
        String group = least.group(url, context.getCurrentValue());
        if (group.isEmpty()) {
          // Not an http or https URL: fetch takes it for refused.
          one.set(part, LeastTime.Fate.REFUSED);
          key.set("-\t");
        } else {
          one.set(part, least.fate(url));
          key.set(group + '\t' + Hosts.origin(url));
        }
        context.write(key, one);
      }
    }
  }
}
